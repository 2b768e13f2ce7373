import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit
from tests.kernels import naive
from tests.kernels.pointers import pointer
from tests.kernels.tables import examples, make_rules

from hedgerow._kernels import vector_scan
from hedgerow._kernels.exact_cuts import exact_cut, exact_cut_by_vectors, settle_thresholds
from hedgerow._kernels.impurity import gain_of
from hedgerow._kernels.records import NODE, SQUARED_ERROR, UNSETTLED, CodedColumns, NodeSearch


@njit
def as_work(
    payload,
    moments,
    weights,
    sums,
    table,
    lane_sums,
    lane_counts,
    codes,
    rows,
    orders,
    run_codes,
    digits,
    counts,
):
    return NodeSearch(
        pointer(rows), pointer(payload), pointer(moments), pointer(moments), pointer(codes), pointer(codes),
        pointer(codes), pointer(weights), pointer(sums), pointer(counts), pointer(orders[0]), pointer(orders[1]),
        pointer(digits), pointer(run_codes), pointer(table), table.size, pointer(codes), pointer(lane_sums),
        pointer(lane_counts), pointer(rows), pointer(payload), pointer(moments), pointer(lane_sums),
        pointer(lane_counts),
    )  # fmt: skip


@njit
def cut(rules, arrays, n, side_by_side):
    work = as_work(*arrays)
    if side_by_side:
        score, here, there = exact_cut_by_vectors(work, rules, 1, n)
    else:
        score, here, there = exact_cut(work, rules, 1, n, False)
    return gain_of(score, work, rules), here, there


@njit
def settle(lower, upper, nodes, arrays):
    traits = arrays[9]
    columns = CodedColumns(
        pointer(traits), pointer(lower), pointer(upper), pointer(traits), pointer(lower), pointer(lower),
        pointer(traits), lower.shape[0], lower.shape[1], 1, 1, 0, 0,
    )  # fmt: skip
    settle_thresholds(columns, as_work(*arrays), nodes, 0, nodes.size)


def make_arrays(y=(), w=(), regression=False, codes=()):
    y, w = np.asarray(y), np.asarray(w, np.int64)
    n = len(y)
    weights, sums = np.zeros((3 + vector_scan.MOST_BINS) * 2, np.int64), np.zeros(4 + vector_scan.MOST_BINS)
    if regression:
        weights[0], sums[0] = w.sum(), (w * y).sum()
    elif n:
        weights[:2] = np.bincount(y, w, 2)
    x = np.arange(1, w.sum() + 2)
    payload = w if regression or not n else w << 16 | y
    return (
        np.concatenate([[0], payload]).astype(np.int64), np.concatenate([[0.0], w * y]), weights, sums,
        np.concatenate([[0.0], 1.0 / x if regression else x * np.log2(x)]), np.zeros(vector_scan.SUM_LENGTH),
        np.zeros(vector_scan.COUNT_LENGTH, np.int64), np.append(codes, np.zeros(8)).astype(np.uint16),
        np.arange(-1, n).astype(np.uint32),
        np.zeros((2, n + 8), np.uint32), np.zeros(vector_scan.MOST_BINS + 16, np.uint16), np.zeros(257, np.int64),
        np.zeros(vector_scan.MOST_BINS, np.int64),
    )  # fmt: skip


@st.composite
def nodes(draw):
    """Codes, targets and weights of a node of up to three chunks of rows."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n, regression = draw(st.sampled_from([2, 7, 8, 9, 60, 255, 256, 257, 700])), draw(st.booleans())
    codes = rng.integers(0, draw(st.sampled_from([2, 20, 60_000])), n)
    codes[0], codes[1] = 0, 1
    signal = codes > np.median(codes) if draw(st.booleans()) else np.zeros(n, bool)
    y = (
        np.round(rng.normal(size=n) + signal, 6)
        if regression
        else (signal ^ (rng.random(n) < 0.3)).astype(int)
    )
    w = rng.integers(1, 4, n) if draw(st.booleans()) else np.ones(n, np.int64)
    return codes, y, w, regression


@pytest.mark.parametrize("side_by_side", [False, True])
@examples(60)
@given(nodes())
def test_the_best_of_all_boundaries_is_found(side_by_side, node):
    codes, y, w, regression = node
    rules = make_rules(n_classes=0, criterion=SQUARED_ERROR) if regression else make_rules()
    gain, here, there = cut(rules, make_arrays(y, w, regression, codes), len(y), side_by_side)
    rule = ("squared_error", 0) if regression else ("entropy", 2)
    values = np.unique(codes)
    expected = np.array([naive.gain(y, w.astype(float), codes <= code, *rule) for code in values[:-1]])
    assert gain == pytest.approx(expected.max(), abs=1e-9)
    found = int(np.searchsorted(values, here))
    assert (values[found], values[found + 1]) == (here, there)
    assert expected[found] == pytest.approx(gain, abs=1e-9)
    if not regression:
        assert found == np.flatnonzero(expected > expected.max() - 1e-10)[0]


def grown(pairs):
    """Nodes that split feature 1 between two codes, with leaves between them."""
    made = np.zeros(2 * len(pairs), NODE)
    made["feature"], made["left"] = -1, -1
    made["threshold"] = 3.0  # what a split that was taken back leaves behind
    made["feature"][::2] = 1
    made["code"][::2], made["threshold"][::2] = zip(*pairs, strict=True)
    made["categorical"][::2] = UNSETTLED
    return made


@pytest.mark.parametrize("shared", [False, True], ids=["one value per code", "several values per code"])
def test_a_threshold_lies_half_way_and_its_code_agrees_with_it(shared):
    rng = np.random.default_rng(0)
    values = np.sort(rng.normal(size=(2, 2000)), axis=1)
    lower, upper = (values[:, ::2], values[:, 1::2]) if shared else (values, values)
    lower, upper = np.ascontiguousarray(lower), np.ascontiguousarray(upper)
    ends = np.sort(rng.integers(0, lower.shape[1], (203, 2)), axis=1)
    pairs = [(int(a), int(b)) for a, b in ends if a < b] + [(0, 1), (4, 5)]
    nodes = grown(pairs)
    settle(lower, upper, nodes, make_arrays())
    assert (nodes["categorical"] == 0).all()
    assert not nodes["threshold"][1::2].any()
    for (here, there), node in zip(pairs, nodes[::2], strict=True):
        middle = 0.5 * upper[1, here] + 0.5 * lower[1, there]
        code = int(np.flatnonzero(lower[1] <= middle)[-1])
        assert here <= node["code"] == code < there
        assert node["threshold"] == max(middle, upper[1, code])
        assert lower[1, code + 1] > node["threshold"]


def test_neighbours_without_a_number_between_them_are_parted_by_the_lower_one():
    below = 1.0
    lower = np.tile([below, np.nextafter(below, 2)], (2, 1))
    nodes = grown([(0, 1)])
    settle(lower, lower, nodes, make_arrays())
    assert (nodes[0]["threshold"], nodes[0]["code"]) == (below, 0)


def test_equal_codes_part_present_from_missing_values():
    nodes = grown([(7, 7)])
    settle(np.zeros((2, 9)), np.zeros((2, 9)), nodes, make_arrays())
    assert (nodes[0]["threshold"], nodes[0]["code"]) == (np.inf, 65_534)
