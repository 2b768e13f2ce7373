"""Comparing methods over data sets or folds: ranks, tests, and what may be concluded."""

from hedgerow.analysis.comparison.comparing import compare
from hedgerow.analysis.comparison.comparison import Comparison
from hedgerow.analysis.comparison.five_by_two import alpaydin_f, dietterich_t, five_by_two_splits
from hedgerow.analysis.comparison.intervals import (
    binomial_standard_error,
    interval_half_width,
    standard_error,
)
from hedgerow.analysis.comparison.omnibus import Friedman, friedman
from hedgerow.analysis.comparison.post_hoc import bonferroni_dunn, critical_difference, nemenyi
from hedgerow.analysis.comparison.quantitative import quantitative_scores
from hedgerow.analysis.comparison.ranks import rank_methods
from hedgerow.analysis.comparison.resampled import corrected_t
from hedgerow.analysis.comparison.signed_ranks import SignedRanks, wilcoxon
from hedgerow.analysis.comparison.signs import passes_sign_threshold, sign_test, sign_threshold
from hedgerow.relevance.adjustment import holm

__all__ = [
    "Comparison",
    "Friedman",
    "SignedRanks",
    "alpaydin_f",
    "binomial_standard_error",
    "bonferroni_dunn",
    "compare",
    "corrected_t",
    "critical_difference",
    "dietterich_t",
    "five_by_two_splits",
    "friedman",
    "holm",
    "interval_half_width",
    "nemenyi",
    "passes_sign_threshold",
    "quantitative_scores",
    "rank_methods",
    "sign_test",
    "sign_threshold",
    "standard_error",
    "wilcoxon",
]
