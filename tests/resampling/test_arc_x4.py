import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.resampling import ArcX4


def run(arcing, y, rounds, sample_weight=None):
    state = arcing.start(y, sample_weight)
    for answers in rounds:
        state, weight = arcing.update(state, np.eye(int(y.max()) + 2)[answers], y)
        assert weight == 1.0
    return state


def test_no_one_two_and_three_errors():
    y = np.zeros(4, dtype=int)
    state = run(ArcX4(), y, [[0, 1, 1, 1], [0, 0, 1, 1], [0, 0, 0, 1]])
    assert_array_equal(state.n_errors, [0, 1, 2, 3])
    assert_allclose(state.row_weights, np.array([1, 2, 17, 82]) / 102, rtol=1e-12)
    assert_allclose(state.row_weights, [0.00980392, 0.01960784, 0.16666667, 0.80392157], atol=1e-8)


@given(st.integers(0, 2**32 - 1), st.integers(1, 6), st.sampled_from([1.0, 2.5, 4.0]))
def test_counts_become_weights(seed, n_rounds, power):
    random = np.random.default_rng(seed)
    y, weights = random.integers(3, size=12), random.integers(0, 3, size=12) + (np.arange(12) == 0)
    rounds = random.integers(3, size=(n_rounds, 12))
    state = run(ArcX4(power), y, rounds, weights.astype(float))
    expected = []
    for row in range(12):
        n_errors = sum(rounds[t][row] != y[row] for t in range(n_rounds))
        expected.append(weights[row] * (1 + n_errors**power))
    assert_allclose(state.row_weights, np.array(expected) / sum(expected))


def test_the_power_must_be_positive():
    with pytest.raises(ValueError, match="power=0 must be a number above 0"):
        ArcX4(0).start(np.array([0, 1]), None)
