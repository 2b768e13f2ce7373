"""Is there any difference between the methods at all? Friedman's test."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats


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
