"""Tests of ranks: of one pair (Wilcoxon), of all methods (Friedman), and of which differ (Nemenyi, Bonferroni-Dunn)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

Method = Literal["auto", "exact", "approx"]
Alternative = Literal["two-sided", "greater", "less"]

LARGEST_EXACT = 25


@dataclass(frozen=True)
class SignedRanks:
    """Wilcoxon's signed-rank test of one pair.

    Parameters
    ----------
    positive, negative : float
        Sums of the ranks of positive and of negative differences.
    p_value : float
        The p-value.
    n_used : int
        Differences that are not zero.
    exact : bool
        Whether the p-value is exact.
    """

    positive: float
    negative: float
    p_value: float
    n_used: int
    exact: bool

    @property
    def statistic(self) -> float:
        """Wilcoxon's W, the smaller of the two sums."""
        return min(self.positive, self.negative)


def wilcoxon(
    differences: ArrayLike,
    *,
    method: Method = "auto",
    correction: bool = True,
    alternative: Alternative = "two-sided",
) -> SignedRanks:
    """Test whether differences are symmetric about zero.

    Zeros are dropped, differences of the same size share the mean of their ranks.

    Parameters
    ----------
    differences : array-like of shape (n_rows,)
        Score of one method less that of the other, one per data set.
    method : {"auto", "exact", "approx"}, default="auto"
        The exact distribution, or the normal one with the variance corrected for ties. "auto" is exact up to 25
        differences without ties.
    correction : bool, default=True
        Whether the normal approximation corrects for continuity.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the differences tend to be positive.

    Returns
    -------
    SignedRanks
        With p = 1 where all differences are zero.

    References
    ----------
    F. Wilcoxon, Individual comparisons by ranking methods, Biometrics Bulletin 1, 1945, pp. 80-83.

    Examples
    --------
    >>> tested = wilcoxon([0.02, 0.05, -0.01, 0.05, 0.0, 0.06])
    >>> tested.statistic, round(tested.p_value, 6), tested.exact
    (1.0, 0.104059, False)
    """
    values = np.asarray(differences, dtype=np.float64)
    if values.ndim != 1 or not np.isfinite(values).all():
        raise ValueError("differences must be one row of finite numbers; leave pairs with a gap out")
    used = values[values != 0]
    if used.size == 0:
        return SignedRanks(positive=0.0, negative=0.0, p_value=1.0, n_used=0, exact=True)
    sizes = np.abs(used)
    ranks = stats.rankdata(sizes)
    tied = np.unique(sizes).size < used.size
    if method == "exact" and tied:
        raise ValueError('differences of the same size have no exact distribution here; use method="approx"')
    exact = method == "exact" or (method == "auto" and used.size <= LARGEST_EXACT and not tied)
    tested = stats.wilcoxon(
        used,
        method="exact" if exact else "approx",
        correction=correction and not exact,
        alternative=alternative,
    )
    return SignedRanks(
        positive=float(ranks[used > 0].sum()),
        negative=float(ranks[used < 0].sum()),
        p_value=float(tested.pvalue),
        n_used=int(used.size),
        exact=exact,
    )


@dataclass(frozen=True)
class Friedman:
    """Friedman's test and Iman and Davenport's better approximation of it.

    Parameters
    ----------
    statistic, p_value : float
        Friedman's chi-squared and its p-value.
    f_statistic, f_p_value : float
        Iman and Davenport's F and its p-value.
    n_rows, n_methods : int
        Data sets and methods that were ranked.
    tie_corrected : bool
        Whether chi-squared was divided by the correction for ties.
    """

    statistic: float
    p_value: float
    f_statistic: float
    f_p_value: float
    n_rows: int
    n_methods: int
    tie_corrected: bool

    @property
    def cautious_p_value(self) -> float:
        """The p-value of F, but never below what so few rows can show.

        N random rankings of k methods all agree with the probability (k!)^(1-N): three data sets that agree about
        three methods are no stronger evidence than 1/36, though F is then infinite.
        """
        least = math.exp((1 - self.n_rows) * math.lgamma(self.n_methods + 1))
        return max(self.f_p_value, least)

    def critical_f(self, alpha: float = 0.05) -> float:
        """The value that F must exceed at a level."""
        between = self.n_methods - 1
        return float(stats.f.isf(alpha, between, between * (self.n_rows - 1)))


def friedman(ranks: ArrayLike, *, tie_correction: bool = False) -> Friedman:
    """Test whether all methods have the same average rank.

    With the average ranks R_j of k methods over N data sets::

        chi2 = 12 N / (k (k+1)) (sum_j R_j^2 - k (k+1)^2 / 4)
        F    = (N-1) chi2 / (N (k-1) - chi2)          with k-1 and (k-1)(N-1) degrees of freedom

    Parameters
    ----------
    ranks : array-like of shape (n_rows, n_methods)
        Ranks within each row, ties averaged, as `rank_methods` gives them.
    tie_correction : bool, default=False
        Whether to divide chi2 by 1 - sum (t^3 - t) / (N k (k^2 - 1)), over all groups of t tied methods, as SciPy
        does. The papers do not; without it the test is a little cautious when there are ties.

    Returns
    -------
    Friedman

    Notes
    -----
    chi2 cannot be negative: ranks that do not sum to k(k+1)/2 in each row are refused. Rankings that agree
    perfectly give F = inf and p = 0. Methods that are tied on every row give chi2 = 0 and p = 1.

    References
    ----------
    J. Demsar, Statistical comparisons of classifiers over multiple data sets, Journal of Machine Learning
    Research 7, 2006, pp. 1-30.

    Examples
    --------
    >>> tested = friedman([[1, 2, 3], [1, 3, 2], [1, 2, 3], [2, 1, 3]])
    >>> tested.statistic, round(tested.f_p_value, 4)
    (4.5, 0.0837)
    """
    checked = _check_ranks(ranks)
    n, k = checked.shape
    means = checked.mean(axis=0)
    chi2 = 12 * n / (k * (k + 1)) * float(np.sum((means - (k + 1) / 2) ** 2))
    if tie_correction and chi2 > 0:
        chi2 /= float(np.mean([stats.tiecorrect(row) for row in checked]))
    left = n * (k - 1) - chi2
    # The largest chi2 is N(k-1), and rounding must not turn an infinite F into a huge or a negative one.
    f = (n - 1) * chi2 / left if left > 1e-9 * n * k else math.inf
    return Friedman(
        statistic=chi2,
        p_value=float(stats.chi2.sf(chi2, k - 1)),
        f_statistic=f,
        f_p_value=float(stats.f.sf(f, k - 1, (k - 1) * (n - 1))),
        n_rows=n,
        n_methods=k,
        tie_corrected=tie_correction,
    )


def _check_ranks(ranks: ArrayLike) -> NDArray[np.float64]:
    checked = np.asarray(ranks, dtype=np.float64)
    if checked.ndim != 2 or checked.shape[0] < 2 or checked.shape[1] < 2:
        raise ValueError(f"ranks have the shape {checked.shape}; two rows and two methods are the least")
    n_methods = checked.shape[1]
    expected = n_methods * (n_methods + 1) / 2
    sums = checked.sum(axis=1)
    wrong = ~(np.abs(sums - expected) < 1e-9)
    if wrong.any():
        row = int(wrong.argmax())
        raise ValueError(
            f"the ranks of row {row} sum to {sums[row]:g}, but those of {n_methods} methods always sum to "
            f"{expected:g}; tied methods share the mean of their places"
        )
    return checked


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
