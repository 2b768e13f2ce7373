"""Selectors that need no target, and the cluster ensemble that the first of them asks."""

from hedgerow.selection.unsupervised.cefs import CEFSSelector
from hedgerow.selection.unsupervised.cluster_ensemble import ClusterEnsemble
from hedgerow.selection.unsupervised.co_association import measure_co_association
from hedgerow.selection.unsupervised.scree import keep_before_scree
from hedgerow.selection.unsupervised.selector import ClusterEnsembleSelector
from hedgerow.selection.unsupervised.self_organising_map import SelfOrganisingMap
from hedgerow.selection.unsupervised.unsupervised_forest import UnsupervisedForestSelector
from hedgerow.selection.unsupervised.wrapper import ClusterWrapperSelector

__all__ = [
    "CEFSSelector",
    "ClusterEnsemble",
    "ClusterEnsembleSelector",
    "ClusterWrapperSelector",
    "SelfOrganisingMap",
    "UnsupervisedForestSelector",
    "keep_before_scree",
    "measure_co_association",
]
