import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit
from tests.kernels.pointers import pointer
from tests.kernels.tables import examples

from hedgerow._kernels.lanes import N_LANES, fetch, load_lanes, look_up, pick, put, real, spread, store_lanes

NUMBERS = st.lists(st.floats(-1e6, 1e6, allow_subnormal=False), min_size=N_LANES, max_size=N_LANES)
COUNTS = st.lists(st.integers(0, 2**40), min_size=N_LANES, max_size=N_LANES)
CODES = st.lists(st.integers(0, 2**16 - 1), min_size=N_LANES, max_size=N_LANES)


@njit
def compute(a, b, out):
    first, second, room = load_lanes(pointer(a), 0), load_lanes(pointer(b), 0), pointer(out)
    store_lanes(room, 0, first + second)
    store_lanes(room, N_LANES, first - second)
    store_lanes(room, 2 * N_LANES, first * second)
    store_lanes(room, 3 * N_LANES, first / (second * second + spread(1.0)))


@njit
def compare(a, b, out):
    first, second, room = load_lanes(pointer(a), 0), load_lanes(pointer(b), 0), pointer(out)
    yes, no = spread(1.0), spread(0.0)
    store_lanes(room, 0, pick(first < second, yes, no))
    store_lanes(room, N_LANES, pick(first <= second, yes, no))
    store_lanes(room, 2 * N_LANES, pick(first > second, yes, no))
    store_lanes(room, 3 * N_LANES, pick(first == second, yes, no))
    store_lanes(room, 4 * N_LANES, pick((first < second) | (first == second), yes, no))
    store_lanes(room, 5 * N_LANES, pick((first <= second) & (second <= first), yes, no))


@njit
def count(a, b, out):
    first, second, room = load_lanes(pointer(a), 0), load_lanes(pointer(b), 0), pointer(out)
    store_lanes(room, 0, first + second)
    store_lanes(room, N_LANES, first & spread(np.int64(255)))
    store_lanes(room, 2 * N_LANES, first >> spread(np.int64(8)))


@njit
def convert(codes, table, out):
    index, room = load_lanes(pointer(codes), 0), pointer(out)
    store_lanes(room, 0, real(index))
    store_lanes(room, N_LANES, look_up(pointer(table), load_lanes(pointer(table.view(np.int64)), N_LANES)))


@examples(50)
@given(NUMBERS, NUMBERS)
def test_arithmetic_is_done_lane_by_lane(a, b):
    a, b, out = np.array(a), np.array(b), np.zeros(4 * N_LANES)
    compute(a, b, out)
    np.testing.assert_array_equal(out.reshape(4, -1), [a + b, a - b, a * b, a / (b * b + 1.0)])


@examples(50)
@given(st.one_of(st.tuples(NUMBERS, NUMBERS), st.tuples(CODES, CODES)), st.booleans())
def test_comparisons_are_made_lane_by_lane_and_codes_have_no_sign(pair, same):
    kind = np.uint16 if isinstance(pair[0][0], int) else np.float64
    a, b = (np.array(part, kind) for part in pair)
    if same:
        b[::2] = a[::2]
    out = np.zeros(6 * N_LANES)
    compare(a, b, out)
    np.testing.assert_array_equal(out.reshape(6, -1), [a < b, a <= b, a > b, a == b, a <= b, a == b])


@examples(50)
@given(COUNTS, COUNTS)
def test_counts_can_be_packed_and_unpacked(a, b):
    a, b, out = np.array(a, np.int64), np.array(b, np.int64), np.zeros(3 * N_LANES, np.int64)
    count(a, b, out)
    np.testing.assert_array_equal(out.reshape(3, -1), [a + b, a & 255, a >> 8])


@examples(20)
@given(CODES, st.lists(st.integers(0, N_LANES - 1), min_size=N_LANES, max_size=N_LANES))
def test_codes_become_numbers_and_tables_are_looked_up(codes, places):
    table, out = np.arange(2.0 * N_LANES) ** 2, np.zeros(2 * N_LANES)
    table[N_LANES:].view(np.int64)[:] = places
    convert(np.array(codes, np.uint16), table, out)
    np.testing.assert_array_equal(out[:N_LANES], codes)
    np.testing.assert_array_equal(out[N_LANES:], np.arange(2.0 * N_LANES)[places] ** 2)


def test_comparisons_with_nan_are_false():
    out = np.zeros(6 * N_LANES)
    compare(np.full(N_LANES, np.nan), np.zeros(N_LANES), out)
    assert not out.any()


def test_lanes_of_different_kinds_do_not_mix(compiled_only):
    @njit
    def mix(a):
        return load_lanes(pointer(a), 0) + spread(np.int64(1))

    with pytest.raises(Exception, match="lanes"):
        mix(np.zeros(N_LANES))


@njit
def fetch_and_read(numbers, index):
    fetch(pointer(numbers), index)
    return pointer(numbers)[index]


def test_fetching_changes_nothing():
    numbers = np.arange(100, dtype=np.uint16)
    assert fetch_and_read(numbers, 64) == 64
    np.testing.assert_array_equal(numbers, np.arange(100))


@njit
def put_in_places(table, places, values):
    put(pointer(table), load_lanes(pointer(places), 0), load_lanes(pointer(values), 0))


@examples(20)
@given(st.permutations(range(2 * N_LANES)), COUNTS)
def test_lanes_are_put_in_the_places_of_a_table(places, values):
    table, expected = np.zeros(2 * N_LANES, np.int64), np.zeros(2 * N_LANES, np.int64)
    places, values = np.array(places[:N_LANES]), np.array(values)
    put_in_places(table, places, values)
    expected[places] = values
    np.testing.assert_array_equal(table, expected)
