from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.testing import assert_allclose
from scipy.special import logsumexp

from hedgerow.learners.mixtures.logarithms import sum_logs


@given(arrays(float, array_shapes(min_dims=1, max_dims=3), elements=st.floats(-800, 800)))
def test_it_is_scipys_sum(values):
    assert_allclose(sum_logs(values), logsumexp(values, axis=-1, keepdims=True), rtol=1e-12, atol=1e-12)
