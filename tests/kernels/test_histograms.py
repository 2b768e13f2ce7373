import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit
from tests.kernels.tables import examples, make_rules, make_work

from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.histograms import clear_bins, fill_bins, fill_by_code, fill_by_rank, rank_codes
from hedgerow._kernels.records import BINS, LEFT


@njit
def rank(work, n):
    rank_codes(work, n)


@njit
def fill_ranks(work, n_classes, n):
    rank_codes(work, n)
    fill_by_rank(work, n_classes, 0, n)


@njit
def fill_codes(work, n_classes, n, low, shift):
    fill_by_code(work, n_classes, 0, n, low, shift)


@njit
def fill(work, rules, n, low, high, shift, partial):
    return fill_bins(work, rules, 0, n, low, high, shift, partial)


@njit
def empty(work, rules, n_bins):
    clear_bins(work, rules, n_bins)


CODES = st.lists(st.sampled_from([0, 1, 2, 3, 5, 8, 100, 65_534, MISSING]), min_size=1, max_size=64)


@examples(40)
@given(CODES)
def test_a_rank_is_the_number_of_smaller_codes(codes):
    work = make_work(codes=codes)
    rank(work, len(codes))
    assert work.ranks[: len(codes)].tolist() == [sum(other < code for other in codes) for code in codes]


def make_rows(codes, n_classes=3):
    rng = np.random.default_rng(len(codes))
    labels, weights = rng.integers(0, n_classes, len(codes)), rng.integers(1, 4, len(codes))
    room = np.zeros((BINS + 1024) * n_classes, np.int64)
    work = make_work(
        weights=room,
        sums=np.zeros(BINS + 1024),
        counts=np.zeros(1024),
        codes=codes,
        payload=weights << 16 | labels,
    )
    return work, labels, weights


def count(bins, labels, weights, n_bins, n_classes=3):
    expected = np.zeros((n_bins, n_classes))
    np.add.at(expected, (bins, labels), weights)
    return expected


@examples(30)
@given(CODES)
def test_bins_by_rank(codes):
    work, labels, weights = make_rows(codes)
    fill_ranks(work, 3, len(codes))
    ranks = np.array([sum(other < code for other in codes) for code in codes])
    filled = work.weights.reshape(-1, 3)[BINS : BINS + 64]
    np.testing.assert_array_equal(filled, count(ranks, labels, weights, 64))
    assert work.bin_codes[ranks].tolist() == codes


@pytest.mark.parametrize("shift", [0, 1, 3])
def test_bins_by_code(shift):
    codes = np.random.default_rng(shift).integers(10, 110, 200)
    work, labels, weights = make_rows(codes)
    fill_codes(work, 3, 200, 10, shift)
    filled = work.weights.reshape(-1, 3)[BINS : BINS + 128]
    np.testing.assert_array_equal(filled, count((codes - 10) >> shift, labels, weights, 128))


@pytest.mark.parametrize("partial", [0, 1, 2])
@pytest.mark.parametrize("regression", [False, True])
def test_rows_outside_the_window_lie_left_or_right_of_it(partial, regression):
    rng = np.random.default_rng(partial)
    codes = rng.integers(0, 60, 300)
    if partial:
        codes[rng.random(300) < 0.2] = MISSING
    low, high = (20, 39) if partial else (0, 59)
    work, labels, weights = make_rows(codes)
    rules = make_rules(n_classes=3, min_rows_leaf=2)
    if regression:
        rules = make_rules(n_classes=0, criterion=4, min_rows_leaf=2)
        work = work._replace(payload=np.append(weights, 0), moments=np.append(weights * 0.5, 0.0))
        labels = np.zeros(300, int)
    rows_left = fill(work, rules, 300, low, high, 0, partial)
    left, inside = codes < low, (codes >= low) & (codes <= high)
    left |= (codes == MISSING) & (partial == 2)
    width = 1 if regression else 3
    filled = work.weights[: (BINS + 64) * width].reshape(-1, width)
    np.testing.assert_array_equal(
        filled[LEFT], count(np.zeros(left.sum(), int), labels[left], weights[left], 1, width)[0]
    )
    np.testing.assert_array_equal(
        filled[BINS:], count(codes[inside] - low, labels[inside], weights[inside], 64, width)
    )
    assert rows_left == left.sum()
    np.testing.assert_array_equal(work.counts[:64], np.bincount(codes[inside] - low, minlength=64))
    if regression:
        np.testing.assert_allclose(work.sums[: BINS + 64], filled[:, 0] * 0.5)
    empty(work, rules, 64)
    assert not work.weights[BINS * width :].any()
    assert not work.counts.any()
