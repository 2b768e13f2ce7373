import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import boolean, float64, int64, njit, void
from tests.kernels.nodes import Node, nodes
from tests.kernels.tables import examples

from hedgerow._kernels.buffers import buffer
from hedgerow._kernels.cut_walks import walk_class_bins, walk_moment_bins
from hedgerow._kernels.growth_workspace import SEARCH
from hedgerow._kernels.impurity import gain_of, tabulate_pairs
from hedgerow._kernels.records import BINS, RULES_TYPE, SQUARED_ERROR


@njit([void(SEARCH.type, RULES_TYPE, int64, int64, boolean, buffer(float64))])
def walk(work, rules, n_bins, n, tabulated, out):
    tabled = tabulated and tabulate_pairs(work, rules, n)
    if rules.criterion == SQUARED_ERROR:
        score, place = walk_moment_bins(
            work, rules, tabled, BINS + int64(0), n_bins, int64(0), n, False, True
        )
    else:
        score, place = walk_class_bins(
            work, rules, tabled, BINS + int64(0), n_bins, int64(0), n, int64(0), int64(1)
        )
    out[0], out[1] = gain_of(score, work, rules), place
    for b in range(n_bins):
        bound = work.bounds[b]
        out[2 + b] = gain_of(bound, work, rules) if -np.inf < bound < np.inf else bound


@pytest.mark.parametrize("tabulated", [True, False])
@examples(100)
@given(nodes(rows=(4, 300), missing=(0.0,)), st.sampled_from([2, 5, 20]))
def test_no_cut_inside_a_bin_exceeds_its_bound(tabulated, node, n_bins):
    codes = node.codes[0].argsort().argsort()  # all different
    bins = codes * n_bins // codes.size
    node = Node(codes[None], node.y, node.w, node.n_classes, node.criterion)
    _, work, rules = node.set_up()
    k_count = max(node.n_classes, 1)
    if node.n_classes:
        np.add.at(work.weights, (BINS + bins) * k_count + node.y, node.w)
    else:
        moments = work.moments[3:]
        np.add.at(work.weights, BINS + bins, node.w)
        np.add.at(work.sums, BINS + bins, moments)
        np.add.at(work.rises, BINS + bins, np.maximum(moments, 0.0))
    out = np.zeros(2 + n_bins)
    walk(work, rules, n_bins, codes.size, tabulated, out)
    gains, _, below = node.gains(0)  # of the cut above each code
    between = np.flatnonzero(np.diff(np.sort(bins)) > 0)
    if between.size:
        assert out[0] == pytest.approx(gains[between].max(), abs=1e-9, rel=1e-7)
    for code in range(codes.size - 1):
        first, second = np.sort(bins)[code : code + 2]
        if first == second:
            assert out[2 + first] >= gains[code] - 1e-9 * max(gains[code], 1.0)
    assert below.size == codes.size
