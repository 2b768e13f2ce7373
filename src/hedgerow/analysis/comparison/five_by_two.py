"""Five times two-fold cross-validation: its splits and its two tests."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats
from sklearn.model_selection import RepeatedKFold, RepeatedStratifiedKFold
from sklearn.utils.multiclass import type_of_target

from hedgerow.analysis.comparison.resampled import divide_or_infinite
from hedgerow.analysis.comparison.tested import Tested

Split = tuple[NDArray[np.intp], NDArray[np.intp]]


def five_by_two_splits(
    y: ArrayLike, *, classification: bool | None = None, random_state: int | None = None
) -> list[Split]:
    """Five random halvings of the rows, each half once for training and once for testing.

    Pass the list as ``cv`` to scikit-learn's `cross_validate` for every method, so that all see the same halves.

    Parameters
    ----------
    y : array-like of shape (n_samples,)
        The target.
    classification : bool or None, default=None
        Whether each half gets its share of each class; None tells from `y`.
    random_state : int or None, default=None
        Seed.

    Returns
    -------
    list of (train rows, test rows)
        Ten pairs; the two of a halving stand next to each other.

    Examples
    --------
    >>> splits = five_by_two_splits([0, 1] * 10, random_state=0)
    >>> len(splits), sorted([*splits[0][1], *splits[1][1]]) == list(range(20))
    (10, True)
    """
    target = np.asarray(y)
    stratified = (
        type_of_target(target) in ("binary", "multiclass") if classification is None else classification
    )
    kind = RepeatedStratifiedKFold if stratified else RepeatedKFold
    halving = kind(n_splits=2, n_repeats=5, random_state=random_state)
    return list(halving.split(np.zeros((len(target), 1)), target))


def dietterich_t(differences: ArrayLike) -> Tested:
    """Dietterich's 5x2cv t-test: the first difference over the spread within halvings, 5 degrees of freedom.

    With the difference p_ij of halving i on half j, s_i^2 = sum_j (p_ij - mean_i)^2 and
    ``t = p_11 / sqrt(mean_i s_i^2)``.

    Parameters
    ----------
    differences : array-like of shape (5, 2) or (5, 2, n_pairs)
        Score of one method less that of the other.

    Returns
    -------
    Tested
        t and its two-sided p-value; without any spread t = 0 or infinite.

    References
    ----------
    T. Dietterich, Approximate statistical tests for comparing supervised classification learning algorithms,
    Neural Computation 10, 1998, pp. 1895-1923.

    Examples
    --------
    >>> P = [[0.02, 0.03], [0.01, 0.04], [0.03, 0.02], [0.05, 0.01], [0.02, 0.02]]
    >>> [round(value, 6) for value in dietterich_t(P)]
    [1.217161, 0.277852]
    """
    values, spread = _spread_within(differences)
    t = divide_or_infinite(values[0, 0], np.sqrt(spread / 5))
    return _tested(t, 2 * stats.t.sf(np.abs(t), 5))


def alpaydin_f(differences: ArrayLike) -> Tested:
    """Alpaydin's combined 5x2cv F-test: all ten differences count, so it does not hang on one of them.

    ``F = sum p_ij^2 / (2 sum_i s_i^2)`` with 10 and 5 degrees of freedom.

    Parameters
    ----------
    differences : array-like of shape (5, 2) or (5, 2, n_pairs)
        Score of one method less that of the other.

    Returns
    -------
    Tested
        F and its p-value; without any spread F = 0 or infinite.

    References
    ----------
    E. Alpaydin, Combined 5x2cv F test for comparing supervised classification learning algorithms, Neural
    Computation 11, 1999, pp. 1885-1892.

    Examples
    --------
    >>> P = [[0.02, 0.03], [0.01, 0.04], [0.03, 0.02], [0.05, 0.01], [0.02, 0.02]]
    >>> [round(value, 6) for value in alpaydin_f(P)]
    [2.851852, 0.129473]
    """
    values, spread = _spread_within(differences)
    f = divide_or_infinite((values**2).sum(axis=(0, 1)), 2 * spread)
    return _tested(f, stats.f.sf(f, 10, 5))


def _spread_within(differences: ArrayLike) -> tuple[NDArray[np.float64], Any]:
    values = np.asarray(differences, dtype=np.float64)
    if values.shape[:2] != (5, 2) or not np.isfinite(values).all():
        raise ValueError(f"pass ten finite differences as (5, 2), not the shape {values.shape}")
    # sum_j (p_ij - mean_i)^2 of two numbers; exactly 0 where they are the same.
    return values, ((values[:, 0] - values[:, 1]) ** 2 / 2).sum(axis=0)


def _tested(statistic: Any, p_value: Any) -> Tested:
    return Tested(statistic, p_value) if statistic.ndim else Tested(float(statistic), float(p_value))
