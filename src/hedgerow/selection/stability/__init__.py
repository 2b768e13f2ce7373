"""Stability: whether a selector selects the same features when it sees other rows."""

from hedgerow.selection.stability.measuring import selection_stability
from hedgerow.selection.stability.nogueira import (
    StabilityDifference,
    StabilityEstimate,
    compare_stability,
    estimate_stability,
)
from hedgerow.selection.stability.rankings import rank_features, spearman_stability
from hedgerow.selection.stability.record import SelectionStability, stability_of
from hedgerow.selection.stability.similarity import jaccard_stability, kuncheva_stability

__all__ = [
    "SelectionStability",
    "StabilityDifference",
    "StabilityEstimate",
    "compare_stability",
    "estimate_stability",
    "jaccard_stability",
    "kuncheva_stability",
    "rank_features",
    "selection_stability",
    "spearman_stability",
    "stability_of",
]
