"""The best cuts of eight numeric features for several targets: one walk along all sorted lanes of a node.

Each lane has a register in which the rows left of its cut are added up, as `moments` or as `counts` has them:

    moments | row 0: targets 0 - 7 | targets 8 - . | row 1: . . .       (position, part, lane)
    counts  | row 0: classes 0 - 31 | classes 32 - . | row 1: . . .     (position, word), four classes in a word

What a row adds to the squares of class weights c, w (2 c + w) for each of its classes, is found from a dot product
with the counts before it; the row itself has w for its classes and 0 for the others.
"""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.buffers import skip
from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.compilation import inlined_piece, piece
from hedgerow._kernels.cut_walks import POSITION
from hedgerow._kernels.histograms import limits_leaves
from hedgerow._kernels.lane_walks import CODE, find_allowed, store_cuts
from hedgerow._kernels.lanes import (
    N_LANES,
    any_lane,
    load_lanes,
    look_up,
    pick,
    real,
    spread,
    store_lanes,
    whole,
)
from hedgerow._kernels.records import ROUNDING, TOTAL, ZERO
from hedgerow._kernels.registers import dot_each, load_each, repeat_each, sum_each, zero_each
from hedgerow._kernels.several_targets import SQUARES, counts_in_words

_WEIGHT = ZERO + 16  # bits of a tag behind those of the weights that the row's classes have in the node


@piece
def load_counts(work, several, start, n):
    """Bring the counts of the node's rows together, and what their classes weigh in the node."""
    counts, keys, n_words = several.counts, work.keys, several.n_words
    for word in range(0, n_words, N_LANES):
        total = spread(ZERO)
        for i in range(n):
            row = load_lanes(several.words, np.int64(work.rows[start + i]) * n_words + word)
            row = row * spread(work.payload[start + i])
            store_lanes(counts, i * n_words + word, row)
            total = total + row
        store_lanes(several.total, ZERO + word, total)
    for i in range(0, n, N_LANES):
        for lane in range(N_LANES):
            keys[lane] = min(i + lane, n - 1)
        shared = spread(ZERO)
        for word in range(0, n_words, N_LANES):
            rows = load_each(counts, keys, ZERO, n_words, ZERO + word)
            shared = shared + dot_each(rows, repeat_each(several.total, ZERO + word))
        store_lanes(several.tags, ZERO + i, shared)
    for i in range(n):
        several.tags[i] = several.tags[i] << _WEIGHT | work.payload[start + i]


@inlined_piece
def _square_two_parts(work, several, part, n):
    """Add to `squares`, place by place, the squares of the moments up to there, of two parts."""
    moments, squares, step = several.moments, several.squares, several.n_parts * N_LANES
    one = two = zero_each(moments)
    for i in range(n - 1):
        one = one + load_each(moments, work.keys, i * N_LANES, step, part * N_LANES)
        two = two + load_each(moments, work.keys, i * N_LANES, step, (part + 1) * N_LANES)
        here = sum_each(one * one + two * two)
        if part > 0:
            here = load_lanes(squares, i * N_LANES) + here
        store_lanes(squares, i * N_LANES, here)


@inlined_piece
def _square_one_part(work, several, part, n):
    """The same of a single part."""
    moments, squares, step = several.moments, several.squares, several.n_parts * N_LANES
    one = zero_each(moments)
    for i in range(n - 1):
        one = one + load_each(moments, work.keys, i * N_LANES, step, part * N_LANES)
        here = sum_each(one * one)
        if part > 0:
            here = load_lanes(squares, i * N_LANES) + here
        store_lanes(squares, i * N_LANES, here)


@inlined_piece
def _match_words(work, several, word, n):
    """Add to `squares`, place by place, the dot products of a row with those before it, of some words."""
    counts, squares, step = several.counts, several.squares, several.n_words
    running = zero_each(counts)
    for i in range(n - 1):
        row = load_each(counts, work.keys, i * N_LANES, step, word)
        here = real(dot_each(running, row))
        running = running + row
        if word > 0:
            here = load_lanes(squares, i * N_LANES) + here
        store_lanes(squares, i * N_LANES, here)


@inlined_piece
def _match_two_words(work, several, word, n):
    """The same of twice as many words."""
    counts, squares, step = several.counts, several.squares, several.n_words
    one = two = zero_each(counts)
    for i in range(n - 1):
        first = load_each(counts, work.keys, i * N_LANES, step, word)
        second = load_each(counts, work.keys, i * N_LANES, step, word + N_LANES)
        here = real(dot_each(one, first) + dot_each(two, second))
        one, two = one + first, two + second
        if word > 0:
            here = load_lanes(squares, i * N_LANES) + here
        store_lanes(squares, i * N_LANES, here)


@inlined_piece
def _add_up(work, several, n):
    """Leave in `squares` what the walk needs of each place, for all lanes."""
    if several.has_values:
        for part in range(0, several.n_parts - 1, 2):
            _square_two_parts(work, several, ZERO + part, n)
        if several.n_parts & 1:
            _square_one_part(work, several, several.n_parts - 1, n)
        return
    for word in range(0, several.n_words - N_LANES, 2 * N_LANES):
        _match_two_words(work, several, ZERO + word, n)
    if several.n_words & N_LANES:
        _match_words(work, several, several.n_words - N_LANES, n)


@piece
def can_walk_several(work, several, rules, n):
    """Whether the rules and the node's weight allow it, and no lane has missing values, which stand last."""
    if not several.has_values and not counts_in_words(several, rules, work.weights[TOTAL]):
        return False
    greatest = load_lanes(work.keys, (n - 1) * N_LANES)
    return not any_lane(spread(np.uint32((MISSING << 16) - 1)) < greatest)


@piece
def walk_several_lanes(work, several, rules, start, n):
    """Leave the best score of each lane in `lane_scores` (NaN where it is constant), its cut in `lane_cuts`."""
    keys, tags, payloads, limited = work.keys, several.tags, skip(work.payload, start), limits_leaves(rules)
    weight, rounding, none = np.float64(work.weights[TOTAL]), spread(work.scale[ROUNDING]), spread(0.0)
    all_weight, all_squares, n_targets = spread(weight), several.scale[SQUARES], np.float64(several.n_targets)
    best, edge, key, left = spread(-np.inf), none, load_lanes(keys, ZERO), spread(ZERO)
    squares, shared = none, none
    _add_up(work, several, n)
    for i in range(n - 1):
        following = load_lanes(keys, (i + 1) * N_LANES)
        position, sums = whole(key & spread(np.uint32(POSITION))), load_lanes(several.squares, i * N_LANES)
        if several.has_values:
            left = left + look_up(payloads, position)
        else:
            tag = look_up(tags, position)
            heavy = tag & spread(ZERO + POSITION)
            amount = real(heavy)
            left, shared = left + heavy, shared + real(tag >> spread(_WEIGHT))
            squares = squares + (sums + sums + spread(n_targets) * amount * amount)
        is_cut = key >> spread(CODE) < following >> spread(CODE)
        key = following
        here = real(left)
        if limited:
            is_cut = is_cut & find_allowed(rules, here, weight, spread(ZERO + i + 1), ZERO + n)
        if not any_lane(is_cut):
            continue
        if several.has_values:
            score = sums * all_weight / (here * (all_weight - here))
        else:
            others = spread(all_squares) - (shared + shared) + squares
            score = squares / here + others / (all_weight - here)
        better = is_cut & (score > best + rounding)
        best, edge = pick(better, score, best), pick(better, real(following >> spread(CODE)), edge)
    store_cuts(work, best, edge, none, n)
