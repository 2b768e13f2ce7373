"""Protocols by their shorthands."""

from __future__ import annotations

from typing import Any

from hedgerow.analysis.bias_variance.cross_validation import RepeatedFolds
from hedgerow.analysis.bias_variance.fresh import GENERATORS, FreshSamples
from hedgerow.analysis.bias_variance.given_splits import GivenSplits
from hedgerow.analysis.bias_variance.replicates import TrainingProtocol
from hedgerow.analysis.bias_variance.resamples import Resamples
from hedgerow.analysis.bias_variance.subsampled import SubsampledCrossValidation

PROTOCOLS: dict[str, TrainingProtocol] = {
    "bootstrap": Resamples(),
    "out_of_bag": Resamples(out_of_bag=True),
    "subsampled_cv": SubsampledCrossValidation(),
    "repeated_folds": RepeatedFolds(),
}


def resolve_protocol(protocol: Any) -> TrainingProtocol:
    """Turn a shorthand, the name of a generator, splits or a splitter into a protocol.

    Examples
    --------
    >>> resolve_protocol("subsampled_cv")
    SubsampledCrossValidation(train_size=None, delta=0.5)
    >>> resolve_protocol("twonorm").n_train
    300
    """
    if isinstance(protocol, TrainingProtocol):
        return protocol
    if isinstance(protocol, str):
        if protocol in PROTOCOLS:
            return PROTOCOLS[protocol]
        if protocol in GENERATORS:
            return FreshSamples(protocol)
        raise ValueError(
            f"protocol={protocol!r} is not one of {list(PROTOCOLS)}, nor a generator such as 'twonorm'"
        )
    if hasattr(protocol, "split") or isinstance(protocol, list | tuple):
        return GivenSplits(protocol)
    raise TypeError(
        f"protocol={protocol!r} is not a protocol; pass a name, an object such as FreshSamples('twonorm'), a "
        "scikit-learn splitter, or a list of (train, test) row numbers"
    )
