"""Tests by Student's t over folds that share rows, and the intervals that go with them."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats
from sklearn.model_selection import RepeatedKFold, RepeatedStratifiedKFold
from sklearn.utils.multiclass import type_of_target

from hedgerow.foundation.constraints import Count, Number, check


class Tested(NamedTuple):
    """A statistic and its p-value: two numbers, or two arrays where many tests were made at once."""

    statistic: Any
    p_value: Any


def corrected_t(differences: ArrayLike, test_to_train: float) -> Tested:
    """Test whether the mean difference over folds of one data set is zero.

    ``t = mean / sqrt((1/J + n_test/n_train) s^2)`` with J-1 degrees of freedom, for J cross-validation folds or
    random splits. The plain paired t-test takes folds that share most of their training rows for independent
    ones, and finds differences that are not there.

    Parameters
    ----------
    differences : array-like of shape (n_folds,) or (n_folds, n_pairs)
        Score of one method less that of the other on the same folds.
    test_to_train : float
        Test rows for each training row: 1/(K-1) in K-fold cross-validation, repeated or not.

    Returns
    -------
    Tested
        t and its two-sided p-value. Differences that are all the same have no spread: t = 0 and p = 1 where they
        are zero, else t is infinite and p = 0.

    References
    ----------
    C. Nadeau and Y. Bengio, Inference for the generalization error, Machine Learning 52, 2003, pp. 239-281.
    R. Bouckaert and E. Frank, Evaluating the replicability of significance tests for comparing learning
    algorithms, PAKDD 2004.

    Examples
    --------
    >>> tested = corrected_t([0.02, 0.03, 0.01, 0.04, 0.02], test_to_train=1 / 4)
    >>> round(tested.statistic, 4), round(tested.p_value, 4)
    (3.1379, 0.0349)
    """
    values = np.asarray(differences, dtype=np.float64)
    mean = values.mean(axis=0)
    # A spread that is only the rounding of the mean is none.
    error = np.where(np.ptp(values, axis=0) > 0, standard_error(values, test_to_train=test_to_train), 0.0)
    t = divide_or_infinite(mean, error)
    p_value = 2 * stats.t.sf(np.abs(t), len(values) - 1)
    return Tested(t, p_value) if values.ndim > 1 else Tested(float(t), float(p_value))


def divide_or_infinite(numerator: ArrayLike, denominator: ArrayLike) -> np.ndarray:
    """Quotient that is infinite where only the denominator is 0, and 0 where both are.

    Examples
    --------
    >>> divide_or_infinite([1.0, -1.0, 0.0, 3.0], [0.0, 0.0, 0.0, 2.0]).tolist()
    [inf, -inf, 0.0, 1.5]
    """
    top, bottom = np.broadcast_arrays(
        np.asarray(numerator, dtype=np.float64), np.asarray(denominator, dtype=np.float64)
    )
    limit = np.where(top == 0, 0.0, np.copysign(np.inf, top))
    return np.asarray(np.divide(top, bottom, out=limit, where=bottom > 0))


Split = tuple[NDArray[np.intp], NDArray[np.intp]]


def five_by_two_splits(
    y: ArrayLike, *, classification: bool | None = None, random_state: int | None = None
) -> list[Split]:
    """Five random halvings of the rows, each half once for training and once for testing.

    Pass the list as ``cv`` to scikit-learn's `cross_validate` for every method, so all see the same halves.

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


def standard_error(scores: ArrayLike, *, test_to_train: float = 0.0) -> Any:
    """Standard error of the mean of repeated scores.

    ``sqrt((1/J + n_test/n_train) s^2)`` for J scores with the variance s^2. Training sets that overlap make the
    scores alike; the second term, which does not shrink with more repeats, accounts for it (Nadeau & Bengio
    2003). With 0 it is the textbook ``sqrt(s^2 / J)`` that tables print.

    Parameters
    ----------
    scores : array-like of shape (n_scores,) or (n_scores, ...)
        Scores, or differences of scores, along the first axis; two or more.
    test_to_train : float, default=0.0
        Test rows for each training row: 1/9 in 10-fold cross-validation.

    Returns
    -------
    float or ndarray

    Examples
    --------
    >>> round(standard_error([0.8, 0.9, 0.7]), 4), round(standard_error([0.8, 0.9, 0.7], test_to_train=0.5), 4)
    (0.0577, 0.0913)
    """
    values = np.asarray(scores, dtype=np.float64)
    if values.ndim == 0 or len(values) < 2:
        raise ValueError("two scores are the least for a spread")
    error = np.sqrt((1 / len(values) + test_to_train) * values.var(axis=0, ddof=1))
    return error if error.ndim else float(error)


def interval_half_width(scores: ArrayLike, *, confidence: float = 0.95, test_to_train: float = 0.0) -> Any:
    """Half of the two-tailed t interval of the mean of repeated scores.

    Parameters
    ----------
    scores : array-like of shape (n_scores,) or (n_scores, ...)
        Scores along the first axis; two or more.
    confidence : float, default=0.95
        Confidence of the interval.
    test_to_train : float, default=0.0
        Test rows for each training row. 0 gives the interval that papers print after "+-" for the folds of a
        cross-validation, which is too narrow, because folds share their training rows.

    Returns
    -------
    float or ndarray

    Examples
    --------
    >>> round(interval_half_width([0.8, 0.9, 0.7]), 4)
    0.2484
    """
    n_scores = len(np.asarray(scores))
    error = standard_error(scores, test_to_train=test_to_train)
    return error * float(stats.t.isf((1 - confidence) / 2, n_scores - 1))


def binomial_standard_error(error: float, n_test: int) -> float:
    """Standard error of an error rate on one test set, ``sqrt(E (1-E) / n)``.

    Parameters
    ----------
    error : float
        Share of wrong answers.
    n_test : int
        Rows of the test set.

    Returns
    -------
    float

    Examples
    --------
    >>> round(binomial_standard_error(0.106, 20_000), 8)
    0.00217674
    """
    check("error", error, Number(0, 1))
    check("n_test", n_test, Count())
    return math.sqrt(error * (1 - error) / n_test)
