import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit
from tests.kernels import naive
from tests.kernels.pointers import pointer
from tests.kernels.tables import examples, make_rules

from hedgerow._kernels import vector_scan
from hedgerow._kernels.impurity import gain_of
from hedgerow._kernels.records import SQUARED_ERROR, CodedColumns, NodeSearch
from hedgerow._kernels.vector_scan import N_LANES, code_above, scan_by_vectors

CODE, FEATURE, SCORE, SHIFT = vector_scan.CODE, vector_scan.FEATURE, vector_scan.SCORE, vector_scan.SHIFT


@njit
def look_by_vectors(
    codes, steps, rules, rows, payload, moments, weights, sums, table, lanes, lane_sums, lane_counts, n, out
):
    columns = CodedColumns(
        pointer(codes), pointer(sums), pointer(sums), pointer(weights), pointer(sums), pointer(sums),
        pointer(codes), out.shape[0], 1, steps[0], steps[1], 0, 0,
    )  # fmt: skip
    nothing = pointer(weights)
    work = NodeSearch(
        pointer(rows), pointer(payload), pointer(moments), pointer(moments), pointer(lanes), pointer(lanes),
        pointer(lanes), pointer(weights), pointer(sums), nothing, nothing, nothing, nothing, nothing,
        pointer(table), table.size, pointer(lanes), pointer(lane_sums), pointer(lane_counts),
        nothing, nothing, nothing, nothing, nothing,
    )  # fmt: skip
    scan_by_vectors(columns, work, rules, out.shape[0], 1, n)
    for lane in range(out.shape[0]):
        score, code = lane_sums[SCORE + lane], int(lane_sums[CODE + lane])
        out[lane, 0] = gain_of(score, work, rules) if score > -np.inf else -np.inf
        out[lane, 1], out[lane, 2] = code, lane_counts[SHIFT + lane]
        out[lane, 3] = code_above(work, lane, code, n)


def look(codes, y, w, regression, by_row=False):
    """Score the features (the rows of `codes`) of a node that lies at position 1 of shuffled rows."""
    n_lanes, n = codes.shape
    rows = np.random.default_rng(n).permutation(n)
    payload = w[rows] if regression else w[rows] << 16 | y[rows]
    weights, sums = np.zeros(8, np.int64), np.zeros(4)
    if regression:
        weights[0], sums[0] = w.sum(), (w * y).sum()
    else:
        weights[:2] = np.bincount(y, w, 2)
    x = np.arange(1, w.sum() + 2)
    out = np.zeros((n_lanes, 4))
    lane_sums, lane_counts = np.zeros(vector_scan.SUM_LENGTH), np.zeros(vector_scan.COUNT_LENGTH, np.int64)
    lane_counts[FEATURE : FEATURE + n_lanes] = np.arange(n_lanes)
    look_by_vectors(
        np.array(codes.T if by_row else codes, np.uint16, order="C"), (1, n_lanes) if by_row else (n, 1),
        make_rules(n_classes=0, criterion=SQUARED_ERROR) if regression else make_rules(),
        np.concatenate([[0], rows]).astype(np.uint32), np.concatenate([[0], payload]),
        np.concatenate([[0.0], (w * y)[rows]]), weights, sums, np.concatenate([[0.0], x * np.log2(x)]),
        np.zeros((n + 8) * N_LANES, np.uint16), lane_sums, lane_counts, n, out,
    )  # fmt: skip
    assert not lane_sums[vector_scan._BINS :].any()  # the next node finds empty bins
    assert not lane_counts[vector_scan._COUNT_BINS :].any()
    return out


@st.composite
def nodes(draw, rows, spans):
    """Codes of up to eight features, targets and weights of one node."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n, regression = draw(st.integers(*rows)), draw(st.booleans())
    spans = [draw(st.sampled_from(spans)) for _ in range(draw(st.integers(1, N_LANES)))]
    codes = np.stack([rng.integers(0, span, n) + rng.integers(0, 65_000 - span) for span in spans])
    y = np.round(rng.normal(size=n), draw(st.sampled_from([0, 6]))) if regression else rng.integers(0, 2, n)
    w = rng.integers(1, 4, n) if draw(st.booleans()) else np.ones(n, np.int64)
    return codes, y, w, regression


def gains(codes, y, w, regression):
    """Gain of every cut of one feature, by the greatest code on its left."""
    rule = ("squared_error", 0) if regression else ("entropy", 2)
    return {code: naive.gain(y, w.astype(float), codes <= code, *rule) for code in np.unique(codes)[:-1]}


@examples(60)
@given(nodes(rows=(2, vector_scan.FEW_ROWS), spans=[1, 2, 5, 60_000]))
def test_a_few_rows_are_cut_at_their_best_boundary(node):
    codes, y, w, regression = node
    for feature, (gain, code, shift, above) in zip(codes, look(*node), strict=True):
        expected = gains(feature, y, w, regression)
        assert shift == 0
        if not expected:
            assert gain == -np.inf
            continue
        assert gain == pytest.approx(max(expected.values()), abs=1e-9)
        assert expected[code] == pytest.approx(gain, abs=1e-9)
        if not regression:
            assert code == min(at for at, value in expected.items() if value > gain - 1e-10)
        assert above == feature[feature > code].min()


@examples(60)
@given(nodes(rows=(vector_scan.FEW_ROWS + 1, 700), spans=[1, 2, 40, 128, 60_000]))
def test_more_rows_are_cut_at_the_best_boundary_between_bins(node):
    codes, y, w, regression = node
    for feature, (gain, code, shift, above) in zip(codes, look(*node), strict=True):
        binned = (feature - feature.min()) >> int(shift)
        expected = gains(binned, y, w, regression)
        if not expected:
            assert gain == -np.inf
            continue
        bin_number = (int(code) - feature.min()) >> int(shift)
        assert len(np.unique(binned)) >= min(len(np.unique(feature)), 2)
        assert np.ptp(feature) >> int(shift) < vector_scan.MOST_BINS
        assert gain == pytest.approx(max(expected.values()), abs=1e-9)
        assert expected[bin_number] == pytest.approx(gain, abs=1e-9)
        if np.ptp(feature) < 64:
            assert shift == 0
        if shift == 0:
            assert above == feature[feature > code].min()


def test_bins_are_as_many_as_the_rows_deserve():
    rng = np.random.default_rng(0)
    for n, most in ((100, 64), (511, 64), (512, 128), (4095, 128), (4096, 256)):
        codes = rng.integers(0, 60_000, (3, n))
        codes[:, 0], codes[:, 1] = 0, 59_999
        for _, _, shift, _ in look(codes, rng.integers(0, 2, n), np.ones(n, np.int64), regression=False):
            assert most / 2 <= 60_000 / 2**shift <= most


@examples(30)
@given(nodes(rows=(2, 100), spans=[1, 40, 60_000]))
def test_codes_may_lie_row_by_row(node):
    np.testing.assert_array_equal(look(*node, by_row=True), look(*node))


def test_a_tie_of_values_goes_to_the_smaller_code():
    """Values 2, 0, 0, 2 lose as much by a cut after the first as after the third, to the last digit."""
    y, w = np.array([2.0, 0.0, 0.0, 2.0]), np.ones(4, np.int64)
    for codes in ([10, 20, 30, 40], [40, 20, 30, 10]):
        ((gain, code, shift, above),) = look(np.array([codes]), y, w, regression=True)
        assert (code, shift, above) == (10, 0, 20)
        assert gain == pytest.approx(gains(np.array(codes), y, w, regression=True)[10])
