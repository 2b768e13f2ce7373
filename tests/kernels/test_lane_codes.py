import numpy as np
import pytest
from numba import float64, int64, njit, void
from tests.kernels.nodes import START
from tests.kernels.tables import make_rules

from hedgerow._kernels.buffers import buffer
from hedgerow._kernels.growth_workspace import SEARCH, allocate_search
from hedgerow._kernels.lane_codes import copy_cells, find_extremes, find_offsets, load_codes
from hedgerow._kernels.lanes import store_lanes
from hedgerow._kernels.records import CODED_COLUMNS, ZERO, CodedColumns
from hedgerow._kernels.sorted_cuts import load_keys

N = 40


@njit([void(CODED_COLUMNS.type, SEARCH.type, int64, int64)])
def load(columns, work, n_lanes, n):
    load_codes(columns, work, n_lanes, START, n)


@njit([void(CODED_COLUMNS.type, SEARCH.type, int64, int64)])
def load_as_keys(columns, work, n_lanes, n):
    load_keys(columns, work, n_lanes, START, n)


@njit([void(SEARCH.type, buffer(float64), int64, int64, buffer(float64))])
def copy_row(work, source, n_lanes, row, target):
    copy_cells(source, find_offsets(work, n_lanes, ZERO + 1), n_lanes, target, ZERO, row)


@njit([void(buffer(float64), int64, buffer(float64))])
def extremes(source, n, out):
    least, greatest = find_extremes(source, ZERO, n)
    store_lanes(out, ZERO, least)
    store_lanes(out, ZERO + 8, greatest)


def node(n_lanes, *, by_row):
    """A table of ten features, the working arrays of a node in it, and the codes that the lanes should hold."""
    rng = np.random.default_rng(n_lanes)
    codes = rng.integers(0, 65_536, (10, N)).astype(np.uint16)
    steps = {"feature_step": 1, "row_step": 10} if by_row else {"feature_step": N, "row_step": 1}
    columns = CODED_COLUMNS.allocate(
        **dict.fromkeys(CodedColumns._fields, 1)
        | {"is_sparse": 0}
        | {"codes": np.ascontiguousarray(codes.T if by_row else codes).reshape(-1), **steps}
    )
    work = allocate_search(N + START, 0, np.zeros(1), np.zeros(2), make_rules())
    rows, features = rng.permutation(N), rng.permutation(10)[:n_lanes]
    work.rows[START : START + N], work.lane_features[:n_lanes] = rows, features
    return columns, work, codes[np.ix_(features, rows)].T


@pytest.mark.parametrize("by_row", [False, True], ids=["by column", "by row"])
@pytest.mark.parametrize("n_lanes", range(1, 9))
def test_each_lane_holds_the_codes_of_its_feature(n_lanes, by_row):
    columns, work, expected = node(n_lanes, by_row=by_row)
    load(columns, work, n_lanes, N)
    np.testing.assert_array_equal(work.lanes.reshape(-1, 8)[:N, :n_lanes], expected)


@pytest.mark.parametrize("n_lanes", range(1, 9))
def test_keys_are_codes_with_positions_and_unused_lanes_repeat_the_first(n_lanes):
    columns, work, expected = node(n_lanes, by_row=False)
    load_as_keys(columns, work, n_lanes, N)
    keys = work.keys.reshape(-1, 8)[:N]
    np.testing.assert_array_equal(keys[:, :n_lanes] >> 16, expected)
    np.testing.assert_array_equal(keys & 0xFFFF, np.tile(np.arange(N)[:, None], 8))
    assert (keys[:, n_lanes:] == keys[:, :1]).all()


@pytest.mark.parametrize("n_lanes", range(1, 9))
def test_cells_of_other_tables_are_copied_by_the_same_features(n_lanes):
    _, work, _ = node(n_lanes, by_row=True)
    source, target = np.arange(100.0), np.full(8, -1.0)
    copy_row(work, source, n_lanes, 30, target)
    np.testing.assert_array_equal(target[:n_lanes], 30.0 + work.lane_features[:n_lanes])


@pytest.mark.parametrize("n", [1, 2, 9])
def test_extremes_are_those_of_each_lane(n):
    values, out = np.random.default_rng(n).normal(size=(n, 8)), np.zeros(16)
    extremes(values.reshape(-1), n, out)
    np.testing.assert_array_equal(out, [*values.min(axis=0), *values.max(axis=0)])
