import numpy as np
import pytest

from hedgerow.selection.causal.independence.weighting import count_as_rows


def test_whole_weights_are_repeats():
    weights = np.array([0.0, 2.0, 3.0])
    np.testing.assert_array_equal(count_as_rows(weights, 3), weights)
    np.testing.assert_array_equal(count_as_rows(None, 2), [1.0, 1.0])


def test_uneven_weights_are_worth_fewer_rows():
    weights = np.array([0.1, 0.1, 1.8])
    assert count_as_rows(weights, 3).sum() == pytest.approx(4.0 / (0.01 + 0.01 + 3.24))
    np.testing.assert_allclose(count_as_rows(7 * weights, 3), count_as_rows(weights, 3))
