"""A node reads its stored cells by columns, by rows or gathered, and finds the same."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import boolean, int64, njit
from scipy.sparse import csr_array
from tests.kernels.tables import examples, make_rules

from hedgerow._kernels.buffers import buffer
from hedgerow._kernels.growth_workspace import DRAWS, SEARCH, allocate_draws, allocate_search
from hedgerow._kernels.histograms import code_at, hold_codes
from hedgerow._kernels.lane_codes import load_codes
from hedgerow._kernels.records import CODED_COLUMNS, RULES_TYPE
from hedgerow._kernels.stored_cells import (
    count_room,
    forget_cells,
    forget_places,
    is_left_out,
    note_places,
    open_stored_node,
    read_cells,
)
from hedgerow.trees.sparse_table import SparseTable

START = 2


@njit([int64(CODED_COLUMNS.type, SEARCH.type, DRAWS.type, RULES_TYPE, int64, int64)])
def enter(columns, work, draws, rules, n, most_usable):
    note_places(columns, work, START, n)
    open_stored_node(columns, work, rules, draws, START, n, most_usable)
    return work.present[0]


@njit([int64(CODED_COLUMNS.type, SEARCH.type, int64, int64)])
def read(columns, work, feature, n):
    return read_cells(columns, work, feature, START, n)


@njit([boolean(CODED_COLUMNS.type, SEARCH.type, int64)])
def leave_out(columns, work, feature):
    return is_left_out(work, feature)


@njit([int64(CODED_COLUMNS.type, SEARCH.type, int64, int64, buffer(int64))])
def load(columns, work, feature, n, codes):
    hold_codes(columns, work, feature, START, n)
    work.lane_features[0] = feature
    load_codes(columns, work, 1, START, n)
    for i in range(n):
        codes[i] = code_at(columns, feature, work.rows[START + i])
    return 0


@njit([int64(CODED_COLUMNS.type, SEARCH.type)])
def begin(columns, work):
    forget_places(columns, work)
    return 0


@njit([int64(CODED_COLUMNS.type, SEARCH.type)])
def forget(columns, work):
    forget_cells(work)
    return 0


@given(st.integers(0, 10_000), st.integers(1, 30), st.sampled_from([0.0, 0.1, 0.7, 1.0]))
@examples(20)
def test_every_road_to_the_cells_finds_the_same(seed, n, density):
    rng = np.random.default_rng(seed)
    n_rows, n_features = 600, 5
    X = np.where(
        rng.random((n_rows, n_features)) < density, rng.integers(-2, 3, (n_rows, n_features)), 0
    ).astype(float)
    table = SparseTable.from_matrix(csr_array(X))
    columns, rules = table.columns(), make_rules()
    work = allocate_search(n_rows, 0, np.zeros(1), np.zeros(2), rules, sparse=columns)
    draws = allocate_draws(n_features, n_features, 0, 0, 1)
    for _ in range(3):  # a node leaves nothing behind for the next
        begin(columns, work)
        rows = rng.choice(n_rows, n, replace=False)
        work.rows[START : START + n] = rows
        n_present = enter(columns, work, draws, rules, n, n_features)
        for gathered in (True, False):
            for feature in range(n_features):
                expected = table.spell_out(rows, np.array([feature]))[0]
                zero = table.zero_codes[feature]
                stored = {
                    (place, code)
                    for place, code in enumerate(expected.tolist())
                    if X[rows[place], feature] != 0
                }
                n_cells = read(columns, work, feature, n)
                found = zip(
                    work.cell_places[:n_cells].tolist(), work.cell_codes[:n_cells].tolist(), strict=True
                )
                assert set(found) == stored
                assert n_cells == len(stored)
                if leave_out(columns, work, feature):
                    assert gathered
                    assert not stored
                assert zero == expected[X[rows, feature] == 0][0] if (X[rows, feature] == 0).any() else True
                codes = np.zeros(n, np.int64)
                load(columns, work, feature, n, codes)
                for answer in (work.buffer[:n], work.lanes.reshape(-1, 8)[:n, 0], codes):
                    np.testing.assert_array_equal(answer, expected)
            if gathered and n_present >= 0:
                listed = set(work.present[1 : n_present + 1].tolist())
                assert listed == set(np.flatnonzero((X[rows] != 0).any(axis=0)))
            forget(columns, work)
    assert n > 25 or n_present >= 0  # small nodes are gathered


@pytest.mark.parametrize(("n_cells", "room"), [(0, 0), (100, 100), (10**5, 25_000), (10**9, (1 << 23) - 1)])
def test_room_for_gathered_cells_is_a_part_of_the_table(n_cells, room):
    assert count_room(n_cells) == room
