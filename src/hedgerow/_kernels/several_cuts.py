"""The best cut of a numeric feature for several targets: its rows in order, and a walk along them.

    places  | 4 0 7 2 | 5 1 |      positions of the node's rows in the order of the codes; missing values come last
    codes   | 3 3 5 9 | - - |
    squares | . . . . |            of the sums of all moments up to each place, eight targets at a time

Class weights are counted instead, and each row changes one weight of each target, so its step costs no more than that:
where a weight c grows by w, its square grows by w (2 c + w), and its square on the other side of the cut changes with
what the class has in the node.
"""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.byte_sort import RISING, sort_places
from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.compilation import inlined_piece, piece
from hedgerow._kernels.cut_walks import POSITION
from hedgerow._kernels.histograms import allows, clear, hold_codes, limits_leaves, sides_allowed
from hedgerow._kernels.impurity import x_log_x
from hedgerow._kernels.lanes import N_LANES, fetch, load_lanes, spread, store_lanes, sum_lanes
from hedgerow._kernels.records import ABSENT, GINI, LEFT, ROUNDING, TOTAL, ZERO
from hedgerow._kernels.several_targets import (
    MOST_LANED,
    SQUARES,
    add_to_line,
    clear_line_of,
    copy_line,
    score_line,
    score_squares,
    weigh_both,
)


@inlined_piece
def _read_keys(work, several, lane, n):
    """Read the order of a small node's rows from a sorted lane; return how many miss a value."""
    n_missing = ZERO
    for i in range(n):
        key = np.int64(work.keys[i * N_LANES + lane])
        several.codes[i], several.places[i] = key >> 16, key & POSITION
        n_missing += key >> 16 == MISSING
    return n_missing


@piece
def _sort_rows(columns, work, several, feature, start, n):
    """Order a large node's rows by the codes of a feature; return how many miss a value."""
    hold_codes(columns, work, feature, start, n)
    codes, places, n_missing = several.codes, several.places, ZERO
    for i in range(n):
        codes[i], places[i] = work.buffer[i], i
        n_missing += np.int64(codes[i]) == MISSING
    sort_places(places, codes, work.spare_rows, work.buffer, work.members, n, RISING)
    return n_missing


@inlined_piece
def _add_squares_of_two(several, part, n_present):
    """Add the squares of the sums of moments up to each place, of two parts."""
    moments, places, squares = several.moments, several.places, several.squares
    here, there, step = part * N_LANES, (part + 1) * N_LANES, several.n_parts * N_LANES
    one, two = load_lanes(several.left, part * N_LANES), load_lanes(several.left, (part + 1) * N_LANES)
    for i in range(n_present):
        ahead, place = np.int64(places[i + N_LANES]), np.int64(places[i])
        fetch(moments, ahead * step + here)
        fetch(moments, ahead * step + there)
        one = one + load_lanes(moments, place * step + here)
        two = two + load_lanes(moments, place * step + there)
        squares[i] += sum_lanes(one * one + two * two)


@inlined_piece
def _add_squares_of_one(several, part, n_present):
    """The same of a single part."""
    moments, places, squares = several.moments, several.places, several.squares
    here, step, running = part * N_LANES, several.n_parts * N_LANES, load_lanes(several.left, part * N_LANES)
    for i in range(n_present):
        fetch(moments, np.int64(places[i + N_LANES]) * step + here)
        running = running + load_lanes(moments, np.int64(places[i]) * step + here)
        squares[i] += sum_lanes(running * running)


@inlined_piece
def _add_squares(several, n_present):
    """Leave the squares of the sums of moments up to each place, beginning with `left`."""
    clear(several.squares, ZERO, n_present)
    for part in range(0, several.n_parts - 1, 2):
        _add_squares_of_two(several, part, n_present)
    if several.n_parts & 1:
        _add_squares_of_one(several, several.n_parts - 1, n_present)


@inlined_piece
def _walk_moments(work, several, rules, start, n_present, rows_left, n):
    """Best cut of ordered rows by squared error: (score, last place on its left)."""
    _add_squares(several, n_present)
    limited, left, whole = limits_leaves(rules), work.weights[LEFT], work.weights[TOTAL]
    best, last, rounding = -np.inf, ZERO, work.scale[ROUNDING]
    for i in range(n_present - 1):
        left += work.payload[start + np.int64(several.places[i])]
        if several.codes[i] == several.codes[i + 1]:
            continue
        if limited and not allows(rules, left, whole - left, rows_left + i + 1, n - rows_left - i - 1):
            continue
        score = score_squares(several.squares[i], left, whole)
        if score > best + rounding:
            best, last = score, i
    return best, last


@inlined_piece
def _walk_squares(work, several, rules, start, n_present, rows_left, n):
    """Best cut of ordered rows by the Gini index: (score, last place on its left)."""
    limited, left, whole = limits_leaves(rules), work.weights[LEFT], work.weights[TOTAL]
    best, last, rounding, n_targets = -np.inf, ZERO, work.scale[ROUNDING], several.n_targets
    counts, marks, squares, shared = several.spots, several.marks, 0.0, 0.0
    all_squares = several.scale[SQUARES]
    for k in range(several.n_columns):
        here = several.left[k]
        counts[k] = here
        squares += here * here
        shared += here * several.whole[k]
    for i in range(n_present - 1):
        place = np.int64(several.places[i])
        weight, before, first = work.payload[start + place], ZERO, place * n_targets
        for t in range(n_targets):
            label = marks[first + t]
            count = counts[label]
            before += count
            counts[label] = count + weight
        left += weight
        amount = np.float64(weight)
        squares += amount * np.float64(before + before + n_targets * weight)
        shared += amount * several.shared[place]
        if several.codes[i] == several.codes[i + 1]:
            continue
        if limited and not allows(rules, left, whole - left, rows_left + i + 1, n - rows_left - i - 1):
            continue
        score = squares / left + (all_squares - (shared + shared) + squares) / (whole - left)
        if score > best + rounding:
            best, last = score, i
    return best, last


@inlined_piece
def _place_spots(several, tabled):
    """Where the weights of the classes left of the cut are in the table of pairs; the weights, where there is none."""
    end = ZERO
    for k in range(several.n_columns):
        several.spots[k] = end + np.int64(several.left[k])
        if tabled:
            end += np.int64(several.whole[k]) + 1


@inlined_piece
def _weigh_class(work, several, tabled, k):
    """What a class contributes on both sides of the cut."""
    if tabled:
        return several.pairs[several.spots[k]]
    here = several.spots[k]
    return x_log_x(here, work) + x_log_x(np.int64(several.whole[k]) - here, work)


@inlined_piece
def _walk_logarithms(work, several, rules, tabled, start, n_present, rows_left, n):
    """Best cut of ordered rows by the entropy: (score, last place on its left)."""
    limited, left, whole = limits_leaves(rules), work.weights[LEFT], work.weights[TOTAL]
    best, last, rounding, n_targets = -np.inf, ZERO, work.scale[ROUNDING], several.n_targets
    marks, spots, total = several.marks, several.spots, 0.0
    _place_spots(several, tabled)
    for k in range(several.n_columns):
        total += _weigh_class(work, several, tabled, k)
    for i in range(n_present - 1):
        place = np.int64(several.places[i])
        weight, first, gone, come = work.payload[start + place], place * n_targets, 0.0, 0.0
        for t in range(n_targets):
            label = np.int64(marks[first + t])
            gone += _weigh_class(work, several, tabled, label)
            spots[label] += weight
            come += _weigh_class(work, several, tabled, label)
        left += weight
        total += come - gone
        if several.codes[i] == several.codes[i + 1]:
            continue
        if limited and not allows(rules, left, whole - left, rows_left + i + 1, n - rows_left - i - 1):
            continue
        score = total - weigh_both(work, several, left, whole)
        if score > best + rounding:
            best, last = score, i
    return best, last


@piece
def _walk_rows(work, several, rules, tabled, start, n_present, rows_left, n):
    """Best cut of ordered rows, beginning with `left` on its left: (score, last place on its left)."""
    if several.has_values:
        return _walk_moments(work, several, rules, start, n_present, rows_left, n)
    if rules.criterion == GINI:
        return _walk_squares(work, several, rules, start, n_present, rows_left, n)
    return _walk_logarithms(work, several, rules, tabled, start, n_present, rows_left, n)


@inlined_piece
def _score_missing(work, several, rules, start, n_present, n):
    """Score of the cut between present and missing values, whose line is left in `absent`."""
    weight = ZERO
    clear_line_of(several, several.absent)
    for i in range(n_present, n):
        place = np.int64(several.places[i])
        add_to_line(work, several, several.absent, start, place)
        weight += work.payload[start + place]
    copy_line(several, several.absent, several.left)
    work.weights[ABSENT] = work.weights[LEFT] = weight
    return score_line(work, several, rules) if sides_allowed(work, rules, n - n_present, n) else -np.inf


@piece
def cut_for_several(columns, work, several, rules, tabled, lane, start, n):
    """Best cut of the feature in a lane: (score, last code on its left, whether missing values go left).

    The score is NaN where the feature is constant, -inf where the limits on leaves forbid every cut. A cut behind the
    last code parts present from missing.
    """
    if n <= MOST_LANED:
        n_missing = _read_keys(work, several, lane, n)
    else:
        n_missing = _sort_rows(columns, work, several, work.lane_features[lane], start, n)
    n_present, codes = n - n_missing, several.codes
    high = np.int64(codes[max(n_present - 1, 0)])
    if n_present == 0 or (codes[0] == codes[n_present - 1] and n_missing == 0):
        return np.nan, high, False
    best, code, side = -np.inf, high, False
    if n_missing > 0:
        best = _score_missing(work, several, rules, start, n_present, n)
    for absent_left in range(2 if n_missing > 0 else 1):
        rows_left = n_missing if absent_left else ZERO
        if absent_left:
            copy_line(several, several.absent, several.left)
        else:
            clear_line_of(several, several.left)
        work.weights[LEFT] = work.weights[ABSENT] if absent_left else ZERO
        score, last = _walk_rows(work, several, rules, tabled, start, n_present, rows_left, n)
        if score > best + work.scale[ROUNDING]:
            best, code, side = score, np.int64(codes[last]), absent_left != 0
    return best, code, side


@piece
def score_drawn_cut(work, several, rules, lane, start, n):
    """Score of the cut that was drawn for a lane; -inf where a leaf would be too small."""
    lanes, weight, rows_left = work.lanes, ZERO, ZERO
    cut = lanes[n * N_LANES + lane]
    clear_line_of(several, several.left)
    for i in range(n):
        inside = lanes[i * N_LANES + lane] <= cut
        weight += work.payload[start + i] * inside
        rows_left += inside
    for part in range(several.n_parts):
        step, running = several.n_parts * N_LANES, spread(0.0)
        for i in range(n):
            inside = spread(np.float64(lanes[i * N_LANES + lane] <= cut))
            running = running + inside * load_lanes(several.moments, i * step + part * N_LANES)
        store_lanes(several.left, part * N_LANES, running)
    for i in range(n if not several.has_values else ZERO):
        if lanes[i * N_LANES + lane] <= cut:
            add_to_line(work, several, several.left, start, i)
    work.weights[LEFT] = weight
    return score_line(work, several, rules) if sides_allowed(work, rules, rows_left, n) else -np.inf
