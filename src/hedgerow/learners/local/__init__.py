"""Local experts: partitions of the space, and a model for each part."""

from hedgerow.learners.local.class_clusters import ClassClusters
from hedgerow.learners.local.clusters import Clusters
from hedgerow.learners.local.estimators import LocalExpertsClassifier, LocalExpertsRegressor
from hedgerow.learners.local.feature_intervals import FeatureIntervals
from hedgerow.learners.local.partitions import Everything, Partition, PredictedParts
from hedgerow.learners.local.prior_correction import correct_priors
from hedgerow.learners.local.random_parts import RandomParts

__all__ = [
    "ClassClusters",
    "Clusters",
    "Everything",
    "FeatureIntervals",
    "LocalExpertsClassifier",
    "LocalExpertsRegressor",
    "Partition",
    "PredictedParts",
    "RandomParts",
    "correct_priors",
]
