import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import boolean, float64, int64, njit
from tests.kernels.nodes import START, Node, nodes
from tests.kernels.tables import examples, make_rules

from hedgerow import DecisionTreeClassifier
from hedgerow._kernels.buffers import buffer
from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.growth_workspace import SEARCH
from hedgerow._kernels.impurity import gain_of, tabulate_pairs
from hedgerow._kernels.lane_walks import EDGE, SCORE, SIDE, can_walk_together, walk_lanes
from hedgerow._kernels.records import CODED_COLUMNS, RULES_TYPE
from hedgerow._kernels.sorted_cuts import load_keys, sort_keys

CRITERIA = ("entropy", "gini", "squared_error")


@njit([boolean(CODED_COLUMNS.type, SEARCH.type, RULES_TYPE, int64, int64, float64, boolean, buffer(float64))])
def walk(columns, work, rules, n_lanes, n, floor, is_shared, out):
    if not can_walk_together(work, rules, tabulate_pairs(work, rules, n)):
        return False
    load_keys(columns, work, n_lanes, START, n)
    sort_keys(work.keys, n)
    walk_lanes(work, rules, START, n, floor, is_shared)
    for lane in range(n_lanes):
        score = work.lane_scores[SCORE + lane]
        out[3 * lane] = gain_of(score, work, rules) if score > -np.inf else score
        out[3 * lane + 1], out[3 * lane + 2] = work.lane_cuts[EDGE + lane], work.lane_cuts[SIDE + lane]
    return True


def look(node, floor=-np.inf, is_shared=False, **limits):
    columns, work, rules = node.set_up(**limits)
    n_lanes, n = node.codes.shape
    out = np.zeros(3 * n_lanes)
    return out.reshape(-1, 3) if walk(columns, work, rules, n_lanes, n, floor, is_shared, out) else None


@examples(100)
@given(nodes(rows=(2, 170), criteria=CRITERIA, classes=(2, 2)))
def test_each_lane_is_cut_at_the_best_of_all_cuts(node):
    found = look(node)
    if found is None:  # weights that no table has
        assert node.w.max() > 2**20
        return
    for lane, (gain, edge, side) in enumerate(found):
        best = node.best_gain(lane)
        assert gain == pytest.approx(best, abs=1e-9, rel=1e-7, nan_ok=True)
        if np.isfinite(best):
            assert node.gain_of_cut(lane, edge, side) == pytest.approx(best, abs=1e-8, rel=1e-6)


@examples(100)
@given(nodes(rows=(2, 90), criteria=CRITERIA, classes=(2, 2)), st.integers(1, 20), st.integers(0, 25))
def test_limits_on_leaves_are_kept(node, rows, weight):
    found = look(node, min_rows_leaf=rows, min_weight_leaf=weight)
    for lane, (gain, edge, side) in enumerate([] if found is None else found):
        if np.isnan(node.best_gain(lane)):
            continue
        best = node.best_allowed(lane, rows, weight)
        assert gain == pytest.approx(best, abs=1e-9, rel=1e-7)
        if best > -np.inf:
            left = (node.codes[lane] < edge) | ((node.codes[lane] == MISSING) & bool(side))
            assert min(left.sum(), (~left).sum()) >= rows
            assert min(node.w[left].sum(), node.w[~left].sum()) >= weight


@examples(60)
@given(nodes(rows=(2, 170), criteria=CRITERIA, classes=(2, 2)))
def test_where_lanes_compete_the_best_of_all_is_found(node):
    found = look(node, is_shared=True)
    best = [node.best_gain(lane) for lane in range(len(node.codes))]
    if found is not None and np.isfinite(best).any():
        gains = np.where(np.isfinite(found[:, 0]), found[:, 0], -np.inf)
        assert gains.max() == pytest.approx(np.nanmax(best), abs=1e-9, rel=1e-7)
        assert best[int(gains.argmax())] == pytest.approx(np.nanmax(best), abs=1e-9, rel=1e-7)


@njit([boolean(SEARCH.type, RULES_TYPE)])
def serves(work, rules):
    return can_walk_together(work, rules, True)


@pytest.mark.parametrize(
    ("rule", "served"),
    [
        ({}, True),
        ({"criterion": 2}, True),
        ({"criterion": 4, "n_classes": 0}, True),
        ({"criterion": 1}, False),
        ({"criterion": 3}, False),
        ({"n_classes": 3}, False),
        ({"min_rows_leaf": 2}, True),
        ({"min_weight_leaf": 5}, True),
    ],
)
def test_what_lanes_can_be_walked_along_together(rule, served):
    _, work, _ = Node(np.arange(8)[None], np.arange(8) % 2, np.ones(8, int), 2, "entropy").set_up()
    assert serves(work, make_rules(**rule)) is served


@pytest.mark.parametrize("seed", range(8))
def test_lanes_that_walk_over_missing_rows_look_nothing_up_beyond_the_pairs(seed):
    """The table of pairs has no spare room here: where accesses are checked, this failed for most seeds."""
    random = np.random.default_rng(seed)
    X, y = random.normal(size=(16, 3)), random.integers(0, 2, 16)
    X[4:, 0] = np.nan
    weights = random.integers(1, 8, 16)
    weights[-1] += 127 - weights.sum()
    tree = DecisionTreeClassifier(random_state=0).fit(X, y, sample_weight=weights)
    assert (tree.predict(X) == y).all()
