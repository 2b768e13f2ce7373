"""On how many data sets is one method better? Wins, ties, losses and the sign test."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats


def sign_threshold(n_rows: int, alpha: float = 0.05) -> float:
    """Wins that a method needs over N data sets, by the normal approximation.

    ``N/2 + 1.96 sqrt(N)/2`` at 0.05, to be reached by the wins and half of the ties. At other levels the normal
    quantile is rounded up to two decimals as well.

    Parameters
    ----------
    n_rows : int
        Data sets, ties included.
    alpha : float, default=0.05
        Two-sided level.

    Returns
    -------
    float

    References
    ----------
    J. Demsar, Statistical comparisons of classifiers over multiple data sets, Journal of Machine Learning
    Research 7, 2006, pp. 1-30.

    Examples
    --------
    >>> round(sign_threshold(61), 3)
    38.154
    """
    z = math.ceil(100 * float(stats.norm.isf(alpha / 2))) / 100
    return n_rows / 2 + z * math.sqrt(n_rows) / 2


def passes_sign_threshold(wins: int, ties: int, losses: int, alpha: float = 0.05) -> bool:
    """Tell whether the wins and half of the ties reach `sign_threshold`.

    Examples
    --------
    >>> passes_sign_threshold(38, 2, 21), passes_sign_threshold(38, 0, 23)
    (True, False)
    """
    return wins + ties / 2 >= sign_threshold(wins + ties + losses, alpha)


def sign_test(wins: ArrayLike, ties: ArrayLike, losses: ArrayLike) -> Any:
    """Exact two-sided p-value of the sign test.

    Ties are shared out; the better method has its wins and half of the ties, rounded down, as successes out of
    all N. An odd tie so counts against it.

    Parameters
    ----------
    wins, ties, losses : int or array-like of int
        Data sets on which the first method is better, as good, worse.

    Returns
    -------
    float or ndarray
        1 where nothing was compared.

    Examples
    --------
    >>> round(sign_test(38, 2, 21), 6), round(sign_test(38, 0, 23), 6)
    (0.039617, 0.072177)
    """
    won, tied, lost = np.asarray(wins), np.asarray(ties), np.asarray(losses)
    successes = np.maximum(won, lost) + tied // 2
    p_values = np.minimum(1.0, 2 * stats.binom.sf(successes - 1, won + tied + lost, 0.5))
    return p_values if p_values.ndim else float(p_values)


def count_signs(differences: ArrayLike) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Count positive, zero and negative differences along the first axis; NaN counts nowhere.

    Examples
    --------
    >>> [int(count) for count in count_signs([0.1, 0.0, -0.2, 0.3, float("nan")])]
    [2, 1, 1]
    """
    values = np.asarray(differences, dtype=np.float64)
    won, tied, lost = (values > 0).sum(axis=0), (values == 0).sum(axis=0), (values < 0).sum(axis=0)
    return won, tied, lost
