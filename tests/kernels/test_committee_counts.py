import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels.tables import examples

from hedgerow._kernels.committee_counts import count_right_along


@examples(50)
@given(st.integers(0, 2**32), st.integers(1, 3), st.integers(1, 6), st.integers(0, 12), st.integers(0, 40))
def test_it_is_the_running_sum_compared(seed, n_rivals, n_members, length, n_rows):
    rng = np.random.default_rng(seed)
    leads = rng.integers(-1, 2, (n_rivals, n_members, n_rows)).astype(np.int8)
    least = rng.integers(0, 2, (n_rivals, n_rows)).astype(np.int16)
    order = rng.integers(0, n_members, length)
    counts = np.full(length, -1)
    count_right_along(leads, order, least, counts)
    sums = leads[:, order].astype(int).cumsum(axis=1)
    np.testing.assert_array_equal(counts, (sums >= least[:, None]).all(axis=0).sum(axis=1))
