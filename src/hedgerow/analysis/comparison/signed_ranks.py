"""Is one method better by more than chance? Wilcoxon's signed-rank test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
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
