"""Cut a large node exactly without sorting it: count it into bins, and look inside the few bins that matter.

    codes   |  0 ... 127 | 128 ... 255 | 256 ... 383 | ...      bins of 2^shift codes
    bounds  |     12     |     31      |     19      | ...      what no cut inside a bin exceeds

The cuts between bins are scored at once. A bin whose bound does not exceed the best score so far holds no better cut
(`cut_walks` says why); the rows of every other bin are counted again, code by code.
"""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.compilation import inlined_piece, piece
from hedgerow._kernels.cut_walks import (
    POSITION,
    walk_class_bins,
    walk_class_rows,
    walk_moment_bins,
    walk_moment_rows,
)
from hedgerow._kernels.histograms import (
    add_row,
    clear,
    clear_left,
    clear_line,
    limits_leaves,
    put_absent_left,
    sides_allowed,
)
from hedgerow._kernels.impurity import score_left
from hedgerow._kernels.lanes import N_LANES
from hedgerow._kernels.records import ABSENT, BINS, LABEL, LEFT, ROUNDING, ZERO

MOST_BINS = 256
_FINE = BINS + MOST_BINS  # the codes of one bin have lines of their own
MOST_CODES = 1024  # in a bin
_FEW = 32  # rows of a bin that are sorted rather than counted code by code
_CHOSEN = MOST_BINS + 3  # the second half of `NodeSearch.members` marks the bins that matter
N_LINES = _FINE + MOST_CODES


@piece
def find_shift(width, n):
    """How many bits of a code a bin spans, where n rows have codes that differ by at most `width`."""
    shift, most_bins = ZERO, 64 if n < 512 else MOST_BINS // 2 if n < 4096 else MOST_BINS
    while width >> shift >= most_bins:
        shift += 1
    return shift


@inlined_piece
def _find_range(lanes, lane, n):
    """Least and greatest code of a lane, from its extremes behind n rows, and how many are missing."""
    low, high = np.int64(lanes[n * N_LANES + lane]), np.int64(lanes[(n + 1) * N_LANES + lane])
    n_missing, has_missing = ZERO, high == MISSING
    if has_missing:
        high = ZERO - 1
    for i in range(n if has_missing else ZERO):
        code = np.int64(lanes[i * N_LANES + lane])
        is_missing = code == MISSING
        n_missing += is_missing
        high = max(high, ZERO - 1 if is_missing else code)
    return low, high, n_missing


@inlined_piece
def _count_bins(work, rules, lane, start, n, low, shift, counted):
    """Add every row to the line of its bin, or of missing values."""
    n_classes, lanes = rules.n_classes, work.lanes
    if rules.regression:
        for i in range(n):
            code = np.int64(lanes[i * N_LANES + lane])
            line = ABSENT if code == MISSING else BINS + ((code - low) >> shift)
            moment = work.moments[start + i]
            work.weights[line] += work.payload[start + i]
            work.sums[line] += moment
            work.rises[line] += max(moment, 0.0)
    else:
        for i in range(n):
            code = np.int64(lanes[i * N_LANES + lane])
            line = ABSENT if code == MISSING else BINS + ((code - low) >> shift)
            payload = work.payload[start + i]
            work.weights[line * n_classes + (payload & LABEL)] += payload >> 16
    for i in range(n if counted else ZERO):
        code = np.int64(lanes[i * N_LANES + lane])
        if code != MISSING:
            work.counts[(code - low) >> shift] += 1


@piece
def clear_bins(work, rules, first_line, n_lines):
    """Empty lines of the histogram."""
    k_count = max(rules.n_classes, 1)
    clear(work.weights, first_line * k_count, (first_line + n_lines) * k_count)
    clear(work.counts, first_line - BINS, first_line - BINS + n_lines)
    if rules.regression:
        clear(work.sums, first_line, first_line + n_lines)
        clear(work.rises, first_line, first_line + n_lines)


@piece
def _walk_bins(work, rules, tabled, first_line, n_bins, rows_left, n, counted, bounded):
    """Walk by whichever walk fits."""
    if rules.regression:
        return walk_moment_bins(work, rules, tabled, first_line, n_bins, rows_left, n, counted, bounded)
    return walk_class_bins(work, rules, tabled, first_line, n_bins, rows_left, n, counted, bounded)


@inlined_piece
def _collect_members(work, lane, n, low, shift, n_bins, level):
    """List in `order` the positions of the rows in every bin whose bound exceeds `level`, bin by bin."""
    members, lanes, found, n_found = work.members, work.lanes, work.spare_rows, ZERO
    for b in range(n_bins + 1):
        members[b] = 0
        members[_CHOSEN + b] = work.bounds[b] > level
    for i in range(n):
        code = np.int64(lanes[i * N_LANES + lane])
        b = n_bins if code == MISSING else (code - low) >> shift
        found[n_found] = i
        n_found += members[_CHOSEN + b]
    for j in range(n_found):
        members[((np.int64(lanes[np.int64(found[j]) * N_LANES + lane]) - low) >> shift) + 1] += 1
    for b in range(n_bins):
        members[b + 1] += members[b]
    members[n_bins + 1] = n_found
    for j in range(n_found - 1, -1, -1):
        position = np.int64(found[j])
        b = (np.int64(lanes[position * N_LANES + lane]) - low) >> shift
        members[b + 1] -= 1
        work.order[members[b + 1]] = position


@inlined_piece
def _sort_members(work, lane, first, last):
    """Sort the few rows of a bin by insertion: keys of their codes and positions, in the first lane."""
    keys = work.keys
    for j in range(first, last):
        position = np.int64(work.order[j])
        key = np.int64(work.lanes[position * N_LANES + lane]) << 16 | position
        place = (j - first) * N_LANES
        while place > 0 and np.int64(keys[place - N_LANES]) > key:
            keys[place] = keys[place - N_LANES]
            place -= N_LANES
        keys[place] = key


@inlined_piece
def _cut_bin(work, rules, tabled, lane, start, first_code, n_codes, first, last, rows_left, n):
    """Best cut between the codes of one bin, whose rows are listed in `order`: (score, first code right of it)."""
    if last - first <= _FEW and n <= POSITION:
        _sort_members(work, lane, first, last)
        if rules.regression:
            score, n_below = walk_moment_rows(work, rules, tabled, ZERO, start, last - first, rows_left, n)
        else:
            score, n_below = walk_class_rows(work, rules, tabled, ZERO, start, last - first, rows_left, n)
        return score, np.int64(work.keys[n_below * N_LANES] >> 16)
    for j in range(first, last):
        position = np.int64(work.order[j])
        line = _FINE + np.int64(work.lanes[position * N_LANES + lane]) - first_code
        add_row(work, rules, start + position, line)
        work.counts[line - BINS] += 1
    score, place = _walk_bins(work, rules, tabled, ZERO + _FINE, n_codes, rows_left, n, ZERO + 1, ZERO)
    clear_bins(work, rules, ZERO + _FINE, n_codes)
    return score, first_code + place


@piece
def look_inside(work, rules, tabled, lane, start, n, low, shift, n_bins, rows_left, level, best, edge):
    """Look inside the bins whose bound exceeds `level`; the best score, and the first code right of its cut."""
    k_count, rounding = max(rules.n_classes, 1), work.scale[ROUNDING]
    work.bounds[n_bins] = -np.inf  # of missing values
    _collect_members(work, lane, n, low, shift, n_bins, level)
    for b in range(n_bins):
        if work.bounds[b] > level:
            first, last = work.members[b + 1], work.members[b + 2]
            first_code, n_codes = low + (b << shift), ZERO + 1 << shift
            score, cut = _cut_bin(
                work, rules, tabled, lane, start, first_code, n_codes, first, last, rows_left, n
            )
            if score > best + rounding or (score >= best - rounding and cut < edge):
                best, edge = score, cut
        for k in range(k_count):
            work.weights[LEFT * k_count + k] += work.weights[(BINS + b) * k_count + k]
        work.sums[LEFT] += work.sums[BINS + b]
        rows_left += work.counts[b]
    return best, edge


@inlined_piece
def _greatest_bound(work, n_bins):
    """What no cut inside any bin exceeds."""
    greatest = -np.inf
    for b in range(n_bins):
        greatest = max(greatest, work.bounds[b])
    return greatest


@piece
def cut_large_node(work, rules, tabled, lane, start, n, floor):
    """Best cut of a lane: (score, first code right of it, whether missing values go left, bound).

    The extremes of the lane lie behind its codes (`note_extremes`). Where the score does not exceed `floor` it may be
    less than the best: with an infinite floor it is the best of the cuts between bins. No cut of the lane exceeds the
    bound. The score is NaN where the lane is constant, -inf where the limits on leaves forbid every cut. A cut behind
    the last code parts present from missing.
    """
    low, high, n_missing = _find_range(work.lanes, lane, n)
    if n_missing == n or (low == high and n_missing == 0):
        return np.nan, low, ZERO, -np.inf
    shift, counted = find_shift(high - low, n), limits_leaves(rules)
    n_bins, rounding = ((high - low) >> shift) + 1, work.scale[ROUNDING]
    _count_bins(work, rules, lane, start, n, low, shift, counted)
    best, edge, side, bound = -np.inf, high + 1, ZERO, -np.inf
    if n_missing > 0:
        put_absent_left(work, rules)
        if sides_allowed(work, rules, n_missing, n):
            best = score_left(work, rules)
    for absent_left in range(2 if n_missing > 0 else 1):
        if low == high:
            break
        rows_left = ZERO
        clear_left(work, rules)
        if absent_left:
            put_absent_left(work, rules)
            rows_left = n_missing
        score, place = _walk_bins(
            work, rules, tabled, ZERO + BINS, n_bins, rows_left, n, ZERO + counted, min(shift, 1)
        )
        cut = low + (place << shift)
        level = max(max(best, floor) + rounding, score - rounding)
        most = _greatest_bound(work, n_bins) if shift > 0 else -np.inf
        bound = max(bound, most)
        if most > level:
            score, cut = look_inside(
                work, rules, tabled, lane, start, n, low, shift, n_bins, rows_left, level, score, cut
            )
        if score > best + rounding:
            best, edge, side = score, cut, ZERO + absent_left
    clear_bins(work, rules, ZERO + BINS, n_bins)
    clear_line(work, rules, ZERO + ABSENT)
    return best, edge, side, bound


@piece
def hold_binned_codes(work, lane, n):
    """Copy the codes of one lane to `buffer`."""
    for i in range(n):
        work.buffer[i] = work.lanes[i * N_LANES + lane]
