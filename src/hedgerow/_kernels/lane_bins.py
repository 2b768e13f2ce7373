"""Count all lanes of a large node into bins at once, by squared error or with two classes.

    bin 0 | lane 0, lane 1, ... |         a histogram per lane, side by side
    bin 1 | lane 0, lane 1, ... |

The cuts between bins are scored for all lanes together, and so is what cuts inside bins could reach: with two classes
the convex score is largest where a bin's first class has moved and its second has not, or the other way round.
`binned_cuts` then looks inside the bins of those lanes that may hold the best cut.
"""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.binned_cuts import MOST_BINS, clear_bins, cut_large_node, find_shift, look_inside
from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.compilation import inlined_piece, piece
from hedgerow._kernels.histograms import clear_left, limits_leaves
from hedgerow._kernels.lane_codes import note_extremes
from hedgerow._kernels.lane_walks import BOUND, EDGE, SCORE, SIDE, divide, find_allowed, score_exactly
from hedgerow._kernels.lanes import N_LANES, any_lane, load_lanes, pick, real, spread, store_lanes
from hedgerow._kernels.records import BINS, LABEL, REACH, ROUNDING, TOTAL, ZERO

_LOW, _HIGH, _SHIFT, _STATE, _BINS = range(0, 5 * N_LANES, N_LANES)  # stretches of `NodeSearch.lane_counts`
_ABSENT = MOST_BINS  # the last bin holds missing values
_HALF = (1 << 32) - 1  # counts of two classes share a word: the second class is the upper half
_ROWS = _BINS + N_LANES * (MOST_BINS + 1)  # rows of each bin, where limits ask for them
N_LANE_COUNTS = _ROWS + N_LANES * (MOST_BINS + 1)
_BOUNDS = 3 * N_LANES * (MOST_BINS + 1)  # behind weights, moments and positive moments of each bin
N_LANE_SUMS = _BOUNDS + N_LANES * MOST_BINS
_N_BINS, _HAS_ABSENT = _STATE, _STATE + 1


@inlined_piece
def _find_ranges(work, n):
    """Least and greatest code of each lane, and how many bins the finest lane has; whether any value is missing."""
    lanes, place = work.lanes, work.lane_counts
    absent, none = spread(np.uint16(MISSING)), spread(np.uint16(0))
    note_extremes(lanes, n)
    last = greatest = load_lanes(lanes, (n + 1) * N_LANES)
    for i in range(n if any_lane(last == absent) else ZERO):
        code = load_lanes(lanes, i * N_LANES)
        present = pick(code < absent, code, none)
        greatest = pick(greatest == absent, none, greatest)
        greatest = pick(greatest < present, present, greatest)
    store_lanes(lanes, (n + 2) * N_LANES, greatest)
    n_bins, has_absent = ZERO, False
    for lane in range(N_LANES):
        low, high = np.int64(lanes[n * N_LANES + lane]), np.int64(lanes[(n + 2) * N_LANES + lane])
        shift = find_shift(high - low, n)
        place[_LOW + lane], place[_HIGH + lane], place[_SHIFT + lane] = low, high, shift
        lanes[(n + 2) * N_LANES + lane] = shift
        n_bins = max(n_bins, ((high - low) >> shift) + 1)
        has_absent |= lanes[(n + 1) * N_LANES + lane] == MISSING
    return n_bins, has_absent


@inlined_piece
def _count(work, rules, n_lanes, start, n):
    """Add every row to its bin in each lane."""
    lanes, place, sums = work.lanes, work.lane_counts, work.lane_sums
    regression, limited = rules.regression, limits_leaves(rules)
    low, shift = load_lanes(lanes, n * N_LANES), load_lanes(lanes, (n + 2) * N_LANES)
    absent, last = spread(np.uint16(MISSING)), spread(np.uint16(_ABSENT))
    for i in range(n):
        payload, weight, moment, rise, count = work.payload[start + i], 0.0, 0.0, 0.0, ZERO
        if regression:
            weight, moment = np.float64(payload), work.moments[start + i]
            rise = max(moment, 0.0)
        else:
            count = (payload >> 16) << (32 * (payload & LABEL))
        code = load_lanes(lanes, i * N_LANES)
        store_lanes(lanes, (n + 3) * N_LANES, pick(code == absent, last, (code - low) >> shift))
        for lane in range(n_lanes):
            b = np.int64(lanes[(n + 3) * N_LANES + lane])
            if regression:
                first = 3 * N_LANES * b + lane
                sums[first] += weight
                sums[first + N_LANES] += moment
                sums[first + 2 * N_LANES] += rise
            else:
                place[_BINS + N_LANES * b + lane] += count
            if limited:
                place[_ROWS + N_LANES * b + lane] += 1


@inlined_piece
def _limit_cuts(rules, left, rows_left, more_rows, weight, n):
    """In which lanes limits allow the cut behind a bin, `left` of which is that weight, and may allow one inside."""
    after, fewest = rows_left + more_rows, spread(ZERO + rules.min_rows_leaf)
    allowed = find_allowed(rules, left, weight, after, n)
    return allowed, (fewest <= after) & (rows_left <= spread(n) - fewest)


@inlined_piece
def _bound_moments(work, moment, left, more, change, rise, weight):
    """What no cut inside a bin explains, in each lane; see `cut_walks`."""
    after, none = left + more, spread(0.0)
    low, high = moment + change - rise, moment + rise
    low, most = none - low, pick(rise - change > rise, rise - change, rise)
    furthest = pick(low > high, low, high)
    squares, whole = furthest * furthest, spread(weight)
    first = divide(squares, left) + divide(squares, whole - left)
    second = divide(squares, after) + divide(squares, whole - after)
    inner = pick(first > second, first, second)
    outer = most * (spread(work.scale[REACH]) + divide(most, whole - more))
    return pick((none < left) & (after < whole), inner, outer)


@inlined_piece
def _walk_moments(work, rules, n_bins, weight, absent_left, found, n):
    """Scan the bins by squared error: best score, last bin left of its cut and side of each lane, and their bounds."""
    sums, counts, rounding = work.lane_sums, work.lane_counts, spread(work.scale[ROUNDING])
    best, place, side, bound = found
    left, moment, whole, rows_left = spread(0.0), spread(0.0), spread(weight), spread(ZERO)
    limited = limits_leaves(rules)
    if absent_left:
        left = load_lanes(sums, 3 * N_LANES * _ABSENT)
        moment = load_lanes(sums, 3 * N_LANES * _ABSENT + N_LANES)
        rows_left = load_lanes(counts, _ROWS + N_LANES * _ABSENT)
    for b in range(n_bins):
        first = 3 * N_LANES * b
        more, change = load_lanes(sums, first), load_lanes(sums, first + N_LANES)
        inside = _bound_moments(
            work, moment, left, more, change, load_lanes(sums, first + 2 * N_LANES), weight
        )
        is_cut = spread(0.0) < more
        left, moment = left + more, moment + change
        allowed = (spread(0.0) < left) & (left < whole)
        if limited:
            more_rows = load_lanes(counts, _ROWS + N_LANES * b)
            within, reached = _limit_cuts(rules, left, rows_left, more_rows, weight, n)
            allowed, is_cut, rows_left = allowed & within, is_cut & reached, rows_left + more_rows
        inside = pick(is_cut, inside, spread(-np.inf))
        bound = pick(inside > bound, inside, bound)
        store_lanes(sums, _BOUNDS + N_LANES * b, inside)
        score = divide(moment * moment, left) + divide(moment * moment, whole - left)
        better = allowed & (score > best + rounding)
        best, place = pick(better, score, best), pick(better, spread(np.float64(b)), place)
        side = pick(better, spread(np.float64(absent_left)), side)
    return best, place, side, bound


@inlined_piece
def _walk_counts(work, rules, n_bins, weight, absent_left, found, n):
    """The same with two classes."""
    counts, rounding, none = work.lane_counts, spread(work.scale[ROUNDING]), spread(0.0)
    best, place, side, bound = found
    left, ones, whole, rows_left = spread(ZERO), spread(ZERO), spread(np.int64(weight)), spread(ZERO)
    half, upper, limited = spread(ZERO + _HALF), spread(ZERO + 32), limits_leaves(rules)
    if absent_left:
        absent = load_lanes(counts, _BINS + N_LANES * _ABSENT)
        ones = absent >> upper
        left = ones + (absent & half)
        rows_left = load_lanes(counts, _ROWS + N_LANES * _ABSENT)
    for b in range(n_bins):
        more = load_lanes(counts, _BINS + N_LANES * b)
        more_ones, others = more >> upper, more & half
        one = score_exactly(work, rules, left + others, ones, none, weight)
        other = score_exactly(work, rules, left + more_ones, ones + more_ones, none, weight)
        inside = pick(one > other, one, other)
        left, ones = left + others + more_ones, ones + more_ones
        allowed = (spread(ZERO) < left) & (left < whole)
        if limited:
            more_rows = load_lanes(counts, _ROWS + N_LANES * b)
            within, reached = _limit_cuts(rules, real(left), rows_left, more_rows, weight, n)
            allowed, rows_left = allowed & within, rows_left + more_rows
            inside = pick(reached, inside, spread(-np.inf))
        bound = pick(inside > bound, inside, bound)
        store_lanes(work.lane_sums, _BOUNDS + N_LANES * b, inside)
        score = score_exactly(work, rules, left, ones, none, weight)
        better = allowed & (score > best + rounding)
        best, place = pick(better, score, best), pick(better, spread(np.float64(b)), place)
        side = pick(better, spread(np.float64(absent_left)), side)
    return best, place, side, bound


@piece
def cut_between_bins(work, rules, n_lanes, start, n):
    """Leave the best cut between bins of each lane, and what no cut of the lane exceeds; the bins stay filled.

    Where every bin is one code, the cut is the best of all and nothing exceeds it. The score is NaN in constant lanes,
    -inf where limits on leaves forbid every cut between bins.
    """
    n_bins, has_absent = _find_ranges(work, n)
    _count(work, rules, n_lanes, start, n)
    weight = work.weights[TOTAL]
    if not rules.regression:
        weight = work.weights[2 * TOTAL] + work.weights[2 * TOTAL + 1]
    found = spread(-np.inf), spread(0.0), spread(0.0), spread(-np.inf)
    for absent_left in range(2 if has_absent else 1):
        if rules.regression:
            found = _walk_moments(work, rules, n_bins, np.float64(weight), absent_left, found, ZERO + n)
        else:
            found = _walk_counts(work, rules, n_bins, np.float64(weight), absent_left, found, ZERO + n)
    scores, cuts, place = work.lane_scores, work.lane_cuts, work.lane_counts
    place[_N_BINS], place[_HAS_ABSENT] = n_bins, has_absent
    store_lanes(scores, ZERO + SCORE, found[1])
    store_lanes(scores, ZERO + BOUND, found[2])
    for lane in range(n_lanes):
        bins_left = np.int64(scores[SCORE + lane]) + 1
        cuts[EDGE + lane] = place[_LOW + lane] + (bins_left << place[_SHIFT + lane])
        cuts[SIDE + lane] = np.int64(scores[BOUND + lane])
    store_lanes(scores, ZERO + SCORE, found[0])
    store_lanes(scores, ZERO + BOUND, found[3])
    for lane in range(n_lanes):
        if place[_SHIFT + lane] == 0:
            scores[BOUND + lane] = -np.inf
        if work.lanes[n * N_LANES + lane] == work.lanes[(n + 1) * N_LANES + lane]:
            scores[SCORE + lane] = np.nan


@piece
def look_inside_bins(work, rules, tabled, lane, start, n, floor):
    """Make the cut of a lane exact where it exceeds `floor`; return its score."""
    scores, place, n_bins = work.lane_scores, work.lane_counts, work.lane_counts[_N_BINS]
    rounding, best, edge = work.scale[ROUNDING], scores[SCORE + lane], work.lane_cuts[EDGE + lane]
    level = max(floor + rounding, best - rounding)
    if place[_HAS_ABSENT] or not scores[BOUND + lane] > level:
        if place[_HAS_ABSENT]:
            best, edge, side, _ = cut_large_node(work, rules, tabled, lane, start, n, floor)
            work.lane_cuts[SIDE + lane] = side
            scores[SCORE + lane], work.lane_cuts[EDGE + lane] = best, edge
        return best
    for b in range(n_bins):
        work.counts[b] = place[_ROWS + N_LANES * b + lane]
        work.bounds[b] = work.lane_sums[_BOUNDS + N_LANES * b + lane]
        if rules.regression:
            first = 3 * N_LANES * b + lane
            work.weights[BINS + b] = np.int64(work.lane_sums[first])
            work.sums[BINS + b] = work.lane_sums[first + N_LANES]
        else:
            count = place[_BINS + N_LANES * b + lane]
            work.weights[2 * (BINS + b)], work.weights[2 * (BINS + b) + 1] = count & _HALF, count >> 32
    clear_left(work, rules)
    best, edge = look_inside(
        work, rules, tabled, lane, start, n, place[_LOW + lane], place[_SHIFT + lane], n_bins, ZERO, level, best, edge
    )  # fmt: skip
    clear_bins(work, rules, ZERO + BINS, n_bins)
    scores[SCORE + lane], work.lane_cuts[EDGE + lane] = best, edge
    return best


@piece
def clear_lanes(work, rules):
    """Empty the bins of all lanes."""
    n_bins = work.lane_counts[_N_BINS]
    for b in range(n_bins + 1):
        line = _ABSENT if b == n_bins else b
        if rules.regression:
            for part in range(3):
                store_lanes(work.lane_sums, (3 * line + part) * N_LANES, spread(0.0))
        else:
            store_lanes(work.lane_counts, _BINS + N_LANES * line, spread(ZERO))
        if limits_leaves(rules):
            store_lanes(work.lane_counts, _ROWS + N_LANES * line, spread(ZERO))
