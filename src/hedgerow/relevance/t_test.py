"""What a weighted mean allows to say: its interval, and whether it is above zero."""

from __future__ import annotations

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
