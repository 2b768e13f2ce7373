"""How stable is a selector, and how surely? The estimator of Nogueira, Sechidis and Brown."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from scipy import stats

from hedgerow.selection.stability.supports import check_supports


@dataclass(frozen=True)
class StabilityEstimate:
    """An estimate of stability and its variance.

    Parameters
    ----------
    value : float
        1 when all runs select the same, 0 on average when they select at random.
    variance : float
        Variance of the estimate.
    n_runs : int
        Runs it was estimated from.
    """

    value: float
    variance: float
    n_runs: int

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Normal confidence interval, cut off where no stability can be.

        Parameters
        ----------
        confidence : float, default=0.95
            Confidence of the interval.

        Returns
        -------
        tuple of (float, float)
        """
        half_width = float(stats.norm.isf((1 - confidence) / 2)) * math.sqrt(self.variance)
        # -1/(M-1) is the least value: each feature is selected by just a share k/p of the runs.
        return max(-1 / (self.n_runs - 1), self.value - half_width), min(1.0, self.value + half_width)


def estimate_stability(supports: Any) -> StabilityEstimate:
    """Estimate the stability of a selector from what it selected in several runs.

    With the share p_f of the M runs that select feature f, s_f^2 = M/(M-1) p_f (1-p_f), and the mean number k of
    selected features among d::

        stability = 1 - mean_f(s_f^2) / (k/d (1 - k/d))

    Parameters
    ----------
    supports : array-like of bool of shape (n_runs, n_features)
        What each run selected; the numbers of features may differ.

    Returns
    -------
    StabilityEstimate

    Notes
    -----
    For selections of one size it is the mean of Kuncheva's index. Where every run selects nothing, or everything,
    the paper leaves it undefined; all runs agree, so it is 1 here, with variance 0.
    The variance takes the runs for independent draws. Runs on parts of one table overlap, so the interval is about
    more runs on this table rather than about other tables.

    References
    ----------
    S. Nogueira, K. Sechidis and G. Brown, On the stability of feature selection algorithms, Journal of Machine
    Learning Research 18(174), 2018, pp. 1-54; definition 4 and corollary 9.

    Examples
    --------
    >>> estimate = estimate_stability([[1, 1, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0]])
    >>> round(estimate.value, 4)
    0.3333
    """
    marks = check_supports(supports)
    n_runs, n_features = marks.shape
    shares = marks.mean(axis=0)
    share = float(shares.mean())
    chance = share * (1 - share)
    if not marks.any() or marks.all():
        return StabilityEstimate(value=1.0, variance=0.0, n_runs=n_runs)
    spread = n_runs / (n_runs - 1) * float((shares * (1 - shares)).mean())
    value = 1 - spread / chance
    sizes = marks.mean(axis=1)
    leaning = (marks @ shares / n_features - sizes * share + value / 2 * (2 * sizes * share - sizes)) / chance
    variance = 4 / n_runs * float(leaning.var())
    return StabilityEstimate(value=value, variance=variance, n_runs=n_runs)


@dataclass(frozen=True)
class StabilityDifference:
    """Test whether two selectors are equally stable.

    Parameters
    ----------
    difference : float
        Stability of the first less that of the second.
    statistic : float
        Difference over its standard error; infinite where neither varies.
    p_value : float
        Two-sided, from the normal distribution.
    """

    difference: float
    statistic: float
    p_value: float


def compare_stability(first: StabilityEstimate, second: StabilityEstimate) -> StabilityDifference:
    """Test whether two selectors are equally stable.

    ``T = (a - b) / sqrt(var a + var b)`` is standard normal when they are.

    Parameters
    ----------
    first, second : StabilityEstimate
        Estimates from independent runs. On the same parts of one table the runs of two selectors go up and down
        together, which makes the test cautious.

    Returns
    -------
    StabilityDifference

    References
    ----------
    S. Nogueira, K. Sechidis and G. Brown, On the stability of feature selection algorithms, Journal of Machine
    Learning Research 18(174), 2018, pp. 1-54; theorem 10.

    Examples
    --------
    >>> tested = compare_stability(StabilityEstimate(0.8, 0.0009, 100), StabilityEstimate(0.7, 0.0016, 100))
    >>> round(tested.statistic, 6), round(tested.p_value, 4)
    (2.0, 0.0455)
    """
    difference = first.value - second.value
    error = math.sqrt(first.variance + second.variance)
    statistic = 0.0
    if difference:
        statistic = difference / error if error > 0 else math.copysign(math.inf, difference)
    return StabilityDifference(difference, statistic, float(2 * stats.norm.sf(abs(statistic))))
