"""Look at several features of a node side by side: one feature per lane of a vector register.

The features a node tries are independent, so a step of the search is the same for all of them, and a step for eight
costs little more than a step for one.

    codes    | 3 7 1 9 ...  row 0
             | 5 2 1 4 ...  row 1       lanes: features
             | 4 4 6 0 ...  row 2

A node of a few rows needs no order at all: what lies left of a cut at the code of row i is the sum over the rows whose
code is not greater. A larger node is counted into bins, eight histograms at once, and their prefix sums are scanned
together. Every scan leaves the best score of each lane and the greatest code (or the first code of the bin) left of the
cut; -inf where the feature is constant in the node.

This serves the common case: numbers, nothing missing, no limits on leaves, squared error or the entropy of two classes.
"""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.bin_scans import TOLERANCE
from hedgerow._kernels.compilation import piece
from hedgerow._kernels.histograms import limits_leaves
from hedgerow._kernels.lanes import LINE, N_LANES, fetch, load_lanes, look_up, pick, real, spread, store_lanes
from hedgerow._kernels.records import BEST, ENTROPY, LABEL, SQUARED_ERROR, TOTAL, ZERO

FEW_ROWS = 32
_AHEAD = 16  # rows that are on their way from memory while as many are copied
# Stretches of `NodeSearch.lane_sums`: the best of each lane, weights and moments of few rows, and the bins, each of
# which holds the weights of all lanes and then their moments.
SCORE, CODE, _ROW_WEIGHTS = range(0, 3 * N_LANES, N_LANES)
_ROW_MOMENTS = _ROW_WEIGHTS + FEW_ROWS
_BINS = _ROW_MOMENTS + FEW_ROWS
# Stretches of `NodeSearch.lane_counts`: feature, least code, resolution and first code of each lane, counts of few
# rows, and the bins. The counts of two classes share a word: the second class is the upper half.
FEATURE, LOW, SHIFT, _OFFSET, _ROW_COUNTS = range(0, 5 * N_LANES, N_LANES)
_COUNT_BINS = _ROW_COUNTS + FEW_ROWS
_HALF = (1 << 32) - 1
MOST_BINS = 256
# Behind the bins: what lies left of each of up to MOST_BINS sorted rows, for `exact_cuts`.
SORTED_WEIGHTS = _BINS + 2 * N_LANES * MOST_BINS
SORTED_MOMENTS = SORTED_WEIGHTS + MOST_BINS + N_LANES
SORTED_COUNTS = _COUNT_BINS + N_LANES * MOST_BINS
SUM_LENGTH, COUNT_LENGTH = SORTED_MOMENTS + MOST_BINS + N_LANES, SORTED_COUNTS + MOST_BINS + N_LANES


@piece
def can_scan_by_vectors(work, rules):
    """Whether the rules and the node's weight allow it."""
    if rules.split != BEST or rules.description_length or limits_leaves(rules):
        return False
    if rules.criterion == SQUARED_ERROR:
        return True
    two = rules.criterion == ENTROPY and rules.n_classes == 2
    return two and work.weights[2 * TOTAL] + work.weights[2 * TOTAL + 1] < work.table_size


@piece
def _fetch_rows(columns, work, first, last):
    """Bring the codes of rows that will be needed soon, where those of a row lie together."""
    for i in range(first, last):
        row = np.int64(work.rows[i]) * columns.row_step
        for line in range(0, columns.row_step, LINE):
            fetch(columns.codes, row + line)


@piece
def _load_codes(columns, work, n_lanes, start, n):
    """Copy the codes of the node's rows; unused lanes are constant."""
    lanes, place = work.lanes, work.lane_counts
    for lane in range(n_lanes):
        place[_OFFSET + lane] = place[FEATURE + lane] * columns.feature_step
    for first in range(0, n, _AHEAD):
        last = min(first + _AHEAD, n)
        if columns.row_step > 1:
            _fetch_rows(columns, work, start + last, start + min(last + _AHEAD, n))
        for i in range(first, last):
            row = np.int64(work.rows[start + i]) * columns.row_step
            for lane in range(n_lanes):
                lanes[i * N_LANES + lane] = columns.codes[row + place[_OFFSET + lane]]
            for lane in range(n_lanes, N_LANES):
                lanes[i * N_LANES + lane] = 0


@piece
def score_moments(moment, left, whole):
    """Scores of the cuts with these moments and weights on their left, and whether they are cuts.

    Moments are about the node's mean, so a cut with the weight w and the moment s on its left explains
    s^2 W / (w (W - w)) of the node's squares; the score is that over W.
    """
    is_cut = (spread(0.0) < left) & (left < whole)
    return moment * moment / pick(is_cut, left * (whole - left), spread(1.0)), is_cut


@piece
def _few_moments(work, start, n):
    """Best cuts of a few rows by squared error."""
    sums, lanes, mean = work.lane_sums, work.lanes, work.sums[TOTAL] / work.weights[TOTAL]
    for i in range(n):
        weight = np.float64(work.payload[start + i])
        sums[_ROW_WEIGHTS + i], sums[_ROW_MOMENTS + i] = weight, work.moments[start + i] - weight * mean
    whole, zero = spread(np.float64(work.weights[TOTAL])), spread(0.0)
    best, best_code = spread(-np.inf), zero
    for i in range(n):
        code = load_lanes(lanes, i * N_LANES)
        left, moment = zero, zero
        for j in range(n):
            inside = load_lanes(lanes, j * N_LANES) <= code
            left = left + pick(inside, spread(sums[_ROW_WEIGHTS + j]), zero)
            moment = moment + pick(inside, spread(sums[_ROW_MOMENTS + j]), zero)
        score, is_cut = score_moments(moment, left, whole)
        number = real(code)
        better = is_cut & ((score > best) | ((score == best) & (number < best_code)))
        best, best_code = pick(better, score, best), pick(better, number, best_code)
    store_lanes(sums, SCORE, best)
    store_lanes(sums, CODE, best_code)


@piece
def score_counts(table, left, whole_a, whole_b):
    """Scores of the cuts with these counts on their left, and whether they are cuts."""
    a, b = left & spread(ZERO + _HALF), left >> spread(ZERO + 32)
    c, d = whole_a - a, whole_b - b
    score = look_up(table, a) + look_up(table, b) - look_up(table, a + b)
    score = score + (look_up(table, c) + look_up(table, d) - look_up(table, c + d))
    return score, (spread(ZERO) < a + b) & (spread(ZERO) < c + d)


@piece
def _few_counts(work, start, n):
    """Best cuts of a few rows by the entropy of two classes."""
    sums, lanes, counts, table = work.lane_sums, work.lanes, work.lane_counts, work.table
    for i in range(n):
        payload = work.payload[start + i]
        counts[_ROW_COUNTS + i] = (payload >> 16) << (32 * (payload & LABEL))
    whole_a, whole_b = spread(work.weights[2 * TOTAL]), spread(work.weights[2 * TOTAL + 1])
    zero, rounding = spread(ZERO), spread(TOLERANCE)
    best, best_code = spread(-np.inf), spread(0.0)
    for i in range(n):
        code = load_lanes(lanes, i * N_LANES)
        left = zero
        for j in range(n):
            inside = load_lanes(lanes, j * N_LANES) <= code
            left = left + pick(inside, spread(counts[_ROW_COUNTS + j]), zero)
        score, is_cut = score_counts(table, left, whole_a, whole_b)
        number = real(code)
        lower = (best - rounding <= score) & (number < best_code)
        better = is_cut & ((score > best + rounding) | lower)
        best, best_code = pick(better, score, best), pick(better, number, best_code)
    store_lanes(sums, SCORE, best)
    store_lanes(sums, CODE, best_code)


@piece
def _set_resolution(work, n):
    """Bins of each lane: as many codes in a bin as keep the bins few. Returns how many bins the finest lane has."""
    lanes, place = work.lanes, work.lane_counts
    least = greatest = load_lanes(lanes, ZERO)
    for i in range(1, n):
        code = load_lanes(lanes, i * N_LANES)
        least, greatest = pick(code < least, code, least), pick(greatest < code, code, greatest)
    store_lanes(lanes, n * N_LANES, least)
    store_lanes(lanes, (n + 1) * N_LANES, greatest)
    n_bins = ZERO
    for lane in range(N_LANES):
        low, shift = np.int64(lanes[n * N_LANES + lane]), ZERO
        width = np.int64(lanes[(n + 1) * N_LANES + lane]) - low
        most_bins = 64 if n < 512 and width >= 128 else 128 if n < 4096 else MOST_BINS
        while width >> shift >= most_bins:
            shift += 1
        place[LOW + lane], place[SHIFT + lane] = low, shift
        n_bins = max(n_bins, (width >> shift) + 1)
    return n_bins


@piece
def _binned_moments(work, n_lanes, start, n):
    """Best cuts by squared error, bin by bin; empties the bins again."""
    sums, lanes, place = work.lane_sums, work.lanes, work.lane_counts
    mean, n_bins = work.sums[TOTAL] / work.weights[TOTAL], _set_resolution(work, n)
    for i in range(n):
        weight = np.float64(work.payload[start + i])
        moment = work.moments[start + i] - weight * mean
        for lane in range(n_lanes):
            bin_number = (np.int64(lanes[i * N_LANES + lane]) - place[LOW + lane]) >> place[SHIFT + lane]
            sums[_BINS + 2 * N_LANES * bin_number + lane] += weight
            sums[_BINS + 2 * N_LANES * bin_number + N_LANES + lane] += moment
    whole, zero = spread(np.float64(work.weights[TOTAL])), spread(0.0)
    left, moment, best, best_bin = zero, zero, spread(-np.inf), zero
    for b in range(n_bins):
        first = _BINS + 2 * N_LANES * b
        left = left + load_lanes(sums, first)
        moment = moment + load_lanes(sums, first + N_LANES)
        store_lanes(sums, first, zero)
        store_lanes(sums, first + N_LANES, zero)
        score, is_cut = score_moments(moment, left, whole)
        better = is_cut & (score > best)
        best, best_bin = pick(better, score, best), pick(better, spread(np.float64(b)), best_bin)
    store_lanes(sums, SCORE, best)
    store_lanes(sums, CODE, best_bin)


@piece
def _binned_counts(work, n_lanes, start, n):
    """Best cuts by the entropy of two classes, bin by bin; empties the bins again."""
    sums, lanes, counts, table = work.lane_sums, work.lanes, work.lane_counts, work.table
    n_bins = _set_resolution(work, n)
    for i in range(n):
        payload = work.payload[start + i]
        count = (payload >> 16) << (32 * (payload & LABEL))
        for lane in range(n_lanes):
            bin_number = (np.int64(lanes[i * N_LANES + lane]) - counts[LOW + lane]) >> counts[SHIFT + lane]
            counts[_COUNT_BINS + N_LANES * bin_number + lane] += count
    whole_a, whole_b = spread(work.weights[2 * TOTAL]), spread(work.weights[2 * TOTAL + 1])
    zero, rounding = spread(ZERO), spread(TOLERANCE)
    left, best, best_bin = zero, spread(-np.inf), spread(0.0)
    for b in range(n_bins):
        first = _COUNT_BINS + N_LANES * b
        left = left + load_lanes(counts, first)
        store_lanes(counts, first, zero)
        score, is_cut = score_counts(table, left, whole_a, whole_b)
        better = is_cut & (score > best + rounding)
        best, best_bin = pick(better, score, best), pick(better, spread(np.float64(b)), best_bin)
    store_lanes(sums, SCORE, best)
    store_lanes(sums, CODE, best_bin)


@piece
def scan_by_vectors(columns, work, rules, n_lanes, start, n):
    """Score the features in the first lanes; see the top of this file for what is left in each lane."""
    sums, place, few = work.lane_sums, work.lane_counts, n <= FEW_ROWS
    for lane in range(N_LANES):
        place[LOW + lane], place[SHIFT + lane] = 0, 0
    _load_codes(columns, work, n_lanes, start, n)
    if rules.criterion == SQUARED_ERROR:
        if few:
            _few_moments(work, start, n)
        else:
            _binned_moments(work, n_lanes, start, n)
        whole = np.float64(work.weights[TOTAL])
        before = work.sums[TOTAL] * work.sums[TOTAL] / whole
        for lane in range(n_lanes):
            sums[SCORE + lane] = before + whole * sums[SCORE + lane]
    elif few:
        _few_counts(work, start, n)
    else:
        _binned_counts(work, n_lanes, start, n)
    for lane in range(n_lanes if not few else ZERO):
        sums[CODE + lane] = np.float64(
            place[LOW + lane] + (np.int64(sums[CODE + lane]) << place[SHIFT + lane])
        )


@piece
def hold_lane(work, lane, n):
    """Copy the codes of one lane to `buffer`."""
    for i in range(n):
        work.buffer[i] = work.lanes[i * N_LANES + lane]


@piece
def code_above(work, lane, code, n):
    """The least code of a lane that is greater than the given one."""
    above = ZERO + LABEL
    for i in range(n):
        other = np.int64(work.lanes[i * N_LANES + lane])
        if other > code:
            above = min(above, other)
    return above
