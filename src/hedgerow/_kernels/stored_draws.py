"""Draw cuts in a sparse table at random, one feature per lane, from the stored cells of a node alone.

A cut needs the extremes of the cells, whether any row of the node has zero, and the weights of the cells on the other
side of the cut than zero. Most features have few cells in a node, often of one value beside zero: every point between
the two parts the rows alike, so where the point lies is found only for the feature that wins.
"""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.compilation import inlined_piece, piece
from hedgerow._kernels.histograms import limits_leaves
from hedgerow._kernels.impurity import node_weight
from hedgerow._kernels.lanes import N_LANES, load_lanes, pick, spread, store_lanes
from hedgerow._kernels.random_scan import (
    COUNTS,
    HIGH,
    LOW,
    POINT,
    draw_shares,
    find_code,
    score_class_weights,
    settle_scores,
)
from hedgerow._kernels.records import LABEL, TOTAL, ZERO
from hedgerow._kernels.stored_cells import first_value, read_cells

_FEW_CELLS = 32  # of a feature whose values are compared, rather than the code of the cut searched for
_ZEROS = 0  # stretch of `NodeSearch.draw_counts`: 1 where zero lies left of the cut


@piece
def reads_cells(rules):
    """Whether stored cells are all that cuts in a sparse table need: sums of moments depend on their order."""
    return not rules.regression and not limits_leaves(rules)


@piece
def find_point(columns, work, lane):
    """The point of a lane's cut."""
    place, values = work.draw_counts, first_value(columns, work.lane_features[lane])
    least, greatest = columns.lower[values + place[LOW + lane]], columns.lower[values + place[HIGH + lane]]
    point = least + work.draw_sums[POINT + lane] * (greatest - least)
    return point if point < greatest else least  # rounding can reach the upper end


@inlined_piece
def _find_extremes(work, lane, zero, n_cells, n):
    """Write down the least and the greatest code of a lane; whether the node has codes between the two."""
    codes, low, high = work.cell_codes, zero, zero
    if n_cells == n:
        low = high = np.int64(codes[0])
    for cell in range(n_cells):
        code = np.int64(codes[cell])
        low, high = min(low, code), max(high, code)
    inner = n_cells < n and low < zero < high
    for cell in range(n_cells):
        inner |= low < np.int64(codes[cell]) < high
    work.draw_counts[LOW + lane], work.draw_counts[HIGH + lane] = low, high
    return inner


@piece
def _find_cut(columns, work, lane, zero, n_cells, n):
    """The greatest code of the node that is not above the point of a lane."""
    codes, feature, point = work.cell_codes, work.lane_features[lane], find_point(columns, work, lane)
    low, high = work.draw_counts[LOW + lane], work.draw_counts[HIGH + lane]
    if n_cells > _FEW_CELLS:
        return find_code(columns, feature, low, high, point)
    values, cut = first_value(columns, feature), low
    if n_cells < n and cut < zero < high and columns.lower[values + zero] <= point:
        cut = zero
    for cell in range(n_cells):
        code = np.int64(codes[cell])
        if cut < code < high and columns.lower[values + code] <= point:
            cut = code
    return cut


@inlined_piece
def _part_cells(columns, work, lane, start, n):
    """Count what the cells of a lane change, once all other rows lie on the side of zero."""
    feature, place = work.lane_features[lane], work.draw_counts
    zero, n_cells = np.int64(columns.zero_codes[feature]), read_cells(columns, work, feature, start, n)
    inner, cut = _find_extremes(work, lane, zero, n_cells, n), place[LOW + lane]
    if inner:
        cut = _find_cut(columns, work, lane, zero, n_cells, n)
    zero_left = np.int64(zero <= cut)
    place[_ZEROS + lane] = zero_left
    for cell in range(n_cells):
        payload = work.payload[start + np.int64(work.cell_places[cell])]
        change = np.int64(np.int64(work.cell_codes[cell]) <= cut) - zero_left
        place[COUNTS + N_LANES * (payload & LABEL) + lane] += change * (payload >> 16)


@piece
def scan_stored_cuts(columns, work, rules, n_lanes, start, n, state):
    """Do what `scan_random_cuts` does; the point of a cut is found by `find_point`."""
    counts, n_classes, none = work.draw_counts, rules.n_classes, spread(ZERO)
    draw_shares(work, n_lanes, state)
    store_lanes(counts, ZERO + _ZEROS, none)
    for k in range(n_classes):
        store_lanes(counts, COUNTS + N_LANES * k, none)
    for lane in range(n_lanes):
        _part_cells(columns, work, ZERO + lane, start, n)
    zero_left = none < load_lanes(counts, ZERO + _ZEROS)
    for k in range(n_classes):
        others = pick(zero_left, spread(work.weights[TOTAL * n_classes + k]), none)
        store_lanes(counts, COUNTS + N_LANES * k, load_lanes(counts, COUNTS + N_LANES * k) + others)
    score_class_weights(work, rules, node_weight(work, rules), n_lanes)
    settle_scores(work, rules, n_lanes, start, n)
