"""Cut a node on one numeric feature: at the best boundary, or at a random value."""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.compilation import piece
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
from hedgerow._kernels.ranking import MISSING
from hedgerow._kernels.records import LEFT, SQUARED_ERROR, TOTAL, ZERO
from hedgerow._kernels.scanning import TOLERANCE, scan_classes, scan_moments, scan_two_classes

# A node of few rows is scanned in few bins. With 65,535 codes a bin has at most 512, and two bins fit the exact scan.
_FEW_BINS, _MANY_BINS, MOST_EXACT_BINS = 128, 256, 1024
_MANY_ROWS = 2048


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
def _scan_window(work, rules, start, n, low, high, partial, most_bins):
    """Best boundary between the codes low and high: its score, a pair of codes, and the resolution.

    At resolution 0 the codes are the neighbours of the boundary; otherwise they begin the bins on either side of it.
    `partial`: 0 when no row lies outside the window, 1 when missing rows go right, 2 when they go left.
    """
    shift, n_bins, rows_left = ZERO - 1, n, ZERO
    clear_left(work, rules)
    if n > FEW_ROWS:
        shift = ZERO
        while (high - low) >> shift >= most_bins:
            shift += 1
        n_bins = ((high - low) >> shift) + 1
    else:
        rank_codes(work, n)
    if partial > 0 or rules.criterion == SQUARED_ERROR or limits_leaves(rules):
        rows_left = fill_bins(work, rules, start, n, low, high, shift, partial)
    elif shift < 0:
        fill_by_rank(work, rules.n_classes, start, n)
    else:
        fill_by_code(work, rules.n_classes, start, n, low, shift)
    if rules.criterion == SQUARED_ERROR:
        score, here, there = scan_moments(work, rules, n_bins, rows_left, n)
    elif rules.n_classes == 2:
        score, here, there = scan_two_classes(work, rules, n_bins, rows_left, n)
    else:
        score, here, there = scan_classes(work, rules, n_bins, rows_left, n)
    clear_bins(work, rules, n_bins)
    if here < 0:
        return score, low, low, 0
    if shift < 0:
        return score, np.int64(work.bin_codes[here]), np.int64(work.bin_codes[there]), 0
    return score, low + (here << shift), low + (there << shift), shift


@piece
def best_cut(columns, work, rules, feature, start, n, exact):
    """Best cut of a feature: (score, code below, code above, missing goes left, is it exact).

    A coarse cut says how good the feature is; with `exact` the bins around it are looked at code by code. The score is
    NaN where the feature cannot split the node, -inf where the limits on leaves forbid it. Equal codes below and above
    mean: present values left, missing values right.
    """
    low, high, n_missing = gather_codes(columns, work, feature, start, n)
    if n_missing == n or (low == high and n_missing == 0):
        return np.nan, low, high, False, True
    best, here, there, side, shift = -np.inf, high, high, 0, 0
    window_low, window_high, gap, most_bins = low, high, 0, _MANY_BINS if n >= _MANY_ROWS else _FEW_BINS
    partial = min(n_missing, 1)
    if n_missing > 0:
        clear_left(work, rules)
        missing = ZERO + MISSING
        rows_left = fill_bins(work, rules, start, n, missing, missing, ZERO, ZERO + 1)
        clear_bins(work, rules, ZERO + 1)
        if sides_allowed(work, rules, rows_left, n):
            best = score_left(work, rules)
    # Scan with missing rows right, then left, then within the two bins around the better boundary.
    while low < high:
        score, a, b, resolution = _scan_window(
            work, rules, start, n, window_low, window_high, partial, most_bins
        )
        if most_bins == MOST_EXACT_BINS:
            middle = window_low + ((window_high - window_low + 1) >> 1)
            return score, a + gap if a >= middle else a, b + gap if b >= middle else b, side == 2, True
        if score > best + TOLERANCE:
            best, here, there, side, shift = score, a, b, partial, resolution
        if partial == 1:
            partial = 2
        elif exact and shift > 0:
            # | here | . . . | there |  ->  | here | there |: the empty bins between the two are closed up.
            gap, most_bins = there - here - (1 << shift), MOST_EXACT_BINS
            window_low, window_high, partial = here, here + (2 << shift) - 1, max(side, 1)
            for i in range(n):
                code = np.int64(work.buffer[i])
                if there <= code < MISSING:
                    work.buffer[i] = code - gap
        else:
            break
    return best, here, there, side == 2, shift == 0


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
    while high - low > 1:
        middle = (low + high) >> 1
        if columns.lower[feature * columns.n_values + middle] <= threshold:
            low = middle
        else:
            high = middle
    least = columns.upper[feature * columns.n_values + low]
    return low, min(max(threshold, least), cut_between(columns, feature, low, low + 1))


@piece
def random_cut(columns, work, feature, start, n, state):
    """Cut at a value drawn uniformly between the node's extremes (Geurts, Ernst & Wehenkel 2006); code -1: none."""
    low, high, _ = gather_codes(columns, work, feature, start, n)
    if low >= high:
        return -1, 0.0
    least = columns.lower[feature * columns.n_values + low]
    greatest = columns.lower[feature * columns.n_values + high]
    return cut_at(columns, feature, low, high, least + random_unit(state) * (greatest - least))
