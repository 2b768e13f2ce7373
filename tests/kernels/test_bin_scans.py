from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit
from tests.kernels import naive
from tests.kernels.tables import examples, make_rules, make_work

from hedgerow._kernels.bin_scans import scan_classes, scan_moments, scan_two_classes
from hedgerow._kernels.impurity import gain_of
from hedgerow._kernels.records import BINS, LEFT, SQUARED_ERROR, TOTAL

GENERAL, SHORT = range(2)
RIGHT = 99  # rows right of the scan, in no bin


@njit
def scan(work, rules, n_bins, rows_left, n_rows, way):
    if rules.criterion == SQUARED_ERROR:
        score, here, there = scan_moments(work, rules, n_bins, rows_left, n_rows)
    elif way == SHORT:
        score, here, there = scan_two_classes(work, rules, n_bins, rows_left, n_rows)
    else:
        score, here, there = scan_classes(work, rules, n_bins, rows_left, n_rows)
    return (gain_of(score, work, rules) if here >= 0 else -np.inf), here, there


def ways(n_classes):
    """The scans that fit."""
    return (GENERAL, SHORT) if n_classes == 2 else (GENERAL,)


@st.composite
def histograms(draw):
    """Bins of rows (label or target, weight), the rows left of the scan, and limits on leaves."""
    criterion = draw(st.sampled_from(naive.CRITERIA))
    n_classes = 1 if criterion == "squared_error" else draw(st.integers(2, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n = draw(st.integers(2, 30))
    bins = rng.integers(0, draw(st.sampled_from([2, 5, 40])), n)
    if draw(st.booleans()):
        bins[rng.random(n) < 0.2] = draw(st.sampled_from([-1, RIGHT]))
    y = rng.integers(0, n_classes, n) if n_classes > 1 else np.round(rng.normal(size=n), 1)
    weights = rng.integers(1, 4, n) if draw(st.booleans()) else np.ones(n, int)
    limits = draw(st.sampled_from([(1, 0), (1, 0), (3, 0), (1, 4)]))
    return criterion, n_classes, bins, y, weights, limits


def expected_boundaries(criterion, n_classes, bins, y, weights, limits):
    inside = np.unique(bins[(bins >= 0) & (bins < RIGHT)])
    kinds = 0 if criterion == "squared_error" else n_classes
    found = {}
    for here, there in pairwise(inside):
        left = bins <= here
        if naive.allowed(weights, left, *limits):
            found[here, there] = naive.gain(y, weights, left, criterion, kinds)
    return found


@examples(80)
@given(histograms())
def test_the_best_boundary_lies_between_occupied_bins(histogram):
    criterion, n_classes, bins, y, weights, limits = histogram
    regression = criterion == "squared_error"
    table = np.zeros((BINS + 40, n_classes), np.int64)
    sums, counts = np.zeros(BINS + 40), np.zeros(40, np.int64)
    for b, target, weight in zip(bins, y, weights, strict=True):
        for row in (TOTAL, BINS + b if b >= 0 else LEFT):
            if row < len(table):
                table[row, 0 if regression else target] += weight
                sums[row] += weight * target
        if 0 <= b < RIGHT:
            counts[b] += 1
    rules = make_rules(
        n_classes=0 if regression else n_classes,
        criterion=naive.CRITERIA.index(criterion),
        min_rows_leaf=limits[0],
        min_weight_leaf=limits[1],
    )
    expected = expected_boundaries(*histogram)
    for way in ways(n_classes):
        work = make_work(regression=regression, weights=table.ravel(), sums=sums, counts=counts)
        gain, here, there = scan(work, rules, 40, int((bins < 0).sum()), len(bins), way)
        if not expected:
            assert (here, there) == (-1, -1)
            continue
        assert gain == pytest.approx(expected[here, there], abs=1e-9)
        assert gain == pytest.approx(max(expected.values()), abs=1e-9)
        tied = [pair for pair, value in expected.items() if value > max(expected.values()) - 1e-11]
        if not regression:
            assert (here, there) == min(tied)


def test_equal_gains_go_to_the_lowest_boundary():
    """The labels + - - + have two equal cuts."""
    table = np.zeros((BINS + 4, 2), np.int64)
    table[TOTAL] = 2
    table[BINS:] = [[1, 0], [0, 1], [0, 1], [1, 0]]
    for criterion in range(len(naive.CLASS_CRITERIA)):
        for way in ways(2):
            work = make_work(weights=table.ravel(), counts=[1, 1, 1, 1], sums=np.zeros(BINS + 4))
            _, here, there = scan(work, make_rules(criterion=criterion), 4, 0, 4, way)
            assert (here, there) == (0, 1)
