"""Tests of means against zero, and p-values adjusted for many tests."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtr, stdtrit

from hedgerow.foundation.constraints import Number, check

LEAST_SPREAD = 1e-3  # gains that happen to be equal are not known without error


def mean_interval(
    mean: ArrayLike, spread: ArrayLike, effective_size: ArrayLike, confidence: float = 0.95
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Confidence interval of a mean, ``mean -+ q s / sqrt(m)`` with q the t-quantile for m - 1 degrees of freedom.

    Parameters
    ----------
    mean, spread, effective_size : array-like of one shape
        Mean, standard deviation s and number of observations m, which may be fractional.
    confidence : float, default=0.95
        Chance that the interval covers the true mean.

    Returns
    -------
    low, high : ndarray
        The limits; minus and plus infinity where m is at most 1. A spread below 0.001 counts as 0.001.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 7.7-7.9.

    Examples
    --------
    >>> low, high = mean_interval(0.4025, 0.01707825, 4)
    >>> round(float(low), 4), round(float(high), 4)
    (0.3753, 0.4297)
    """
    check("confidence", confidence, Number(0, 1, "neither"))
    centre, deviation, size = np.broadcast_arrays(*map(_floats, (mean, spread, effective_size)))
    low, high = np.full(centre.shape, -np.inf), np.full(centre.shape, np.inf)
    known = size > 1.0
    quantile = stdtrit(size[known] - 1.0, (1.0 + confidence) / 2.0)
    half = quantile * np.maximum(deviation[known], LEAST_SPREAD) / np.sqrt(size[known])
    low[known], high[known] = centre[known] - half, centre[known] + half
    return low[()], high[()]


def mean_above_zero(
    mean: ArrayLike, spread: ArrayLike, effective_size: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """One-sided t test of a mean: how likely one this large is, if the true mean is at most zero.

    ``t = mean sqrt(m) / s`` and ``p = P(T > t)`` with m - 1 degrees of freedom.

    Parameters
    ----------
    mean, spread, effective_size : array-like of one shape
        Mean, standard deviation s and number of observations m, which may be fractional.

    Returns
    -------
    t, p : ndarray
        Where m is at most 1 nothing was tested: t is NaN and p is 1. Where all observations are equal, p is 0
        if they are above zero and 1 otherwise.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 7.15-7.18 (there p is called a likelihood).

    Examples
    --------
    >>> t, p = mean_above_zero(0.036, 0.0336154726, 5)
    >>> round(float(t), 4), round(float(p), 4)
    (2.3947, 0.0374)
    """
    centre, deviation, size = np.broadcast_arrays(*map(_floats, (mean, spread, effective_size)))
    t, p = np.full(centre.shape, np.nan), np.ones(centre.shape)
    known = (size > 1.0) & ~np.isnan(centre)
    equal = known & (deviation == 0.0)
    t[equal] = np.where(centre[equal] == 0.0, 0.0, np.copysign(np.inf, centre[equal]))
    p[equal] = np.where(centre[equal] > 0.0, 0.0, 1.0)
    spread_out = known & ~equal
    t[spread_out] = centre[spread_out] * np.sqrt(size[spread_out]) / deviation[spread_out]
    p[spread_out] = stdtr(size[spread_out] - 1.0, -t[spread_out])
    return t[()], p[()]


def _floats(values: ArrayLike) -> NDArray[np.float64]:
    return np.asarray(values, dtype=np.float64)


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    """Adjust p-values, so the chance of one or more false findings stays below the level.

    The smallest of m is multiplied by m, the next by m-1, and so on, and none may be smaller than the one before.

    Parameters
    ----------
    p_values : array-like of shape (n_tests,)
        p-values of the tests that were made together.

    Returns
    -------
    ndarray of shape (n_tests,)

    References
    ----------
    S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 1979,
    pp. 65-70.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    given = _check(p_values)
    order = np.argsort(given, kind="stable")
    steps = np.minimum(1.0, given[order] * np.arange(given.size, 0, -1))
    adjusted = np.empty_like(given)
    adjusted[order] = np.maximum.accumulate(steps)
    return adjusted


def benjamini_hochberg(p_values: ArrayLike) -> NDArray[np.float64]:
    """Adjust p-values, so the expected share of false ones among the findings stays below the level.

    The j-th smallest of m is multiplied by m/j, and none may be larger than the one after it. Less strict than Holm's;
    valid for independent tests, and for those that depend on each other positively.

    Parameters
    ----------
    p_values : array-like of shape (n_tests,)
        p-values of the tests that were made together.

    Returns
    -------
    ndarray of shape (n_tests,)

    References
    ----------
    Y. Benjamini and Y. Hochberg, Controlling the false discovery rate, Journal of the Royal Statistical Society B 57,
    1995, pp. 289-300.

    Examples
    --------
    >>> benjamini_hochberg([0.01, 0.04, 0.03, 0.5]).round(4).tolist()
    [0.04, 0.0533, 0.0533, 0.5]
    """
    given = _check(p_values)
    order = np.argsort(given, kind="stable")
    steps = np.minimum(1.0, given[order] * (given.size / np.arange(1, given.size + 1)))
    adjusted = np.empty_like(given)
    adjusted[order] = np.minimum.accumulate(steps[::-1])[::-1]
    return adjusted


def adjust_p_values(p_values: ArrayLike, method: Literal["holm", "bh"] | None) -> NDArray[np.float64]:
    """Adjust p-values by Holm's method, by that of Benjamini and Hochberg, or not at all.

    Examples
    --------
    >>> adjust_p_values([0.01, 0.5], "holm"), adjust_p_values([0.01, 0.5], None)
    (array([0.02, 0.5 ]), array([0.01, 0.5 ]))
    """
    given = np.asarray(p_values, dtype=np.float64)
    return given if method is None else {"holm": holm, "bh": benjamini_hochberg}[method](given)


def _check(p_values: ArrayLike) -> NDArray[np.float64]:
    given = np.asarray(p_values, dtype=np.float64)
    if given.ndim != 1:
        raise ValueError(f"p_values has the shape {given.shape}; pass one list, the tests made together")
    strange = ~((given >= 0) & (given <= 1))
    if strange.any():
        raise ValueError(
            f"p_values holds {given[strange][0]:g}, which is not a p-value; set what was not tested to 1, or leave it "
            "out"
        )
    return given
