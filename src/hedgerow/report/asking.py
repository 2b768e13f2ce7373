"""What the members of a model say about rows, and whether they have seen them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from sklearn.base import clone
from sklearn.model_selection import KFold, StratifiedKFold

from hedgerow.outputs import Outputs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hedgerow.tables import Table

Asked = Literal["out_of_bag", "other_half", "all_rows"]


def ask_honestly(
    model: Any, table: Table, *, n_jobs: int | None = None, random_state: int = 0
) -> tuple[Outputs, Asked]:
    """Let each row be judged by members that have not seen it.

    A model with bags is asked out of bag. Of any other two clones are fitted, each on one half of the rows, and each is
    asked about the other half. A model without members counts as one member.

    Parameters
    ----------
    model : estimator
        A model that was fitted on the table.
    table : Table
        A table with a target.
    n_jobs : int or None, default=None
        Members asked at the same time.
    random_state : int, default=0
        Seed of the halves.

    Returns
    -------
    outputs : Outputs
        What was said about all rows, with the truth.
    asked : {"out_of_bag", "other_half"}
        Who was asked.

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier, datasets
    >>> wbc = datasets.load("wbc")
    >>> ask_honestly(RandomForestClassifier(20, random_state=0).fit(wbc.features, wbc.target), wbc)
    (<Outputs: 20 members, 699 rows, 2 classes, out of bag>, 'out_of_bag')
    """
    target = np.asarray(table.target)
    if has_bags(model):
        return _ask_members(model, table.features, target, n_jobs, out_of_bag=True), "out_of_bag"
    halves = []
    for train, test in _halve(table, random_state):
        fitted = clone(model).fit(table.features.iloc[train], target[train])
        halves.append((test, _collect(fitted, table.features.iloc[test], n_jobs)))
    n_members = min(len(answers) for _, answers in halves)
    said = np.empty((n_members, len(target)), dtype=np.result_type(*(answers for _, answers in halves)))
    for rows, answers in halves:
        said[:, rows] = answers[:n_members]
    return Outputs.from_predictions(said, target), "other_half"


def ask_fitted(model: Any, table: Table, *, n_jobs: int | None = None) -> tuple[Outputs, Asked]:
    """Ask a fitted model: out of bag where its bags are of as many rows as the table has, else about every row.

    Bags say numbers of rows, so that the training table must come with its rows in the order of the fit. Another table
    of the same length does no harm: members are then silent about some rows that they could have judged.

    Parameters
    ----------
    model : estimator
        A fitted model.
    table : Table
        A table with a target.
    n_jobs : int or None, default=None
        Members asked at the same time.

    Returns
    -------
    outputs : Outputs
        What was said about all rows, with the truth.
    asked : {"out_of_bag", "all_rows"}
        Who was asked.

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier, datasets
    >>> wbc = datasets.load("wbc")
    >>> forest = RandomForestClassifier(20, random_state=0).fit(wbc.features, wbc.target)
    >>> ask_fitted(forest, wbc)[1]
    'out_of_bag'
    """
    target = np.asarray(table.target)
    if _count_bagged_rows(model) == len(target):
        return _ask_members(model, table.features, target, n_jobs, out_of_bag=True), "out_of_bag"
    try:
        return _ask_members(model, table.features, target, n_jobs, out_of_bag=False), "all_rows"
    except (ValueError, TypeError, AttributeError):  # it has no members that could be asked
        return Outputs.from_predictions([model.predict(table.features)], target), "all_rows"


def has_bags(model: Any) -> bool:
    """Whether members are trained on bootstrap samples, and can be asked out of bag.

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


def _count_bagged_rows(model: Any) -> int:
    """Rows that bags were drawn from, as far as the last row that is in any; 0 without bags."""
    if not has_bags(model) or not hasattr(model, "estimators_samples_"):
        return 0
    return 1 + max(int(np.max(rows)) for rows in model.estimators_samples_)


def _ask_members(
    model: Any, features: Any, target: NDArray[Any], n_jobs: int | None, *, out_of_bag: bool
) -> Outputs:
    return Outputs.from_estimator(
        model, features, target, out_of_bag=out_of_bag, probabilities=False, n_jobs=n_jobs
    )


def _collect(model: Any, features: Any, n_jobs: int | None) -> NDArray[Any]:
    """Labels or values, one row for each member; one row in all where there are no members to ask."""
    try:
        said = Outputs.from_estimator(model, features, probabilities=False, n_jobs=n_jobs)
    except (ValueError, TypeError, AttributeError):
        return np.asarray(model.predict(features))[None, :]
    return said.answers if said.classes is None else said.classes[said.answers]


def _halve(table: Table, random_state: int) -> Any:
    if table.task == "classification" and table.target.value_counts().min() > 1:  # type: ignore[union-attr]
        return StratifiedKFold(2, shuffle=True, random_state=random_state).split(table.features, table.target)
    return KFold(2, shuffle=True, random_state=random_state).split(table.features)
