from hedgerow.selection.filters.cfs import CFSSelector as CFSSelector
from hedgerow.selection.filters.clustering import FeatureClusterSelector as FeatureClusterSelector
from hedgerow.selection.filters.combined_features import CombinedFeatureSelector as CombinedFeatureSelector
from hedgerow.selection.filters.fcbf import FCBFSelector as FCBFSelector
from hedgerow.selection.filters.focus import FocusSelector as FocusSelector
from hedgerow.selection.filters.koller_sahami import KollerSahamiSelector as KollerSahamiSelector
from hedgerow.selection.filters.mrmr_cost import expect_correlations as expect_correlations
