"""Which features a forest shows to gain more than chance would give them."""

from __future__ import annotations

from typing import Any, Literal

from hedgerow.relevance.relevance import Relevance
from hedgerow.relevance.splits import EffectiveSize, SplitGains

SelectionRule = Literal["threshold", "test"]
Adjustment = Literal["holm", "bh"]
Null = Literal["exact", "midpoint", "lower", "upper"]
_TESTS = {
    "exact": "t test over nodes: gain above the exact expectation for a column without ties",
    "midpoint": "t test over nodes: gain above the published mid-point of bounds",
    "lower": "t test over nodes: gain above the published lower bound",
    "upper": "t test over nodes: gain above the published upper bound",
}


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
