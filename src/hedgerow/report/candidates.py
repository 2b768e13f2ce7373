"""The model, and what it has to beat."""

from __future__ import annotations

from typing import Any

from sklearn.base import clone
from sklearn.dummy import DummyClassifier, DummyRegressor

from hedgerow.tables.table import Table
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.trials import Candidate
from hedgerow.trials.candidates import make_linear_baseline


def list_rivals(
    model: Any, name: str, table: Table, *, guess: str = "the mean", random_state: int = 0
) -> list[Candidate]:
    """A model beside a linear model, a single tree and a constant answer.

    What is the model itself, as a linear model beside a linear model, is left out.

    Parameters
    ----------
    model : estimator
        The model; a clone of it takes part.
    name : str
        What it is called.
    table : Table
        A table with a target.
    guess : str, default="the mean"
        The constant answer to values, as a `Metric` names it: "the mean" or "the median".
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
    ['random forest', 'linear model', 'single tree', 'constant answer']
    """
    assert table.task is not None
    if table.task == "classification":
        # Its answer is the most common class, and its probabilities are the shares of the classes.
        tree, constant = DecisionTreeClassifier(random_state=random_state), DummyClassifier()
    else:
        tree = DecisionTreeRegressor(random_state=random_state)
        constant = DummyRegressor(strategy="median" if guess == "the median" else "mean")
    baselines = {
        "linear model": make_linear_baseline(table.task),
        "single tree": tree,
        "constant answer": constant,
    }
    rivals = [Candidate(title, made) for title, made in baselines.items() if repr(made) != repr(model)]
    return [Candidate(name, clone(model)), *(rival for rival in rivals if rival.name != name)]
