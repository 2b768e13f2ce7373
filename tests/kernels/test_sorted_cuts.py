import numpy as np
import pytest
from hypothesis import given
from numba import boolean, float64, int64, njit, uint32, void
from tests.kernels.nodes import START, nodes
from tests.kernels.tables import examples

from hedgerow._kernels.buffers import buffer
from hedgerow._kernels.growth_workspace import SEARCH
from hedgerow._kernels.impurity import gain_of, tabulate_pairs
from hedgerow._kernels.records import CODED_COLUMNS, RULES_TYPE
from hedgerow._kernels.sorted_cuts import MOST_SORTED, cut_small_node, hold_sorted_codes, load_keys, sort_keys


@njit([void(buffer(uint32), int64)])
def sort(keys, n):
    sort_keys(keys, n)


@njit([void(CODED_COLUMNS.type, SEARCH.type, RULES_TYPE, int64, int64, boolean, buffer(float64))])
def cut(columns, work, rules, n_lanes, n, tabulated, out):
    tabled = tabulated and tabulate_pairs(work, rules, n)
    load_keys(columns, work, n_lanes, START, n)
    sort_keys(work.keys, n)
    for lane in range(n_lanes):
        score, edge, side = cut_small_node(work, rules, tabled, lane, START, n)
        out[3 * lane] = gain_of(score, work, rules) if score > -np.inf else score
        out[3 * lane + 1], out[3 * lane + 2] = edge, side
    hold_sorted_codes(work, n_lanes - 1, n)


@pytest.mark.parametrize("most", [50, 2**32 - 1], ids=["ties", "distinct"])
def test_eight_columns_are_sorted_at_once_whatever_their_length(most):
    rng = np.random.default_rng(0)
    for n in [*range(1, 70), 127, 128, 129, 255, 257, 511, MOST_SORTED]:
        keys = rng.integers(0, most, (n + 2, 8)).astype(np.uint32)
        expected, flat = np.sort(keys[:n], axis=0), keys.reshape(-1).copy()
        sort(flat, n)
        np.testing.assert_array_equal(flat.reshape(-1, 8)[:n], expected)


@pytest.mark.parametrize("tabulated", [True, False])
@examples(60)
@given(nodes(rows=(2, 200)))
def test_each_lane_is_cut_at_the_best_of_all_cuts(tabulated, node):
    columns, work, rules = node.set_up()
    n_lanes, n = node.codes.shape
    out = np.zeros(3 * n_lanes)
    cut(columns, work, rules, n_lanes, n, tabulated, out)
    for lane, (gain, edge, side) in enumerate(out.reshape(-1, 3)):
        best = node.best_gain(lane)
        assert gain == pytest.approx(best, abs=1e-9, rel=1e-7, nan_ok=True)
        if np.isfinite(best):
            assert node.gain_of_cut(lane, edge, side) == pytest.approx(best, abs=1e-8, rel=1e-6)
    np.testing.assert_array_equal(work.buffer[:n], node.codes[-1])
    assert not work.weights[
        rules.n_classes * 3 : rules.n_classes * 4
    ].any()  # the next lane finds no missing rows
