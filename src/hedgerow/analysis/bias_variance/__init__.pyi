from hedgerow.analysis.bias_variance.cross_validation import RepeatedFolds as RepeatedFolds
from hedgerow.analysis.bias_variance.cross_validation import (
    SubsampledCrossValidation as SubsampledCrossValidation,
)
from hedgerow.analysis.bias_variance.definitions import DEFINITIONS as DEFINITIONS
from hedgerow.analysis.bias_variance.definitions import decompose as decompose
from hedgerow.analysis.bias_variance.noise import NearestNeighbours as NearestNeighbours
from hedgerow.analysis.bias_variance.noise import SupportVectors as SupportVectors
from hedgerow.analysis.bias_variance.protocols import FreshSamples as FreshSamples
from hedgerow.analysis.bias_variance.protocols import GivenSplits as GivenSplits
from hedgerow.analysis.bias_variance.protocols import Resamples as Resamples
from hedgerow.analysis.bias_variance.result import BiasVariance as BiasVariance
