"""Cut a small node exactly: sort its rows by several features side by side, one per lane of a vector register.

A key is a code with the position of its row in the node behind it, so equal codes keep their order:

    keys | code 3, row 0 | code 7, row 0 | ...      lanes: features
         | code 5, row 1 | code 2, row 1 | ...

Batcher's merge exchange (Knuth 1998, 5.2.2, algorithm M) compares the same places whatever they hold, so eight columns
are sorted in the time of one.
"""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.compilation import inlined_piece, piece
from hedgerow._kernels.cut_walks import POSITION, walk_class_rows, walk_moment_rows
from hedgerow._kernels.histograms import add_row, clear_left, clear_line, put_absent_left, sides_allowed
from hedgerow._kernels.impurity import score_left
from hedgerow._kernels.lane_codes import load_codes
from hedgerow._kernels.lanes import (
    N_LANES,
    load_lanes,
    order_lanes,
    order_two_rows,
    pick,
    spread,
    store_lanes,
    widen,
)  # fmt: skip
from hedgerow._kernels.records import ABSENT, ROUNDING, ZERO

MOST_SORTED = 512  # rows of a small node
_GREATEST = np.uint32(0xFFFFFFFF)


@piece
def load_keys(columns, work, n_lanes, start, n):
    """Fill the keys of a small node; unused lanes repeat the first."""
    load_codes(columns, work, n_lanes, start, n)
    keys, lanes, high = work.keys, work.lanes, spread(np.uint32(1 << 16))
    for lane in range(N_LANES):
        keys[lane] = lane < n_lanes
    used = load_lanes(keys, ZERO) == spread(np.uint32(1))
    for i in range(n):
        code = pick(used, widen(load_lanes(lanes, i * N_LANES)), spread(np.uint32(lanes[i * N_LANES])))
        store_lanes(keys, i * N_LANES, code * high | spread(np.uint32(i)))


@inlined_piece
def _exchange(keys, begin, distance, stride, end):
    """Order all places i and i + distance, where `stride` places from `begin` on are followed by as many left out."""
    step = N_LANES * distance
    if stride == 1:
        for i in range(N_LANES * begin, N_LANES * end, 2 * N_LANES):
            order_lanes(keys, i, i + step)
    elif stride == 2:
        for i in range(N_LANES * begin, N_LANES * end, 4 * N_LANES):
            order_two_rows(keys, i, i + step)
    else:
        for first in range(begin, end, 2 * stride):
            for i in range(N_LANES * first, N_LANES * min(first + stride, end), 2 * N_LANES):
                order_two_rows(keys, i, i + step)


@piece
def sort_keys(keys, n):
    """Sort the first n keys of all lanes. The row behind them may be compared, too: it is made the greatest."""
    top = ZERO + 1
    while 2 * top < n:
        top *= 2
    stride = top if n > 1 else ZERO
    for lane in range(N_LANES):
        keys[n * N_LANES + lane] = _GREATEST
    while stride > 0:
        width, begin, distance = top, ZERO, stride
        _exchange(keys, begin, distance, stride, n - distance)
        while width > stride:
            distance, width, begin = width - stride, width >> 1, stride
            _exchange(keys, begin, distance, stride, n - distance)
        stride >>= 1


@piece
def cut_small_node(work, rules, tabled, lane, start, n):
    """Best cut of a sorted lane: (score, first code right of it, whether missing values go left).

    The score is NaN where the lane is constant, -inf where the limits on leaves forbid every cut. A cut behind the last
    code parts present from missing.
    """
    keys, n_missing = work.keys, ZERO
    while n_missing < n and np.int64(keys[(n - 1 - n_missing) * N_LANES + lane] >> 16) == MISSING:
        n_missing += 1
    n_present = n - n_missing
    low, high = np.int64(keys[lane] >> 16), np.int64(keys[max(n_present - 1, 0) * N_LANES + lane] >> 16)
    if n_present == 0 or (low == high and n_missing == 0):
        return np.nan, low, ZERO
    best, edge, side = -np.inf, high + 1, ZERO
    if n_missing > 0:
        for i in range(n_present, n):
            add_row(work, rules, start + np.int64(keys[i * N_LANES + lane] & POSITION), ZERO + ABSENT)
        put_absent_left(work, rules)
        if sides_allowed(work, rules, n_missing, n):
            best = score_left(work, rules)
    for absent_left in range(2 if n_missing > 0 else 1):
        rows_left = n_missing if absent_left else ZERO
        if absent_left:
            put_absent_left(work, rules)
        else:
            clear_left(work, rules)
        if rules.regression:
            score, n_below = walk_moment_rows(work, rules, tabled, lane, start, n_present, rows_left, n)
        else:
            score, n_below = walk_class_rows(work, rules, tabled, lane, start, n_present, rows_left, n)
        if score > best + work.scale[ROUNDING]:
            best, side = score, ZERO + absent_left
            edge = np.int64(keys[n_below * N_LANES + lane] >> 16)
    clear_line(work, rules, ZERO + ABSENT)
    return best, edge, side


@piece
def hold_sorted_codes(work, lane, n):
    """Copy the codes of one lane to `buffer`, row by row."""
    for i in range(n):
        key = np.int64(work.keys[i * N_LANES + lane])
        work.buffer[key & POSITION] = key >> 16
