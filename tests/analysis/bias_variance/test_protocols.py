import pytest
from sklearn.model_selection import KFold

from hedgerow.analysis.bias_variance import (
    FreshSamples,
    GivenSplits,
    RepeatedFolds,
    Resamples,
    SubsampledCrossValidation,
)
from hedgerow.analysis.bias_variance.protocols import resolve_protocol


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ("bootstrap", Resamples),
        ("out_of_bag", Resamples),
        ("subsampled_cv", SubsampledCrossValidation),
        ("repeated_folds", RepeatedFolds),
        ("waveform", FreshSamples),
        (KFold(3), GivenSplits),
        ([([0], [1])], GivenSplits),
        (RepeatedFolds(3), RepeatedFolds),
    ],
)
def test_shorthands(given, kind):
    assert type(resolve_protocol(given)) is kind


def test_a_protocol_is_taken_as_it_is():
    protocol = RepeatedFolds(3)
    assert resolve_protocol(protocol) is protocol


def test_what_is_none_is_refused_with_the_ways_out():
    with pytest.raises(ValueError, match=r"'boostrap' is not one of .*'bootstrap'"):
        resolve_protocol("boostrap")
    with pytest.raises(TypeError, match="protocol=3 is not a protocol"):
        resolve_protocol(3)
