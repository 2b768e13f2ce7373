"""Which average ranks differ? Nemenyi for all pairs, Bonferroni-Dunn against one control."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats


def critical_difference(
    n_rows: int, n_methods: int, *, alpha: float = 0.05, against_control: bool = False
) -> float:
    """Least difference of two average ranks that is significant.

    ``CD = q sqrt(k (k+1) / (6 N))``, where q comes from the studentised range (Nemenyi, all pairs), or is the
    normal quantile at alpha / (2 (k-1)) (Bonferroni-Dunn, each method against a control).

    Parameters
    ----------
    n_rows : int
        Data sets.
    n_methods : int
        Methods.
    alpha : float, default=0.05
        Chance of one or more false differences.
    against_control : bool, default=False
        Whether only the k-1 comparisons with a control are made, which can show smaller differences.

    Returns
    -------
    float

    References
    ----------
    J. Demsar, Statistical comparisons of classifiers over multiple data sets, Journal of Machine Learning
    Research 7, 2006, pp. 1-30.

    Examples
    --------
    >>> round(critical_difference(14, 4), 3), round(critical_difference(14, 4, against_control=True), 3)
    (1.254, 1.168)
    """
    if against_control:
        q = float(stats.norm.isf(alpha / (2 * (n_methods - 1))))
    else:
        q = float(stats.studentized_range.isf(alpha, n_methods, np.inf)) / math.sqrt(2)
    return q * _standard_error(n_rows, n_methods)


def nemenyi(average_ranks: ArrayLike, n_rows: int) -> NDArray[np.float64]:
    """p-values of all pairs of average ranks, for the chance of any false difference.

    Parameters
    ----------
    average_ranks : array-like of shape (n_methods,)
        Average ranks.
    n_rows : int
        Data sets they were averaged over.

    Returns
    -------
    ndarray of shape (n_methods, n_methods)
        Symmetric, 1 on the diagonal.

    Examples
    --------
    >>> nemenyi([1.2, 2.0, 2.8], n_rows=20).round(4)[0].tolist()
    [1.0, 0.0307, 0.0]
    """
    means = np.asarray(average_ranks, dtype=np.float64)
    k = len(means)
    first, second = np.triu_indices(k, 1)
    studentised = np.abs(means[first] - means[second]) * math.sqrt(2) / _standard_error(n_rows, k)
    p_values = np.ones((k, k))
    p_values[first, second] = np.clip(stats.studentized_range.sf(studentised, k, np.inf), 0.0, 1.0)
    p_values[second, first] = p_values[first, second]
    return p_values


def bonferroni_dunn(average_ranks: ArrayLike, n_rows: int, control: int) -> NDArray[np.float64]:
    """p-values of each average rank against that of a control, for the chance of any false difference.

    Parameters
    ----------
    average_ranks : array-like of shape (n_methods,)
        Average ranks.
    n_rows : int
        Data sets they were averaged over.
    control : int
        Position of the control, whose own p-value is 1.

    Returns
    -------
    ndarray of shape (n_methods,)

    Examples
    --------
    >>> bonferroni_dunn([1.2, 2.0, 2.8], n_rows=20, control=0).round(4).tolist()
    [1.0, 0.0228, 0.0]
    """
    means = np.asarray(average_ranks, dtype=np.float64)
    z = np.abs(means - means[control]) / _standard_error(n_rows, len(means))
    p_values: NDArray[np.float64] = np.minimum(1.0, 2 * (len(means) - 1) * stats.norm.sf(z))
    p_values[control] = 1.0
    return p_values


def join_groups(average_ranks: ArrayLike, difference: float) -> list[tuple[int, int]]:
    """Find the largest groups of neighbours in the order of ranks that the critical difference does not part.

    Parameters
    ----------
    average_ranks : array-like of shape (n_methods,)
        Average ranks in increasing order.
    difference : float
        The critical difference; ranks that are just as far apart are parted.

    Returns
    -------
    list of (int, int)
        First and last position of each group of two or more; groups may overlap, none lies within another.

    Examples
    --------
    >>> join_groups([1.0, 1.5, 2.2, 4.0], 1.0)
    [(0, 1), (1, 2)]
    """
    means = np.asarray(average_ranks, dtype=np.float64)
    groups: list[tuple[int, int]] = []
    for first in range(len(means)):
        last = int(np.flatnonzero(means - means[first] < difference)[-1])
        if last > first and (not groups or last > groups[-1][1]):
            groups.append((first, last))
    return groups


def _standard_error(n_rows: int, n_methods: int) -> float:
    """Standard error of the difference of two average ranks when all methods are alike."""
    return math.sqrt(n_methods * (n_methods + 1) / (6 * n_rows))
