"""Columns that tell the target too well: the target under another name, or a record made from it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.findings.baseline import find_skill, name_error
from hedgerow.findings.finding import Case, Finding
from hedgerow.foundation.wording import count, list_names, quote, share
from hedgerow.tables.table import Table
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor

_FEWEST_ROWS = 20  # of fewer, a column of two values agrees with two classes by chance too often
_EXACT = 1.0 - 1e-9


def find_target_copies(case: Case) -> list[Finding]:
    """A column tells the class of every row by one value per class, or is a straight line of a numeric target."""
    table = case.table
    names = list_copies(table)
    if not names or table.target is None:
        return []
    how = "it is the target times a number, plus a number"
    if table.task == "classification":
        how = "each of its values goes with one class and each class with one of its values"
    sentence = (
        f"{count(len(names), 'column is a copy', 'columns are copies')} of the target {quote(table.target.name)}: "
        f"{list_names(names)} ({how}). Any score is then meaningless: leave "
        f"{'it' if len(names) == 1 else 'them'} out and fit again."
    )
    return [Finding("target-copies", "serious", sentence, {"columns": names})]


def list_copies(table: Table) -> list[str]:
    """The columns that are the target under another name; none in a table of fewer than 20 rows."""
    if table.target is None or len(table) < _FEWEST_ROWS:
        return []
    is_copy = _renames if table.task == "classification" else _rescales
    return [
        name
        for name, kind in table.kinds.items()
        if kind != "text" and is_copy(table.features[name], table.target)
    ]


def _renames(column: pd.Series[Any], target: pd.Series[Any]) -> bool:
    """Whether values and classes go with each other one to one."""
    if column.isna().any() or column.nunique() != target.nunique():
        return False
    # Numbered by first appearance, two columns that differ by names only are the same.
    return bool(np.array_equal(pd.factorize(column)[0], pd.factorize(target)[0]))


def _rescales(column: pd.Series[Any], target: pd.Series[Any]) -> bool:
    """Whether the correlation is one, to rounding."""
    if column.isna().any() or not pd.api.types.is_numeric_dtype(column.dtype) or column.nunique() < 3:
        return False
    values = column.to_numpy(dtype=np.float64)
    return bool(abs(np.corrcoef(values, target.to_numpy(dtype=np.float64))[0, 1]) > _EXACT)


_MOST_ROWS = 2000  # shares of errors are then known to a hundredth
# A single measurement that leaves two errors in a hundred of those of a guess is rarer than a record of the answer.
_PERFECT = 0.98
# One strong feature is no leak by itself. What is odd is that others add nothing to it and none comes near it.
_GOOD, _OF_EVERYTHING, _LEAD = 0.8, 0.95, 0.2


def find_dominating_feature(case: Case) -> list[Finding]:
    """A small tree on one feature leaves hardly an error on rows it was not fitted on, or hardly more than the model.

    Skill is the share of the error of a constant answer that is removed. Serious from 0.98 on. A warning from 0.8 on
    when that is 0.95 of the skill of the whole model and 0.2 more than the next feature has.
    """
    table = case.table
    if table.target is None or len(table) < _FEWEST_ROWS:
        return []
    copies = list_copies(table)
    names = [name for name in case.describing if name not in copies]
    if not names:
        return []
    skills = measure_alone(table, names)
    order = np.argsort(-skills, kind="stable")
    best = float(skills[order[0]])
    second = float(skills[order[1]]) if len(order) > 1 else 0.0
    whole = find_skill(case.outputs)
    is_perfect = best >= _PERFECT and len(names) > 1
    rivals = best >= _GOOD and whole is not None and best >= _OF_EVERYTHING * whole and best >= second + _LEAD
    if not (is_perfect or rivals):
        return []
    name = names[order[0]]
    compared = "" if whole is None else f", and the whole model {share(max(whole, 0.0))}"
    sentence = (
        f"Feature {quote(name)} alone removes {'all' if best >= 1.0 else share(best)} of the "
        f"{name_error(table.task)}{compared}. A feature that good is often a leak: find "
        "out whether its value is known, and the same, before the target is. If not, leave it out and fit again."
    )
    evidence = {"feature": name, "skill": best, "second": second, "skill_of_model": whole}
    return [Finding("dominating-feature", "serious" if is_perfect else "warning", sentence, evidence)]


def measure_alone(table: Table, names: list[str]) -> NDArray[np.float64]:
    """Share of a constant answer's error that a small tree on each feature alone removes, on rows it was not fitted on.

    At most 2,000 rows are looked at, by twofold cross-validation.

    Parameters
    ----------
    table : Table
        The table, with a target.
    names : list of str
        The features.

    Returns
    -------
    ndarray of shape (n_names,)
        At most 1; zero and less where the feature alone is no better than a constant.
    """
    assert table.target is not None
    rows = np.random.default_rng(0).permutation(len(table))[:_MOST_ROWS]
    target = table.target.to_numpy()
    halves = [(rows[::2], rows[1::2]), (rows[1::2], rows[::2])]
    is_class = table.task == "classification"
    return np.array([_measure(table.features[[name]], target, halves, is_class) for name in names])


def _measure(
    column: Any, target: NDArray[Any], halves: list[tuple[NDArray[np.intp], NDArray[np.intp]]], is_class: bool
) -> float:
    lost = constant = 0.0
    for learn, test in halves:
        known, truth = target[learn], target[test]
        said = _make_tree(known, is_class).fit(column.iloc[learn], known).predict(column.iloc[test])
        if is_class:
            labels, counts = np.unique(known, return_counts=True)
            lost += float(np.count_nonzero(said != truth))
            constant += float(np.count_nonzero(truth != labels[counts.argmax()]))
        else:
            lost += float(((said - truth) ** 2).sum())
            constant += float(((truth - known.mean()) ** 2).sum())
    return 1.0 - lost / constant if constant > 0 else 0.0


def _make_tree(known: NDArray[Any], is_class: bool) -> DecisionTreeClassifier | DecisionTreeRegressor:
    if is_class:
        return DecisionTreeClassifier(max_depth=4, min_samples_leaf=2, random_state=0)
    return DecisionTreeRegressor(min_samples_leaf=min(5, max(1, len(known) // 10)), random_state=0)
