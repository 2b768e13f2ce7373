import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.combination.averaging import average, harden, spread_weights, sum_members


def test_weights_by_member_and_by_row_agree():
    outputs = np.random.default_rng(0).random((4, 5, 3))
    weights = np.array([1.0, 2.0, 0.0, 4.0])
    expected = np.average(outputs, axis=0, weights=weights)
    assert_allclose(average(outputs, weights), expected)
    assert_allclose(average(outputs, np.repeat(weights[:, None], 5, axis=1)), expected)
    assert_allclose(average(outputs), outputs.mean(axis=0))


def test_a_row_without_a_speaker_is_nan():
    means = average(np.ones((2, 2, 3)), np.array([[1.0, 0.0], [1.0, 0.0]]))
    assert_array_equal(np.isnan(means), [[False] * 3, [True] * 3])


def test_a_vote_goes_to_the_first_of_equal_classes():
    assert_array_equal(harden(np.array([[0.4, 0.4, 0.2]])), [[1, 0, 0]])


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("weights", [None, [2.0, 0.0, 1.0]])
def test_members_are_summed_one_by_one(weights, hard):
    outputs = np.random.default_rng(1).random((3, 4, 2))
    before = outputs.copy()
    weights = None if weights is None else np.array(weights)
    said = harden(outputs) if hard else outputs
    expected = np.tensordot(np.ones(3) if weights is None else weights, said, axes=1)
    assert_allclose(sum_members(iter(outputs), weights, hard), expected)
    assert_array_equal(outputs, before)


@pytest.mark.parametrize("weights", [None, [2, 2], [[2, 2, 2], [2, 2, 2]]])
def test_weights_of_any_shape_become_weights_by_row(weights):
    spread = spread_weights(None if weights is None else np.array(weights), np.zeros((2, 3, 5)))
    assert spread.dtype == np.float64
    assert_array_equal(spread, np.full((2, 3), 1.0 if weights is None else 2.0))
