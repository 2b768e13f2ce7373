import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from hedgerow.codes.minimal.splits import fold, hold_out

targets = st.lists(st.integers(0, 4), min_size=1, max_size=60).map(np.array)


@given(targets, st.floats(0.05, 0.95), st.integers(0, 99))
def test_every_class_of_two_rows_is_on_both_sides(y, share, seed):
    train, held_out = hold_out(y, share, np.random.RandomState(seed))
    assert_array_equal(np.sort(np.concatenate([train, held_out])), np.arange(y.size))
    for code, size in zip(*np.unique(y, return_counts=True), strict=True):
        n_held_out = np.sum(y[held_out] == code)
        if size == 1:
            assert n_held_out == 0
        else:
            assert 1 <= n_held_out <= size - 1
            assert n_held_out == pytest.approx(share * size, abs=1)


@given(targets, st.integers(2, 5), st.integers(0, 99))
def test_folds_part_the_rows_evenly(y, n_folds, seed):
    splits = fold(y, n_folds, np.random.RandomState(seed))
    assert_array_equal(np.sort(np.concatenate([held_out for _, held_out in splits])), np.arange(y.size))
    sizes = [held_out.size for _, held_out in splits]
    assert max(sizes) - min(sizes) <= 1
    for train, held_out in splits:
        assert_array_equal(np.sort(np.concatenate([train, held_out])), np.arange(y.size))
    for code in np.unique(y):
        counts = [np.sum(y[held_out] == code) for _, held_out in splits]
        assert max(counts) - min(counts) <= 1


def test_rows_are_drawn():
    y = np.zeros(100, dtype=int)
    first, second = (hold_out(y, 0.5, np.random.RandomState(seed))[1] for seed in (0, 1))
    assert not np.array_equal(first, second)
    assert 20 < np.intersect1d(first, second).size < 30
