import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.testing import assert_allclose
from scipy.optimize import check_grad
from scipy.special import logsumexp

from hedgerow.learners.network.shape import NetworkShape, sum_logs


@given(arrays(float, array_shapes(min_dims=1, max_dims=3), elements=st.floats(-800, 800)))
def test_it_is_scipys_sum(values):
    assert_allclose(sum_logs(values), logsumexp(values, axis=-1, keepdims=True), rtol=1e-12, atol=1e-12)


RANDOM = np.random.default_rng(0)


@pytest.mark.parametrize("n_hidden", [0, 3])
@pytest.mark.parametrize("is_softmax", [True, False])
def test_the_gradient_is_that_of_finite_differences(n_hidden, is_softmax):
    shape = NetworkShape(2, n_hidden, 3)
    start = RANDOM.normal(size=shape.draw(np.random.RandomState(0)).size)
    inputs, targets = RANDOM.normal(size=(7, 2)), np.eye(3)[RANDOM.integers(0, 3, 7)]
    rest = (inputs, targets, RANDOM.random(7), 0.1, is_softmax)
    wrong = check_grad(
        lambda v: shape.measure_loss(v, *rest)[0], lambda v: shape.measure_loss(v, *rest)[1], start
    )
    assert wrong < 1e-5


def test_weights_by_hand():
    """One input, one node and one output: 2 tanh(3 x - 1) + 5."""
    shape = NetworkShape(1, 1, 1)
    vector = np.array([3.0, -1.0, 2.0, 5.0])
    assert [matrix.tolist() for matrix in shape.open(vector)] == [[[3.0], [-1.0]], [[2.0], [5.0]]]
    seen, outputs = shape.run(vector, np.array([[0.5], [1.0]]))
    np.testing.assert_allclose(seen[:, 0], np.tanh([0.5, 2.0]))
    np.testing.assert_allclose(outputs[:, 0], 2 * np.tanh([0.5, 2.0]) + 5)
    linear = NetworkShape(2, 0, 1)
    assert linear.run(np.array([1.0, 2.0, 3.0]), np.array([[10.0, 100.0]]))[1].tolist() == [[213.0]]
