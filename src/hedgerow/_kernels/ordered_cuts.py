"""Score every cut by itself: for criteria and constraints of which nothing is known about the cuts inside a bin.

    order  | row 4 | row 1 | row 0 | row 3 | row 2 | row 5      positions of the node's rows, by the codes of a feature
    codes  |   3   |   3   |   7   |   8   |   8   | missing    cuts lie where the code changes

Small nodes sort eight features at once (`sorted_cuts`), large ones each by its bytes. The scan moves the rows to the
left one by one, and looks at limits, score and direction at each cut.
"""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.absolute_error import walk_deviations
from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.compilation import inlined_piece, piece
from hedgerow._kernels.cut_walks import POSITION
from hedgerow._kernels.histograms import add_row, clear_left, code_at, sides_allowed
from hedgerow._kernels.impurity import score_left
from hedgerow._kernels.lane_codes import load_codes
from hedgerow._kernels.lane_walks import EDGE, SCORE, SIDE
from hedgerow._kernels.lanes import N_LANES
from hedgerow._kernels.monotonic import keeps_direction
from hedgerow._kernels.poisson import most_of_poisson
from hedgerow._kernels.records import ABSOLUTE_ERROR, LEFT, N_CODES, POISSON, ROUNDING, ZERO
from hedgerow._kernels.sorted_cuts import MOST_SORTED, load_keys, sort_keys

_BYTE = 0xFF


@inlined_piece
def _read_keys(work, lane, n):
    """List the positions of a sorted lane in `order`, and its codes in `spare_rows`."""
    for i in range(n):
        key = np.int64(work.keys[i * N_LANES + lane])
        work.order[i], work.spare_rows[i] = key & POSITION, key >> 16


@piece
def _count_bytes(work, lane, n, shift):
    """Where in the order the rows of each byte of a code begin."""
    starts, lanes, before = work.members, work.lanes, ZERO
    for byte in range(_BYTE + 1):
        starts[byte] = 0
    for i in range(n):
        starts[(np.int64(lanes[i * N_LANES + lane]) >> shift) & _BYTE] += 1
    for byte in range(_BYTE + 1):
        here = starts[byte]
        starts[byte] = before
        before += here


@piece
def sort_lane(work, lane, n):
    """The same for the codes of a lane as they were loaded: sorted by the lower byte, then by the upper one."""
    starts, lanes, order, spare = work.members, work.lanes, work.order, work.spare_rows
    _count_bytes(work, lane, n, ZERO)
    for i in range(n):
        byte = np.int64(lanes[i * N_LANES + lane]) & _BYTE
        spare[starts[byte]] = i
        starts[byte] += 1
    _count_bytes(work, lane, n, ZERO + 8)
    for j in range(n):
        position = np.int64(spare[j])
        byte = np.int64(lanes[position * N_LANES + lane]) >> 8
        order[starts[byte]] = position
        starts[byte] += 1
    for j in range(n):
        spare[j] = lanes[np.int64(order[j]) * N_LANES + lane]


@piece
def _walk_rows(work, rules, direction, absent_left, start, n_present, n):
    """Best cut of the rows in order: (score, how many present rows lie left of it).

    Behind the last present row lies the cut that parts present from missing.
    """
    best, n_below, rounding, rows_left = -np.inf, ZERO, work.scale[ROUNDING], ZERO
    clear_left(work, rules)
    if absent_left:
        rows_left = n - n_present
        for i in range(n_present, n):
            add_row(work, rules, start + np.int64(work.order[i]), ZERO + LEFT)
    for i in range(1, n_present + (n_present < n and not absent_left)):
        add_row(work, rules, start + np.int64(work.order[i - 1]), ZERO + LEFT)
        if work.spare_rows[i - 1] == work.spare_rows[i] or not sides_allowed(work, rules, rows_left + i, n):
            continue
        if rules.criterion == POISSON and most_of_poisson(work) <= best:
            continue
        score = score_left(work, rules)
        if score > best + rounding and (direction == 0 or keeps_direction(work, rules, direction)):
            best, n_below = score, ZERO + i
    return best, n_below


@piece
def _walk(work, rules, direction, absent_left, start, n_present, n):
    """Walk by whichever walk fits."""
    if rules.criterion == ABSOLUTE_ERROR:
        return walk_deviations(work, rules, direction, absent_left, start, n_present, n)
    return _walk_rows(work, rules, direction, absent_left, start, n_present, n)


@piece
def cut_in_order(columns, work, rules, n_lanes, start, n):
    """Leave the best cut of the feature in each lane: its score, the first code right of it, the side of the missing.

    The score is NaN where the feature is constant, -inf where limits or constraints forbid every cut. A cut behind the
    last code parts present from missing.
    """
    if n <= MOST_SORTED:
        load_keys(columns, work, n_lanes, start, n)
        sort_keys(work.keys, n)
    else:
        load_codes(columns, work, n_lanes, start, n)
    for lane in range(n_lanes):
        if n <= MOST_SORTED:
            _read_keys(work, lane, n)
        else:
            sort_lane(work, ZERO + lane, n)
        n_present = ZERO + n
        while n_present > 0 and work.spare_rows[n_present - 1] == MISSING:
            n_present -= 1
        direction = np.int64(work.directions[work.lane_features[lane]]) if rules.monotonic else ZERO
        best, n_below, side = -np.inf, ZERO, ZERO
        is_constant = work.spare_rows[0] == work.spare_rows[n - 1]
        for absent_left in range(ZERO if is_constant else 2 if n_present < n else 1):
            score, place = _walk(work, rules, direction, absent_left, start, n_present, n)
            if score > best + work.scale[ROUNDING]:
                best, n_below, side = score, place, ZERO + absent_left
        work.lane_scores[SCORE + lane] = np.nan if is_constant else best
        after = np.int64(work.spare_rows[n_present - 1]) + 1 if n_present > 0 else ZERO
        work.lane_cuts[EDGE + lane] = np.int64(work.spare_rows[n_below]) if n_below < n_present else after
        work.lane_cuts[SIDE + lane] = side


@piece
def cut_ranked_categories(columns, work, rules, feature, start, n, rank_of):
    """Best cut between categories that are ranked: (score, how many of the first go left)."""
    n_codes = np.int64(columns.traits[feature * 3 + N_CODES])
    for i in range(n):
        category = np.int64(code_at(columns, feature, work.rows[start + i]))
        work.lanes[i * N_LANES] = np.int64(rank_of[n_codes if category == MISSING else category])
    sort_lane(work, ZERO, n)
    score, n_below = _walk(work, rules, ZERO, ZERO, start, ZERO + n, n)
    return score, np.int64(work.spare_rows[n_below])
