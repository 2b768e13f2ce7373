import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from tests.kernels import naive_sequences

from hedgerow._kernels.residue_counts import count_residues

N_LETTERS = 4
SEQUENCES = st.lists(st.lists(st.integers(0, N_LETTERS - 1), max_size=12), min_size=1, max_size=5)


@given(sequences=SEQUENCES, n_lags=st.integers(1, 6), n_groups=st.integers(1, 3))
def test_counts_are_those_of_the_naive_twin(sequences, n_lags, n_groups):
    rng = np.random.default_rng(0)
    differences, weights = rng.random((N_LETTERS**2, n_groups)), rng.random(N_LETTERS**2)
    codes = np.array([code for each in sequences for code in each], np.uint8)
    starts = np.concatenate([[0], np.cumsum([len(each) for each in sequences])]).astype(np.int64)
    n = len(sequences)
    found = (
        np.zeros((n, N_LETTERS), np.int64),
        np.zeros((n, N_LETTERS**2), np.int64),
        np.zeros((n, n_lags, n_groups)),
        np.zeros((n, n_lags)),
    )
    count_residues(codes, starts, differences, weights, *found)
    twin = naive_sequences.count_residues(sequences, differences, weights, N_LETTERS, n_lags)
    for mine, other in zip(found[:2], twin[:2], strict=True):
        assert_array_equal(mine, other)
    for mine, other in zip(found[2:], twin[2:], strict=True):
        assert_allclose(mine, other, atol=1e-12)
