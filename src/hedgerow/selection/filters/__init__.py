"""Selectors that look at the features themselves, and ask no learner."""

from hedgerow.selection.filters.cfs import CFSSelector
from hedgerow.selection.filters.clustering import FeatureClusterSelector
from hedgerow.selection.filters.combined_features import CombinedFeatureSelector
from hedgerow.selection.filters.fcbf import FCBFSelector
from hedgerow.selection.filters.focus import FocusSelector
from hedgerow.selection.filters.koller_sahami import KollerSahamiSelector
from hedgerow.selection.filters.mrmr import MRMRSelector
from hedgerow.selection.filters.mrmr_cost import expect_correlations

__all__ = [
    "CFSSelector",
    "CombinedFeatureSelector",
    "FCBFSelector",
    "FeatureClusterSelector",
    "FocusSelector",
    "KollerSahamiSelector",
    "MRMRSelector",
    "expect_correlations",
]
