import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from hedgerow.combination import WeightedMedian


@pytest.mark.parametrize(
    ("values", "weights", "expected"),
    [
        ([1, 3, 2], [0.2, 0.5, 0.4], 2),  # CV-B7
        ([1, 2], None, 1),  # an even count returns the lower middle
        ([5, 1, 9], None, 5),
        ([5, 1, 9], [0, 0, 1], 9),
    ],
)
def test_pencil_examples(values, weights, expected):
    outputs = np.array(values, dtype=float)[:, None]
    assert WeightedMedian().combine(outputs, None if weights is None else np.array(weights)) == expected


def test_a_row_without_a_speaker_is_nan():
    medians = WeightedMedian().combine(np.ones((2, 2)), np.array([[1.0, 0.0], [1.0, 0.0]]))
    assert_array_equal(np.isnan(medians), [False, True])


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(1, 5)), min_size=1, max_size=9))
def test_integer_weights_are_repeats(members):
    values, weights = np.array(members, dtype=float).T
    repeated = np.repeat(values, weights.astype(int))
    assert WeightedMedian().combine(values[:, None], weights) == WeightedMedian().combine(repeated[:, None])
