"""The model, and what it has to beat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklearn.base import clone
from sklearn.dummy import DummyClassifier, DummyRegressor

from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.trials import Candidate, make_linear_baseline

if TYPE_CHECKING:
    from hedgerow.tables import Table


def list_rivals(model: Any, name: str, table: Table, *, random_state: int = 0) -> list[Candidate]:
    """A model beside a linear model, one tree and a constant answer.

    Parameters
    ----------
    model : estimator
        The model; a clone of it takes part.
    name : str
        What it is called.
    table : Table
        A table with a target.
    random_state : int, default=0
        Seed of the tree.

    Returns
    -------
    list of Candidate
        The model first, the constant answer last.

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier, datasets
    >>> rivals = list_rivals(RandomForestClassifier(), "random forest", datasets.load("wbc"))
    >>> [rival.name for rival in rivals]
    ['random forest', 'linear model', 'one tree', 'constant answer']
    """
    assert table.task is not None
    classes = table.task == "classification"
    tree = DecisionTreeClassifier if classes else DecisionTreeRegressor
    return [
        Candidate(name, clone(model)),
        Candidate("linear model", make_linear_baseline(table.task)),
        Candidate("one tree", tree(random_state=random_state)),
        Candidate("constant answer", DummyClassifier() if classes else DummyRegressor()),
    ]
