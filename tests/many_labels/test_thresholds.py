"""PCut keeps the number of labels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from hedgerow.foundation.constraints import check
from hedgerow.many_labels.thresholds import THRESHOLD, cut, pcut

W = np.array([[0.9, 0.6, 0.1], [0.8, 0.4, 0.3], [0.2, 0.7, 0.5], [0.6, 0.1, 0.05]])


def test_the_specified_value():
    assert pcut(W, 1.5) == 0.5  # Check P0.pcut


def naive_pcut(scores, cardinality):
    best = None
    for t in sorted(set(scores.ravel()), reverse=True):
        gap = abs(cardinality - (scores >= t).sum(axis=1).mean())
        if best is None or gap < best[0] - 1e-9:
            best = gap, t
    return best[1]


@given(arrays(float, (5, 3), elements=st.integers(0, 10).map(lambda tenths: tenths / 10)), st.floats(0, 3))
def test_the_slow_way_finds_the_same(scores, cardinality):
    assert pcut(scores, cardinality) == naive_pcut(scores, cardinality)


def test_ties_take_the_larger_threshold():
    assert pcut([[0.2, 0.8]], 1.5) == 0.8


def test_weights_are_repeats():
    assert pcut(W, 1.2, [1, 3, 0, 2]) == pcut(W[[0, 1, 1, 1, 3, 3]], 1.2)


def test_a_label_without_any_score_is_never_on():
    assert not cut(np.zeros((2, 3)), 0.0, calibrated=True).any()
    assert not cut(np.full((1, 1), 0.5), 0.5, calibrated=False).any()
    assert cut(np.full((1, 1), 0.5), 0.5, calibrated=True).all()


@pytest.mark.parametrize("threshold", [-0.1, 1, "best", None, True, np.nan])
def test_other_thresholds_are_refused(threshold):
    with pytest.raises(ValueError, match="threshold="):
        check("threshold", threshold, THRESHOLD)


@pytest.mark.parametrize("cardinality", [-1, np.nan])
def test_other_cardinalities_are_refused(cardinality):
    with pytest.raises(ValueError, match="cardinality="):
        pcut(W, cardinality)
