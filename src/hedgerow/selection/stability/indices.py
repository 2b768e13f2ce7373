"""How much selections, or rankings, agree: indices of stability."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats


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


def jaccard_stability(supports: Any) -> float:
    """Mean over all pairs of runs of the share of features that both selected among those that either did.

    ``J = |A and B| / |A or B|``, 1 where both are empty; the mean is over the l(l-1)/2 pairs of l runs.

    Parameters
    ----------
    supports : array-like of bool of shape (n_runs, n_features)
        What each run selected.

    Returns
    -------
    float
        From 0 to 1. It grows with the number of selected features even when they are drawn at random, so it
        compares only selections of about the same size.

    Notes
    -----
    Schowe & Morik print the factor 2/(l^2 + l) for the mean; with it identical selections would score
    (l-1)/(l+1). It is 2/(l^2 - l).

    References
    ----------
    B. Schowe and K. Morik, Fast-ensembles of minimum redundancy feature selection, SUEMA 2010.

    Examples
    --------
    >>> round(jaccard_stability([[1, 1, 1, 0], [1, 1, 0, 1], [1, 1, 1, 0]]), 6)
    0.666667
    """
    shared, sizes = _count_shared(check_supports(supports))
    union = sizes[:, None] + sizes - shared
    return _mean_over_pairs(np.divide(shared, union, out=np.ones_like(shared), where=union > 0))


def kuncheva_stability(supports: Any) -> float:
    """Mean over all pairs of runs of the agreement beyond chance.

    Two runs that select k of p features and share r of them have Kuncheva's index
    ``(r p - k^2) / (k (p - k))``: 1 when they are the same, 0 on average when they are drawn at random.

    Parameters
    ----------
    supports : array-like of bool of shape (n_runs, n_features)
        What each run selected.

    Returns
    -------
    float

    Notes
    -----
    Kuncheva defined the index for selections of one size. For sizes k and l it is here
    ``(r p - k l) / sqrt(k (p-k) l (p-l))``, the correlation of the two rows of marks, which equals hers for k = l, is 1
    only for identical selections, and 0 on average for random ones. A selection of nothing or of everything
    agrees with itself (1) and with no other (0).

    References
    ----------
    L. Kuncheva, A stability index for feature selection, Artificial Intelligence and Applications 2007.
    S. Nogueira and G. Brown, Measuring the stability of feature selection, ECML PKDD 2016.

    Examples
    --------
    >>> kuncheva_stability([[1, 1, 0, 0], [1, 0, 1, 0]]), kuncheva_stability([[1, 1, 0, 0], [1, 1, 0, 0]])
    (0.0, 1.0)
    """
    marks = check_supports(supports)
    shared, sizes = _count_shared(marks)
    n_features = marks.shape[1]
    spread = np.sqrt(sizes * (n_features - sizes))
    scale = spread[:, None] * spread
    identical = (sizes[:, None] == sizes) & (shared == sizes)
    beyond = shared * n_features - sizes[:, None] * sizes
    return _mean_over_pairs(np.divide(beyond, scale, out=identical.astype(np.float64), where=scale > 0))


def _count_shared(marks: NDArray[np.bool_]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Features shared by each pair of runs, and the size of each run's selection."""
    numbers = marks.astype(np.float32)  # counts below 2^24 are exact
    return (numbers @ numbers.T).astype(np.float64), marks.sum(axis=1).astype(np.float64)


def _mean_over_pairs(similarity: NDArray[np.float64]) -> float:
    """Mean of a symmetric matrix, its diagonal left out."""
    return float(similarity[np.triu_indices(len(similarity), 1)].mean())


def rank_features(scores: ArrayLike) -> NDArray[np.float64]:
    """Rank features by their scores in each run; the largest score has rank 1, ties share the mean of their places.

    Parameters
    ----------
    scores : array-like of shape (n_runs, n_features)
        Scores; NaN, which a constant feature gets from some filters, is the worst.

    Returns
    -------
    ndarray of shape (n_runs, n_features)

    Examples
    --------
    >>> rank_features([[0.2, 0.9, float("nan")]]).tolist()
    [[2.0, 1.0, 3.0]]
    """
    values = np.asarray(scores, dtype=np.float64)
    ranks: NDArray[np.float64] = stats.rankdata(np.where(np.isnan(values), np.inf, -values), axis=1)
    return ranks


def spearman_stability(ranks: ArrayLike) -> float:
    """Mean over all pairs of runs of Spearman's rank correlation.

    Parameters
    ----------
    ranks : array-like of shape (n_runs, n_features)
        Ranks of the features in each run.

    Returns
    -------
    float
        1 when all runs rank the features alike. A run that ranks all features the same agrees with another such
        run (1) and with no other (0).

    Examples
    --------
    >>> round(spearman_stability([[1, 2, 3], [1, 3, 2], [1, 2, 3]]), 6)
    0.666667
    """
    values = np.asarray(ranks, dtype=np.float64)
    if values.ndim != 2 or len(values) < 2:
        raise ValueError(f"the rankings have the shape {values.shape}; pass two runs or more")
    centred = values - values.mean(axis=1, keepdims=True)
    sizes = np.sqrt((centred**2).sum(axis=1, keepdims=True))
    flat = (sizes == 0).ravel()
    unit = np.divide(centred, sizes, out=np.zeros_like(centred), where=sizes > 0)
    agreement = unit @ unit.T
    agreement[np.ix_(flat, flat)] = 1.0
    return float(agreement[np.triu_indices(len(agreement), 1)].mean())


def check_supports(supports: Any) -> NDArray[np.bool_]:
    """Check a table of selections, one row per run and one column per feature.

    Parameters
    ----------
    supports : array-like of bool, or of 0 and 1, of shape (n_runs, n_features)
        What each run selected.

    Returns
    -------
    ndarray of bool

    Examples
    --------
    >>> check_supports([[1, 0], [1, 1]]).tolist()
    [[True, False], [True, True]]
    """
    marks = np.asarray(supports)
    if marks.ndim != 2 or marks.shape[1] == 0:
        raise ValueError(f"the selections have the shape {marks.shape}; pass (runs, features)")
    if marks.shape[0] < 2:
        raise ValueError(f"{marks.shape[0]} run was given; stability takes two or more")
    if marks.dtype != np.bool_ and not np.isin(marks, (0, 1)).all():
        raise ValueError("the selections must be marks, True or False for each feature, not feature numbers")
    return marks.astype(np.bool_)
