"""How much of an error is noise, how much a learner's bias, and how much its variance."""

from hedgerow.analysis.bias_variance.cross_validation import RepeatedFolds
from hedgerow.analysis.bias_variance.definitions import DEFINITIONS, decompose
from hedgerow.analysis.bias_variance.estimate import bias_variance
from hedgerow.analysis.bias_variance.fresh import FreshSamples
from hedgerow.analysis.bias_variance.given_splits import GivenSplits
from hedgerow.analysis.bias_variance.neighbours import NearestNeighbours
from hedgerow.analysis.bias_variance.resamples import Resamples
from hedgerow.analysis.bias_variance.result import BiasVariance
from hedgerow.analysis.bias_variance.subsampled import SubsampledCrossValidation
from hedgerow.analysis.bias_variance.support_vectors import SupportVectors

__all__ = [
    "DEFINITIONS",
    "BiasVariance",
    "FreshSamples",
    "GivenSplits",
    "NearestNeighbours",
    "RepeatedFolds",
    "Resamples",
    "SubsampledCrossValidation",
    "SupportVectors",
    "bias_variance",
    "decompose",
]
