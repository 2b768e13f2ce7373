import numpy as np
import pytest
from hypothesis import given
from numba import float64, int64, njit, void
from tests.kernels.nodes import START, nodes
from tests.kernels.tables import examples

from hedgerow._kernels.binned_cuts import MOST_BINS, cut_large_node, find_shift
from hedgerow._kernels.buffers import buffer
from hedgerow._kernels.growth_workspace import SEARCH
from hedgerow._kernels.impurity import gain_of, tabulate_pairs
from hedgerow._kernels.lane_codes import load_codes, note_extremes
from hedgerow._kernels.records import BINS, CODED_COLUMNS, RULES_TYPE


@njit([void(CODED_COLUMNS.type, SEARCH.type, RULES_TYPE, int64, int64, buffer(float64))])
def cut(columns, work, rules, n_lanes, n, out):
    tabled = tabulate_pairs(work, rules, n)
    load_codes(columns, work, n_lanes, START, n)
    note_extremes(work.lanes, n)
    for lane in range(n_lanes):
        coarse, _, _, bound = cut_large_node(work, rules, tabled, lane, START, n, np.inf)
        score, edge, side, _ = cut_large_node(work, rules, tabled, lane, START, n, -np.inf)
        out[5 * lane] = gain_of(score, work, rules) if score > -np.inf else score
        out[5 * lane + 1], out[5 * lane + 2] = edge, side
        out[5 * lane + 3] = gain_of(max(bound, score), work, rules)
        out[5 * lane + 4] = gain_of(coarse, work, rules) if coarse > -np.inf else coarse


@examples(100)
@given(nodes(rows=(65, 900)))
def test_bounds_hold_and_the_cut_is_the_best_of_all(node):
    columns, work, rules = node.set_up()
    n_lanes, n = node.codes.shape
    out = np.zeros(5 * n_lanes)
    cut(columns, work, rules, n_lanes, n, out)
    for lane, (gain, edge, side, bound, coarse) in enumerate(out.reshape(-1, 5)):
        best = node.best_gain(lane)
        assert gain == pytest.approx(best, abs=1e-9, rel=1e-7, nan_ok=True)
        if np.isfinite(best):
            assert coarse <= best * (1 + 1e-7) + 1e-9
            assert bound >= best - 1e-9 * max(best, 1.0)
            assert node.gain_of_cut(lane, edge, side) == pytest.approx(best, abs=1e-8, rel=1e-6)
    assert not work.weights[BINS * max(rules.n_classes, 1) :].any()  # the next lane finds empty bins
    assert not work.counts.any()
    assert not work.rises[BINS:].any()


@njit([int64(int64, int64)])
def shift_of(width, n):
    return find_shift(width, n)


@pytest.mark.parametrize("n", [65, 600, 5000])
@pytest.mark.parametrize("width", [0, 1, 63, 64, 255, 256, 65_534])
def test_bins_are_as_narrow_as_their_number_allows(width, n):
    shift = shift_of(width, n)
    assert width >> shift < MOST_BINS
    assert shift == 0 or width >> (shift - 1) >= 64
