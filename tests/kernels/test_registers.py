import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numba import njit
from tests.kernels.pointers import pointer
from tests.kernels.tables import examples

from hedgerow._kernels.lanes import N_LANES, store_lanes
from hedgerow._kernels.registers import dot_each, load_each, repeat_each, sum_each, zero_each

KEYS = st.lists(
    st.tuples(st.integers(0, 2**16 - 1), st.integers(0, 9)), min_size=2 * N_LANES, max_size=2 * N_LANES
)


@njit
def sum_rows(table, keys, step, offset, out):
    rows = load_each(pointer(table), pointer(keys), np.int64(N_LANES), step, offset)
    other, room = repeat_each(pointer(table), offset), pointer(out)
    store_lanes(room, 0, sum_each(rows))
    store_lanes(room, N_LANES, sum_each(rows * rows + other))
    store_lanes(room, 2 * N_LANES, sum_each(zero_each(pointer(table))))


@njit
def match_rows(words, keys, step, out):
    rows = load_each(pointer(words), pointer(keys), np.int64(0), step, np.int64(0))
    others = load_each(pointer(words), pointer(keys), np.int64(N_LANES), step, np.int64(0))
    store_lanes(pointer(out), 0, dot_each(rows + rows, others))


def make_keys(pairs):
    return np.array([code << 16 | position for code, position in pairs], np.uint32)


def add_halves(row):
    return (row[0] + row[4] + (row[2] + row[6])) + (row[1] + row[5] + (row[3] + row[7]))


@examples(30)
@given(KEYS, st.integers(0, 2**32))
def test_each_row_that_a_key_names_is_added_up_halves_to_halves(pairs, seed):
    table, step = np.random.default_rng(seed).normal(size=(10, 2 * N_LANES)), np.int64(2 * N_LANES)
    for offset in (0, N_LANES):
        out = np.ones(3 * N_LANES)
        sum_rows(table.reshape(-1), make_keys(pairs), step, np.int64(offset), out)
        rows = [table[position, offset : offset + N_LANES] for _, position in pairs[N_LANES:]]
        np.testing.assert_array_equal(out[:N_LANES], [add_halves(row) for row in rows])
        expected = [add_halves(row * row + table[0, offset : offset + N_LANES]) for row in rows]
        np.testing.assert_array_equal(out[N_LANES : 2 * N_LANES], expected)
        assert (out[2 * N_LANES :] == 0).all()


@examples(30)
@given(KEYS, st.integers(0, 2**32))
def test_counts_of_sixteen_bits_are_multiplied_and_added_up(pairs, seed):
    counts = np.random.default_rng(seed).integers(0, 4000, (10, 4 * N_LANES)).astype(np.int16)
    words, out = counts.view(np.int64).reshape(-1), np.zeros(N_LANES, np.int64)
    match_rows(words, make_keys(pairs), np.int64(N_LANES), out)
    positions = [position for _, position in pairs]
    rows, others = counts[positions].astype(np.int64).reshape(2, N_LANES, -1)
    np.testing.assert_array_equal(out, (2 * rows * others).sum(axis=1))
