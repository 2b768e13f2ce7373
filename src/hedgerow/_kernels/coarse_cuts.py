"""Cut a node on one numeric feature: at the best boundary, or at a random value."""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.bin_scans import (
    TOLERANCE,
    scan_classes,
    scan_moments,
    scan_two_classes,
)
from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.compilation import inlined_piece, piece
from hedgerow._kernels.histograms import (
    FEW_ROWS,
    clear_bins,
    clear_left,
    fill_bins,
    fill_by_code,
    fill_by_rank,
    gather_codes,
    limits_leaves,
    rank_codes,
)
from hedgerow._kernels.impurity import score_left
from hedgerow._kernels.randomness import random_unit
from hedgerow._kernels.records import LEFT, SQUARED_ERROR, TOTAL, ZERO

MOST_BINS = 256


@piece
def sides_allowed(work, rules, rows_left, n):
    """Whether the rows left of the scan, and the others, may each be a leaf."""
    k_count = max(rules.n_classes, 1)
    left_weight, weight = 0, 0
    for k in range(k_count):
        left_weight += work.weights[LEFT * k_count + k]
        weight += work.weights[TOTAL * k_count + k]
    least = max(rules.min_weight_leaf, 1)
    enough_rows = rows_left >= rules.min_rows_leaf and n - rows_left >= rules.min_rows_leaf
    return enough_rows and left_weight >= least and weight - left_weight >= least


@piece
def scan_bins(work, rules, n_bins, rows_left, n):
    """Scan the bins by whichever scan fits."""
    if rules.criterion == SQUARED_ERROR:
        return scan_moments(work, rules, n_bins, rows_left, n)
    if rules.n_classes == 2:
        return scan_two_classes(work, rules, n_bins, rows_left, n)
    return scan_classes(work, rules, n_bins, rows_left, n)


@inlined_piece
def _scan_window(work, rules, start, n, low, high, partial):
    """Best boundary between the codes low and high: its score, a pair of codes, and the resolution.

    At resolution 0 the codes are the neighbours of the boundary; otherwise they begin the bins on either side of it.
    `partial`: 0 when no row lies outside the window, 1 when missing rows go right, 2 when they go left.
    """
    shift, n_bins, rows_left, width = ZERO - 1, n, ZERO, high - low
    clear_left(work, rules)
    if n <= FEW_ROWS and width >= 2 * n:
        rank_codes(work, n)
    else:
        shift = ZERO
        most_bins = 64 if n < 512 and width >= 128 else 128 if n < 4096 else MOST_BINS
        while width >> shift >= most_bins:
            shift += 1
        n_bins = (width >> shift) + 1
    if partial > 0 or limits_leaves(rules) or rules.criterion == SQUARED_ERROR:
        rows_left = fill_bins(work, rules, start, n, low, high, shift, partial)
    elif shift < 0:
        fill_by_rank(work, rules.n_classes, start, n)
    else:
        fill_by_code(work, rules.n_classes, start, n, low, shift)
    score, here, there = scan_bins(work, rules, n_bins, rows_left, n)
    clear_bins(work, rules, n_bins)
    if here < 0:
        return score, low, low, ZERO
    if shift < 0:
        return score, np.int64(work.bin_codes[here]), np.int64(work.bin_codes[there]), ZERO
    return score, low + (here << shift), low + (there << shift), shift


@inlined_piece
def coarse_cut(columns, work, rules, feature, start, n):
    """How well a feature can cut the node: (score, code below, code above, missing goes left, resolution).

    At resolution 0 the cut is exact; otherwise the codes begin the bins on either side of it.
    The score is NaN where the feature cannot split the node, -inf where the limits on leaves forbid it. Equal codes
    below and above mean: present values left, missing values right.
    """
    low, high, n_missing = gather_codes(columns, work, feature, start, n)
    if n_missing == n or (low == high and n_missing == 0):
        return np.nan, low, high, False, ZERO
    best, here, there, side, shift = -np.inf, high, high, ZERO, ZERO
    if n_missing > 0:
        missing = ZERO + MISSING
        clear_left(work, rules)
        rows_left = fill_bins(work, rules, start, n, missing, missing, ZERO, ZERO + 1)
        clear_bins(work, rules, ZERO + 1)
        if sides_allowed(work, rules, rows_left, n):
            best = score_left(work, rules)
    partial = min(n_missing, 1)
    while low < high:  # once with missing rows right, if there are any, and once with them left
        score, a, b, resolution = _scan_window(work, rules, start, n, low, high, partial)
        if score > best + TOLERANCE:
            best, here, there, side, shift = score, a, b, partial, resolution
        if partial != 1:
            break
        partial = ZERO + 2
    return best, here, there, side == 2, shift


@piece
def cut_between(columns, feature, here, there):
    """Threshold half-way between two neighbouring codes, never equal to the upper one."""
    if here == there:
        return np.inf
    below = columns.upper[feature * columns.n_values + here]
    above = columns.lower[feature * columns.n_values + there]
    threshold = 0.5 * below + 0.5 * above
    return threshold if threshold < above else below


@piece
def cut_at(columns, feature, low, high, threshold):
    """Code and threshold of a cut at a given value between two codes."""
    values = feature * columns.n_values
    while high - low > 1:
        middle = (low + high) >> 1
        if columns.lower[values + middle] <= threshold:
            low = middle
        else:
            high = middle
    if threshold >= columns.lower[feature * columns.n_values + low + 1]:  # rounding can reach the upper end
        return low, cut_between(columns, feature, low, low + 1)
    return low, max(threshold, columns.upper[feature * columns.n_values + low])


@piece
def random_cut(columns, work, feature, start, n, state):
    """Cut at a value drawn uniformly between the node's extremes (Geurts, Ernst & Wehenkel 2006); code -1: none."""
    low, high, n_missing = gather_codes(columns, work, feature, start, n)
    if n_missing == n or (low == high and n_missing == 0):
        return ZERO - 1, 0.0
    if low == high:  # present values left, missing values right
        return ZERO + MISSING - 1, np.inf
    least = columns.lower[feature * columns.n_values + low]
    greatest = columns.lower[feature * columns.n_values + high]
    return cut_at(columns, feature, low, high, least + random_unit(state) * (greatest - least))
