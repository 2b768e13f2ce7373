"""Folds of one data set are not independent: the corrected resampled t-test."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from hedgerow.analysis.comparison.intervals import standard_error
from hedgerow.analysis.comparison.tested import Tested


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
