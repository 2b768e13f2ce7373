import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import boolean, float64, int64, njit
from tests.kernels.nodes import MISSING, START, Node, nodes
from tests.kernels.tables import examples

from hedgerow._kernels.buffers import buffer
from hedgerow._kernels.class_lanes import can_walk_classes, walk_class_lanes
from hedgerow._kernels.growth_workspace import SEARCH
from hedgerow._kernels.impurity import gain_of, tabulate_pairs
from hedgerow._kernels.lane_walks import EDGE, SCORE
from hedgerow._kernels.records import CODED_COLUMNS, RULES_TYPE
from hedgerow._kernels.sorted_cuts import load_keys, sort_keys


@njit([boolean(CODED_COLUMNS.type, SEARCH.type, RULES_TYPE, int64, int64, buffer(float64))])
def walk(columns, work, rules, n_lanes, n, out):
    tabled = tabulate_pairs(work, rules, n)
    load_keys(columns, work, n_lanes, START, n)
    sort_keys(work.keys, n)
    if not can_walk_classes(work, rules, tabled, n):
        return False
    walk_class_lanes(work, rules, START, n)
    for lane in range(n_lanes):
        score = work.lane_scores[SCORE + lane]
        out[2 * lane] = gain_of(score, work, rules) if score > -np.inf else score
        out[2 * lane + 1] = work.lane_cuts[EDGE + lane]
    return True


def look(node, **limits):
    columns, work, rules = node.set_up(**limits)
    n_lanes, n = node.codes.shape
    out = np.zeros(2 * n_lanes)
    return out.reshape(-1, 2) if walk(columns, work, rules, n_lanes, n, out) else None


@examples(150)
@given(
    nodes(rows=(2, 170), criteria=("entropy", "gini"), classes=(2, 30), missing=(0.0,)),
    st.integers(1, 9),
    st.integers(0, 12),
)
def test_each_lane_is_cut_at_the_best_of_the_cuts_that_leaves_allow(node, rows, weight):
    found = look(node, min_rows_leaf=rows, min_weight_leaf=weight)
    if found is None:
        assert node.criterion == "entropy"
        assert node.w.max() > 2**20  # too heavy for a table of logarithms
        return
    for lane, (gain, edge) in enumerate(found):
        best = np.nan if np.isnan(node.best_gain(lane)) else node.best_allowed(lane, rows, weight)
        assert gain == pytest.approx(best, abs=1e-9, rel=1e-7, nan_ok=True)
        if np.isfinite(best):
            assert node.gain_of_cut(lane, edge, False) == pytest.approx(best, abs=1e-8, rel=1e-6)


@pytest.mark.parametrize(
    ("criterion", "missing", "served"),
    [("entropy", False, True), ("gini", False, True), ("gain_ratio", False, False), ("gini", True, False)],
)
def test_what_is_left_to_the_walk_along_one_lane(criterion, missing, served):
    codes = np.stack([np.arange(9), np.arange(9)[::-1]])
    codes[1, 4] = MISSING if missing else 4
    node = Node(codes, np.arange(9) % 3, np.ones(9, int), 3, criterion)
    assert (look(node) is not None) is served
