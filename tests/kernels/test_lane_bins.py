import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import boolean, float64, int64, njit
from tests.kernels.nodes import START, nodes
from tests.kernels.tables import examples

from hedgerow._kernels.binned_cuts import hold_binned_codes
from hedgerow._kernels.buffers import buffer
from hedgerow._kernels.growth_workspace import SEARCH
from hedgerow._kernels.impurity import gain_of, tabulate_pairs
from hedgerow._kernels.lane_bins import clear_lanes, cut_between_bins, look_inside_bins
from hedgerow._kernels.lane_codes import load_codes
from hedgerow._kernels.lane_walks import BOUND, EDGE, SCORE, SIDE, can_walk_together
from hedgerow._kernels.records import CODED_COLUMNS, RULES_TYPE


@njit([boolean(CODED_COLUMNS.type, SEARCH.type, RULES_TYPE, int64, int64, buffer(float64))])
def cut(columns, work, rules, n_lanes, n, out):
    tabled = tabulate_pairs(work, rules, n)
    if not can_walk_together(work, rules, tabled):
        return False
    load_codes(columns, work, n_lanes, START, n)
    cut_between_bins(work, rules, n_lanes, START, n)
    for lane in range(n_lanes):
        score, bound = work.lane_scores[SCORE + lane], work.lane_scores[BOUND + lane]
        out[5 * lane] = gain_of(score, work, rules) if score > -np.inf else score
        out[5 * lane + 1] = gain_of(max(score, bound), work, rules)
        if bound > score:
            score = look_inside_bins(work, rules, tabled, lane, START, n, -np.inf)
        out[5 * lane + 2] = gain_of(score, work, rules) if score > -np.inf else score
        out[5 * lane + 3], out[5 * lane + 4] = work.lane_cuts[EDGE + lane], work.lane_cuts[SIDE + lane]
    clear_lanes(work, rules)
    hold_binned_codes(work, n_lanes - 1, n)
    return True


@examples(80)
@given(nodes(rows=(161, 900), criteria=("entropy", "gini", "squared_error"), classes=(2, 2)))
def test_bounds_hold_and_a_look_inside_finds_the_best_of_all_cuts(node):
    columns, work, rules = node.set_up()
    n_lanes, n = node.codes.shape
    out = np.zeros(5 * n_lanes)
    if not cut(columns, work, rules, n_lanes, n, out):
        assert node.w.max() > 2**20
        return
    for lane, (coarse, bound, gain, edge, side) in enumerate(out.reshape(-1, 5)):
        best = node.best_gain(lane)
        assert gain == pytest.approx(best, abs=1e-9, rel=1e-7, nan_ok=True)
        if np.isfinite(best):
            assert coarse <= best + 1e-9
            assert bound >= best - 1e-9 * max(best, 1.0)
            assert node.gain_of_cut(lane, edge, side) == pytest.approx(best, abs=1e-8, rel=1e-6)
    np.testing.assert_array_equal(work.buffer[:n], node.codes[-1])
    check_empty(work, rules)


def check_empty(work, rules):
    """The next node finds empty bins."""
    assert not work.lane_counts[5 * 8 :].any()
    assert not work.lane_sums[: 3 * 8 * 257].any()
    assert not work.weights[6 * max(rules.n_classes, 1) :].any()


@examples(60)
@given(
    nodes(rows=(161, 500), criteria=("entropy", "gini", "squared_error"), classes=(2, 2)),
    st.integers(1, 100),
    st.integers(0, 150),
)
def test_limits_on_leaves_are_kept(node, rows, weight):
    columns, work, rules = node.set_up(min_rows_leaf=rows, min_weight_leaf=weight)
    n_lanes, n = node.codes.shape
    out = np.zeros(5 * n_lanes)
    if not cut(columns, work, rules, n_lanes, n, out):
        return
    for lane, (_, _, gain, edge, side) in enumerate(out.reshape(-1, 5)):
        best = np.nan if np.isnan(node.best_gain(lane)) else node.best_allowed(lane, rows, weight)
        assert gain == pytest.approx(best, abs=1e-9, rel=1e-7, nan_ok=True)
        if np.isfinite(best):
            assert node.gain_of_cut(lane, edge, side) == pytest.approx(best, abs=1e-8, rel=1e-6)
    check_empty(work, rules)
