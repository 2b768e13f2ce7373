import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels import naive

from hedgerow._kernels.bootstrap_counts import count_bootstraps

SEEDS = st.integers(0, 2**64 - 1)


@given(st.lists(SEEDS, min_size=1, max_size=4), st.integers(1, 300), st.integers(0, 500))
def test_the_draws_are_those_of_numpys_generator(seeds, n_samples, n_draws):
    counts = np.zeros((len(seeds), n_samples), np.int32)
    count_bootstraps(np.array(seeds, np.uint64), n_draws, counts)
    for line, seed in zip(counts, seeds, strict=True):
        np.testing.assert_array_equal(line, naive.count_bootstrap(seed, n_samples, n_draws))


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**32, 2**63, 2**64 - 1])
def test_seeds_at_the_ends_of_words_are_spread_as_numpy_spreads_them(seed):
    counts = np.zeros((1, 1000), np.int32)
    count_bootstraps(np.array([seed], np.uint64), 5000, counts)
    np.testing.assert_array_equal(counts[0], naive.count_bootstrap(seed, 1000, 5000))


def test_what_has_no_rows_or_no_line_is_left_alone():
    count_bootstraps(np.zeros(1, np.uint64), 5, np.zeros((1, 0), np.int32))
    counts = np.zeros((1, 2), np.int32)
    count_bootstraps(np.zeros(3, np.uint64), 5, counts)
    count_bootstraps(np.zeros(1, np.uint64), -1, counts)
    assert counts.sum() == 5
