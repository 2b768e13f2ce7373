"""Many labels: a row carries none, one or several of them, and they have to do with each other."""

from hedgerow.many_labels.binary_relevance import BinaryRelevanceClassifier
from hedgerow.many_labels.chains import ChainEnsembleClassifier
from hedgerow.many_labels.instance_pruning import InstancePruningClassifier
from hedgerow.many_labels.label_powerset import LabelPowersetClassifier
from hedgerow.many_labels.label_table import label_cardinality, label_density
from hedgerow.many_labels.nearest import MLKNNClassifier
from hedgerow.many_labels.pruned_sets import (
    PrunedSetsClassifier,
    PrunedSetsEnsembleClassifier,
    prune_label_sets,
)
from hedgerow.many_labels.rakel import RAkELClassifier
from hedgerow.many_labels.thresholds import pcut

__all__ = [
    "BinaryRelevanceClassifier",
    "ChainEnsembleClassifier",
    "InstancePruningClassifier",
    "LabelPowersetClassifier",
    "MLKNNClassifier",
    "PrunedSetsClassifier",
    "PrunedSetsEnsembleClassifier",
    "RAkELClassifier",
    "label_cardinality",
    "label_density",
    "pcut",
    "prune_label_sets",
]
