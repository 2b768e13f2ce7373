"""Which features gain more than chance: more than shuffled twins out of bag, or than an irrelevant one would."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import nnls
from scipy.special import gammaincc, ndtri

from hedgerow.relevance.relevance import Relevance
from hedgerow.relevance.splits import EffectiveSize, SplitGains
from hedgerow.relevance.summary import GainMoments, mean_gains

SelectionRule = Literal["threshold", "test"]
Adjustment = Literal["holm", "bh"]
Null = Literal["exact", "midpoint", "lower", "upper"]
_TESTS = {
    "exact": "t test over nodes: gain above the exact expectation for a column without ties",
    "midpoint": "t test over nodes: gain above the published mid-point of bounds",
    "lower": "t test over nodes: gain above the published lower bound",
    "upper": "t test over nodes: gain above the published upper bound",
}
# Of what a shuffle adds; 2 is that of a squared association of two signs.
_LEAST_SKEWNESS, _MOST_SKEWNESS = 2.0, 8.0
_PRIOR_USES = 30.0  # how many uses of a twin the common variance is worth beside its own
_PRIOR_FEATURES = 2.0  # how many features of its kind all the others are worth
_TAIL = 0.02  # share of the twins whose gains tell how far chance reaches
_N_REFITS = 5


def select_by_gain(
    splits: SplitGains,
    selection: SelectionRule | None,
    *,
    names: tuple[str, ...],
    alpha: float = 0.05,
    adjust: Adjustment | None = None,
    null: Null = "exact",
    effective_size: EffectiveSize = "kish",
    unit: float | None = None,
    confidence: float = 0.95,
) -> Relevance:
    """Choose the features whose splits gain more than those of an irrelevant feature in the same nodes.

    ``D(l) = IG(l) - E0(l)`` for each split l, averaged over the splits of a feature with the node complexities as
    weights. "threshold" keeps features with a mean above zero, which about every second irrelevant one has; "test"
    keeps those whose mean is above zero by a one-sided t test.

    Parameters
    ----------
    splits : SplitGains
        The splits of a forest whose bags have no copies.
    selection : {"threshold", "test"} or None
        The rule; None keeps all features.
    names : tuple of str
        The features.
    alpha : float, default=0.05
        Level of the test.
    adjust : {"holm", "bh"} or None, default=None
        How p-values account for the number of features tested.
    null : {"exact", "midpoint", "lower", "upper"}, default="exact"
        What an irrelevant feature is expected to gain; "midpoint" is the published one, which is too low for most
        nodes and lets irrelevant features pass.
    effective_size, unit, confidence
        As for `SplitGains.summarise`; the confidence is that of the intervals of the mean gains.

    Returns
    -------
    Relevance
        `selected` says which features passed.

    Notes
    -----
    A feature without a split was never tried and is not chosen; one that fails is unproven, not irrelevant. Trees
    should try one feature a node: the best of several gains more than chance gives to one.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 7.15-7.18 and algorithm 4; J. D. Rogers and S. R. Gunn,
    Identifying feature relevance using a random forest, LNCS 3940, 2006.

    Examples
    --------
    >>> from hedgerow import EnsembleClassifier, DecisionTreeClassifier, datasets
    >>> sample = datasets.make_simple(random_state=0)
    >>> trees = EnsembleClassifier(
    ...     DecisionTreeClassifier(max_features=1), resampling="unique_bootstrap", random_state=0
    ... ).fit(sample.X, sample.y)
    >>> splits = SplitGains.from_forest(trees.members_.forest)
    >>> select_by_gain(splits, "test", names=sample.feature_names)
    <Relevance: 2 of 9 features pass at 0.05: x1, x2>
    """
    how: dict[str, Any] = {"effective_size": effective_size, "unit": unit, "confidence": confidence}
    gains = splits.summarise(**how)
    excess = splits.summarise(splits.gain - splits.expected(null), **how)
    t, p_value = excess.test()
    return Relevance.of_test(
        p_value,
        excess.mean,
        selection=selection,
        adjust=adjust,
        alpha=alpha,
        names=names,
        gain=splits.summarise(weighting="unit").mean,
        weighted_gain=gains.mean,
        low=gains.low,
        high=gains.high,
        effective_size=excess.effective_size,
        n_splits=gains.count,
        frequency=gains.count / max(len(splits), 1),
        expected=gains.mean - excess.mean,
        t=t,
        test=_TESTS[null],
    )


@dataclass(frozen=True, eq=False)
class ContrastTest:
    """Out-of-bag gain of each feature, against that of its twins; one entry per feature.

    Parameters
    ----------
    observed : ndarray of shape (n_features,)
        Mean over the trees of the out-of-bag gain of the splits on the feature.
    expected, spread : ndarray of shape (n_features,)
        Mean and standard deviation of that under the hypothesis that the column is in no relation to the others.
    t : ndarray of shape (n_features,)
        ``(observed - expected) / spread``.
    p_value : ndarray of shape (n_features,)
        Probability of a t at least as large by chance.
    """

    observed: NDArray[np.float64]
    expected: NDArray[np.float64]
    spread: NDArray[np.float64]
    t: NDArray[np.float64]
    p_value: NDArray[np.float64]


def compare_with_contrasts(
    blocks: Sequence[GainMoments], kinds: NDArray[np.intp] | None = None
) -> ContrastTest:
    """Test each feature against its shuffled twins.

    A column without any relation to the target and to the other columns cannot be told from its twin, so the
    gain of its splits has the mean and the variance of that of the twin's splits. Two things vary: which splits
    the trees of a forest happen to make, and how well the shuffled column happens to fit the target. The trees of a
    block share a shuffle, so the variance between blocks holds both and that within blocks only the first::

        Var(block mean) = (a + 1 / b) w        w: variance within blocks, b: trees of a block
        Var(observed - expected) = (a + 1 / T) w + (a + 1 / b) w / R        T: trees, R: blocks

    The share a of the shuffle is fitted to all features at once as ``a0 + a1 w``, because a column that is used more
    often owes more of its luck to the shuffle. Luck is skewed, too: a column that happens to fit is preferred, and
    fits again. P-values come from a gamma distribution with the skewness that the twins of all features show together,
    and are never smaller than the share of single twins that reach as far: beyond what trees scatter by themselves;
    and, where columns are many and each is hardly ever used, on the scale of their own spread.

    Parameters
    ----------
    blocks : sequence of GainMoments
        Out-of-bag gain of the splits on the features, and then on their twins, in the
        trees that share a shuffle. At least three blocks with at least two trees each.
    kinds : ndarray of int of shape (n_features,), default=None
        Which features are alike (two values, a few, many, categories): chance treats them alike, so they share what is
        known about it. None where all are.

    Returns
    -------
    ContrastTest

    Notes
    -----
    A t test over trees, or over replicated forests, would count the same rows again and again: any feature
    that fits the sample by luck becomes significant with enough trees. Here the spread between shuffles stays.

    In simulations of pure noise (two classes, 100 to 5,000 rows, 12 to 2,000 columns, 500 to 2,000 trees) 2 to 9 % of
    the features had a p-value below 0.05 and up to 1 % one below 0.005. Holm's adjustment let any pass in 3 to 12 % of
    the tables with hundreds of columns, instead of 5 %.

    Examples
    --------
    >>> gains = np.random.default_rng(2).normal(size=(20, 5, 6))  # 20 blocks of 5 trees, 3 features and their twins
    >>> gains[:, :, 0] += 1.0
    >>> compare_with_contrasts([GainMoments.of(block) for block in gains]).p_value < 0.02
    array([ True, False, False])
    """
    sizes = np.array([block.n_trees for block in blocks])
    n_trees, n_blocks = int(sizes.sum()), sizes.size
    if n_blocks < 3 or sizes.min() < 2:
        raise ValueError(
            f"{n_trees} trees in {n_blocks} blocks are too few to estimate chance; grow at least 50 trees"
        )
    n_features = blocks[0].mean.size // 2
    means = np.stack([block.mean[n_features:] for block in blocks])
    squares, cubes, uses = (
        np.sum([getattr(block, name)[n_features:] for block in blocks], axis=0)
        for name in ("squares", "cubes", "uses")
    )
    observed, expected = mean_gains(blocks)[:n_features], means.mean(axis=0)
    if not squares.any():
        nothing = np.zeros_like(observed)
        return ContrastTest(observed, expected, nothing, nothing, np.ones_like(observed))
    kinds = np.zeros(n_features, np.intp) if kinds is None else np.unique(kinds, return_inverse=True)[1]
    within = _share_variance(squares / (n_trees - n_blocks), float(uses.mean()), kinds)
    per_tree = float(np.mean(1.0 / sizes))
    ratio = means.var(axis=0, ddof=1) / within
    shuffle = _fit_shares(ratio, within, per_tree)
    shuffle *= _lean_on_kinds(ratio - per_tree, shuffle, kinds)
    total = shuffle + 1.0 / n_trees + (shuffle + per_tree) / n_blocks
    spread = np.sqrt(within * total)
    t, draws = (observed - expected) / spread, (means - expected) / spread
    scatter = float(np.mean(1.0 / sizes**2)) * cubes / n_trees
    skewness = _find_skewness(means - expected, scatter, within, shuffle)
    tree_noise = float(np.mean(np.sqrt(per_tree / total)))
    draws_alike = draws / draws.std()
    tails = (
        _gamma_tail(t, skewness * (shuffle / total) ** 1.5),
        _reached(t, draws, -tree_noise * float(ndtri(0.1 / draws.size))),
        _reached(t, draws_alike, float(np.quantile(draws_alike, 1.0 - _TAIL))),
    )
    return ContrastTest(observed, expected, spread, t, np.maximum.reduce(tails))


def _share_variance(own: NDArray[np.float64], uses: float, kinds: NDArray[np.intp]) -> NDArray[np.float64]:
    """Variance within blocks: a twin's own, and that of its kind, which counts for more where twins are rarely used."""
    weight = uses / (uses + _PRIOR_USES)
    alike = own.mean() * _lean_on_kinds(own, np.full(own.shape, own.mean()), kinds)
    return np.asarray(np.maximum(weight * own + (1.0 - weight) * alike, np.finfo(float).tiny))


def _lean_on_kinds(
    found: NDArray[np.float64], fitted: NDArray[np.float64], kinds: NDArray[np.intp]
) -> NDArray[np.float64]:
    """By how much each kind of feature differs from what was fitted to all; small kinds are believed less."""
    sizes = np.bincount(kinds)
    expected = np.bincount(kinds, fitted)
    differs = np.bincount(kinds, found) / np.where(expected > 0.0, expected, 1.0)
    differs = np.where(expected > 0.0, np.maximum(differs, 0.0), 1.0)
    return np.asarray((sizes * differs + _PRIOR_FEATURES) / (sizes + _PRIOR_FEATURES))[kinds]


def _fit_shares(
    ratio: NDArray[np.float64], within: NDArray[np.float64], per_tree: float
) -> NDArray[np.float64]:
    """Share of the shuffle in the variance: not negative, linear in `within`, by weighted least squares."""
    design = np.stack([np.ones_like(within), within / within.mean()], axis=1)
    share = np.full(ratio.shape, max(float(ratio.mean()) - per_tree, 0.0))
    for _ in range(_N_REFITS):
        weight = 1.0 / (share + per_tree)
        basis, triangle = np.linalg.qr(design * weight[:, None])
        coefficients, _residual = nnls(triangle, basis.T @ ((ratio - per_tree) * weight))
        share = design @ coefficients
    return np.asarray(share)


def _find_skewness(
    between: NDArray[np.float64],
    scatter: NDArray[np.float64],
    within: NDArray[np.float64],
    shuffle: NDArray[np.float64],
) -> float:
    """Skewness of what shuffles add, pooled over features: third cumulant of blocks less that of their trees."""
    n_blocks, luck = len(between), float((shuffle**1.5).sum())
    of_blocks = (between**3).sum(axis=0) * n_blocks / ((n_blocks - 1) * (n_blocks - 2))
    pooled = float(((of_blocks - scatter) / within**1.5).sum())
    if pooled <= _LEAST_SKEWNESS * luck:
        return _LEAST_SKEWNESS
    return _MOST_SKEWNESS if pooled >= _MOST_SKEWNESS * luck else pooled / luck


def _gamma_tail(t: NDArray[np.float64], skewness: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probability beyond t under a gamma distribution with mean 0, variance 1 and the given skewness."""
    shape = 4.0 / np.maximum(skewness, 1e-3) ** 2
    return np.asarray(gammaincc(shape, np.maximum(shape + t * np.sqrt(shape), 0.0)))


def _reached(t: NDArray[np.float64], draws: NDArray[np.float64], threshold: float) -> NDArray[np.float64]:
    """Share of the draws that reach t: counted, or beyond the last ones by an exponential tail; 0 below a threshold."""
    beyond = np.sort(draws[draws > threshold])
    if beyond.size == 0:
        return np.zeros_like(t)
    reach = np.maximum(t - threshold, 0.0)
    extended = beyond.size / draws.size * np.exp(-reach / max(float((beyond - threshold).mean()), 1e-12))
    count = beyond.size - np.searchsorted(beyond, t, side="left")
    counted = np.where(count > 0, (1 + count) / (1 + draws.size), 0.0)
    return np.where(t > threshold, np.maximum(extended, counted), 0.0)
