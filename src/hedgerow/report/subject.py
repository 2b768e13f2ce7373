"""What a report is about: a table, a model, and what the model predicts for rows that it was not fitted on."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.model_selection import KFold, StratifiedKFold

from hedgerow.findings.model_names import name_class
from hedgerow.outputs import Outputs
from hedgerow.tables.table import Table

# What the methods of `hedgerow fit` are called in a sentence.
_TITLES = {"forest": "random forest", "hedgerow": "hedgerow ensemble", "linear": "linear model"}
_NEVER_TOLD = {"n_jobs", "verbose", "memory"}  # no result depends on them


@dataclass(frozen=True, eq=False)
class Subject:
    """A model beside the table that it is looked at with.

    Parameters
    ----------
    read : Table
        The table as it was read.
    table : Table
        The columns of it that the model learns from.
    model : estimator
        The fitted model.
    name : str
        What it is called.
    outputs : Outputs
        What its members, or it alone, predicted for the rows.
    asked : {"out_of_bag", "other_half", "all_rows"}
        Who was asked about which rows.
    training : mapping or None, default=None
        What the model file records of its making.
    """

    read: Table
    table: Table
    model: Any
    name: str
    outputs: Outputs
    asked: Asked
    training: Mapping[str, Any] | None = None

    @property
    def unused(self) -> list[str]:
        """Columns that were read and not learned from."""
        used = {str(name) for name in self.table.features}
        return [str(name) for name in self.read.features if str(name) not in used]

    def describe_model(self) -> dict[str, Any]:
        """The model in words: ``name``, ``class``, ``settings`` that are not the usual ones, ``asked``."""
        return {
            "name": self.name,
            "class": type(self.model).__name__,
            "settings": list_settings(self.model),
            "asked": self.asked,
        }


def name_model(model: Any, training: Mapping[str, Any] | None = None) -> str:
    """What to call a model: as the command line did, or by its class; a pipeline by its last step.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.pipeline import make_pipeline
    >>> name_model(make_pipeline(LogisticRegression())), name_model(LogisticRegression(), {"method": "linear"})
    ('LogisticRegression', 'linear model')
    """
    method = (training or {}).get("method")
    if isinstance(method, str):
        return _TITLES.get(method, method)
    return name_class(model)


def list_settings(model: Any) -> dict[str, str]:
    """The parameters that are not at their defaults, as text.

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier
    >>> list_settings(RandomForestClassifier(50, n_jobs=2))
    {'n_estimators': '50'}
    """
    usual = {name: parameter.default for name, parameter in inspect.signature(type(model)).parameters.items()}
    return {
        name: str(value)
        for name, value in model.get_params(deep=False).items()
        if name not in _NEVER_TOLD and repr(value) != repr(usual.get(name))
    }


Asked = Literal["out_of_bag", "other_half", "all_rows"]


def predict_honestly(
    model: Any, table: Table, *, n_jobs: int | None = None, random_state: int = 0
) -> tuple[Outputs, Asked]:
    """Have each row predicted by members that were not fitted on it.

    A model with bags is asked out of bag. Of any other two clones are fitted, each on one half of the rows, and each is
    asked about the other half. A model without members counts as one member, with its probabilities where it has them.

    Parameters
    ----------
    model : estimator
        A model that was fitted on the table.
    table : Table
        A table with a target.
    n_jobs : int or None, default=None
        Members that predict at the same time.
    random_state : int, default=0
        Seed of the halves.

    Returns
    -------
    outputs : Outputs
        The predictions for all rows, with the truth.
    asked : {"out_of_bag", "other_half"}
        Who was asked.

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier, datasets
    >>> wbc = datasets.load("wbc")
    >>> predict_honestly(RandomForestClassifier(20, random_state=0).fit(wbc.features, wbc.target), wbc)
    (<Outputs: 20 members, 699 rows, 2 classes, out of bag>, 'out_of_bag')
    """
    if has_bags(model):
        return _ask_out_of_bag(model, table, n_jobs), "out_of_bag"
    target = np.asarray(table.target)
    halves = []
    for train, test in _halve(table, random_state):
        fitted = clone(model).fit(table.features.iloc[train], target[train])
        halves.append((test, _ask_all(fitted, table, test, n_jobs)))
    # Boosting may stop early: the members that both halves have are asked.
    n_members = min(len(said) for _, said in halves)
    first = halves[0][1]
    joined = np.empty(
        (n_members, len(target), *first.shape[2:]), dtype=np.result_type(*(said for _, said in halves))
    )
    for rows, said in halves:
        joined[:, rows] = said[:n_members]
    return _wrap(joined, target, table), "other_half"


def predict_fitted(
    model: Any, table: Table, *, seen: bool = False, n_jobs: int | None = None, random_state: int = 0
) -> tuple[Outputs, Asked]:
    """Ask a fitted model: out of bag where its bags are of as many rows as the table has, else about every row.

    Bags say numbers of rows, so the training table must come with its rows in the order of the fit. Another table
    of the same length does no harm: members then abstain on some rows that they could have predicted.

    Parameters
    ----------
    model : estimator
        A fitted model.
    table : Table
        A table with a target.
    seen : bool, default=False
        Whether the model was fitted on these rows. Clones of a model without bags then predict, see `predict_honestly`.
    n_jobs : int or None, default=None
        Members that predict at the same time.
    random_state : int, default=0
        Seed of the halves.

    Returns
    -------
    outputs : Outputs
        The predictions for all rows, with the truth.
    asked : {"out_of_bag", "other_half", "all_rows"}
        Who was asked.

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier, datasets
    >>> wbc = datasets.load("wbc")
    >>> forest = RandomForestClassifier(20, random_state=0).fit(wbc.features, wbc.target)
    >>> predict_fitted(forest, wbc)[1]
    'out_of_bag'
    """
    target = np.asarray(table.target)
    bags = model.estimators_samples_ if has_bags(model) and hasattr(model, "estimators_samples_") else ()
    # Bags were drawn from as many rows as there are, as far as the last row that is in any.
    if 1 + max((int(np.max(rows)) for rows in bags), default=-1) == len(target):
        return _ask_out_of_bag(model, table, n_jobs), "out_of_bag"
    if seen:
        return predict_honestly(model, table, n_jobs=n_jobs, random_state=random_state)
    said = _ask_all(model, table, np.arange(len(target)), n_jobs)
    return _wrap(said, target, table), "all_rows"


def has_bags(model: Any) -> bool:
    """Whether members are trained on bootstrap samples, and can predict out of bag.

    Examples
    --------
    >>> from hedgerow import DecisionTreeClassifier, ExtraTreesClassifier, RandomForestClassifier
    >>> has_bags(RandomForestClassifier()), has_bags(ExtraTreesClassifier()), has_bags(DecisionTreeClassifier())
    (True, False, False)
    """
    return (
        hasattr(type(model), "estimators_samples_")
        and "oob_score" in model.get_params(deep=False)
        and bool(model.get_params(deep=False).get("bootstrap", True))
    )


def _ask_out_of_bag(model: Any, table: Table, n_jobs: int | None) -> Outputs:
    rows = table.features, np.asarray(table.target)
    return Outputs.from_estimator(model, *rows, out_of_bag=True, probabilities=False, n_jobs=n_jobs)


def _ask_all(model: Any, table: Table, rows: NDArray[np.intp], n_jobs: int | None) -> NDArray[Any]:
    """What is said about rows.

    ::

        members (of any model that has several)   [member, row]           labels or values
        one model with probabilities              [1, row, class]         classes in the order of the whole target
        one model without                         [1, row]
    """
    features = table.features.iloc[rows]
    try:
        said = Outputs.from_estimator(model, features, probabilities=False, n_jobs=n_jobs)
        if said.n_members > 1:
            return np.asarray(said.answers if said.classes is None else said.classes[said.answers])
    except (ValueError, TypeError, AttributeError):
        pass  # it has no members that could be asked
    if table.task == "classification" and hasattr(model, "predict_proba"):
        classes = np.unique(np.asarray(table.target))
        shares = np.zeros((1, len(rows), len(classes)))
        known = np.isin(model.classes_, classes)
        places = np.searchsorted(classes, model.classes_[known])
        shares[0][:, places] = np.asarray(model.predict_proba(features))[:, known]
        return shares
    return np.asarray(model.predict(features))[None, :]


def _wrap(said: NDArray[Any], target: NDArray[Any], table: Table) -> Outputs:
    classes = np.unique(target) if said.ndim == 3 else None
    return Outputs.from_predictions(said, target, classes=classes, regression=table.task == "regression")


def _halve(table: Table, random_state: int) -> Any:
    if table.task == "classification" and table.target.value_counts().min() > 1:  # type: ignore[union-attr]
        return StratifiedKFold(2, shuffle=True, random_state=random_state).split(table.features, table.target)
    return KFold(2, shuffle=True, random_state=random_state).split(table.features)
