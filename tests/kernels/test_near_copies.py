import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels import naive_sequences

from hedgerow._kernels.near_copies import find_copies

N_LETTERS = 3  # code 3 is an unknown residue
SEQUENCES = st.lists(st.lists(st.integers(0, N_LETTERS), max_size=14), min_size=1, max_size=7)


@given(sequences=SEQUENCES, length=st.integers(1, 3), share=st.sampled_from([0.2, 0.5, 0.8, 1.0]))
def test_copies_are_those_of_the_naive_twin(sequences, length, share):
    order = np.argsort([-len(each) for each in sequences], kind="stable").astype(np.int64)
    codes = np.array([code for each in sequences for code in each], np.uint8)
    starts = np.concatenate([[0], np.cumsum([len(each) for each in sequences])]).astype(np.int64)
    originals = np.empty(len(sequences), np.int64)
    find_copies(codes, starts, order, N_LETTERS, length, share, originals)
    assert originals.tolist() == naive_sequences.find_copies(sequences, order, N_LETTERS, length, share)
