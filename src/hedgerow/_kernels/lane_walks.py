"""Walk along all sorted lanes of a small node at once, by squared error or with two classes.

What a cut explains of the squares about the node's mean needs a few multiplications: s^2 W / (w (W - w)), where w is
the weight on the left, W that of the node, and s the moment on the left. With two classes the moment is that of their
indicator. Twice what is explained is then the gain by Gini. The gain in information never exceeds what is explained
over p (1 - p) ln 2, for a divergence never exceeds chi squared (Gibbs & Su 2002), so the logarithms are looked up only
where this bound reaches the best score so far.
"""

from __future__ import annotations

import math

import numpy as np

from hedgerow._kernels.buffers import skip
from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.compilation import inlined_piece, piece
from hedgerow._kernels.cut_walks import POSITION
from hedgerow._kernels.histograms import limits_leaves
from hedgerow._kernels.impurity import node_weight, x_log_x
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
from hedgerow._kernels.records import ENTROPY, GINI, LABEL, PAIRS, ROUNDING, TOTAL, ZERO

MOST_WALKED = 160  # rows of a node that is sorted rather than counted into bins
_MOST_COUNTED = 1 << 31  # weight of which each class fits into half a word
CODE = np.uint32(16)  # bits behind the code in a key
EDGE, SIDE, _WEIGHT, _ONES, _ROWS = range(0, 5 * N_LANES, N_LANES)  # stretches of `NodeSearch.lane_cuts`
N_LANE_CUTS = 5 * N_LANES
SCORE, BOUND, _MOMENT = range(0, 3 * N_LANES, N_LANES)  # stretches of `NodeSearch.lane_scores`


@piece
def can_walk_together(work, rules, tabled):
    """Whether the rules and the node's weight allow it."""
    if rules.regression:
        return True
    fits = node_weight(work, rules) < _MOST_COUNTED and (tabled or rules.criterion == GINI)
    return rules.n_classes == 2 and fits and (rules.criterion == GINI or rules.criterion == ENTROPY)


@inlined_piece
def _count_absent(work, rules, start, n):
    """Sum up the rows with missing values in each lane; whether there are any."""
    cuts, found = work.lane_cuts, False
    for lane in range(N_LANES):
        cuts[_WEIGHT + lane], cuts[_ONES + lane], work.lane_scores[_MOMENT + lane] = 0, 0, 0.0
        i = n - 1
        while i >= 0 and work.keys[i * N_LANES + lane] >> CODE == MISSING:
            position = start + np.int64(work.keys[i * N_LANES + lane] & np.uint32(POSITION))
            payload = work.payload[position]
            if rules.regression:
                cuts[_WEIGHT + lane] += payload
                work.lane_scores[_MOMENT + lane] += work.moments[position]
            else:
                cuts[_WEIGHT + lane] += payload >> 16
                cuts[_ONES + lane] += (payload >> 16) * (payload & LABEL)
            i -= 1
        cuts[_ROWS + lane] = n - 1 - i
        found |= i < n - 1
    return found


@inlined_piece
def find_allowed(rules, left, weight, rows_left, n):
    """In which lanes both sides may be leaves."""
    least, fewest = spread(np.float64(rules.min_weight_leaf)), spread(ZERO + rules.min_rows_leaf)
    enough = (least <= left) & (left <= spread(weight) - least)
    return enough & (fewest <= rows_left) & (rows_left <= spread(n) - fewest)


@inlined_piece
def _describe_node(work, rules):
    """Share of the second class; score of no cut at all, and by how much it grows with what a cut explains at most."""
    if rules.regression:
        return 0.0, 0.0, 1.0
    a, b = work.weights[2 * TOTAL], work.weights[2 * TOTAL + 1]
    share = b / (a + b)
    if rules.criterion == GINI:
        return share, (float(a) * a + float(b) * b) / (a + b), 2.0
    level = x_log_x(a, work) + x_log_x(b, work) - x_log_x(a + b, work)
    return share, level, 1.0 / (share * (1.0 - share) * math.log(2.0))


@inlined_piece
def divide(a, b):
    """A quotient; where a side of a cut is empty, and b is 0, what comes out does not matter."""
    return a / pick(spread(0.0) < b, b, spread(1.0))


@inlined_piece
def score_exactly(work, rules, left, ones, moment, weight):
    """Scores of the cuts at which all lanes stand; what they mean where a side is empty does not matter."""
    here = real(left)
    there = spread(weight) - here
    if rules.regression:
        return divide(moment * moment, here) + divide(moment * moment, there)
    if rules.criterion == GINI:
        second = real(ones)
        first, outside = here - second, spread(np.float64(work.weights[2 * TOTAL + 1])) - second
        other = there - outside
        left_score = divide(first * first + second * second, here)
        return left_score + divide(other * other + outside * outside, there)
    pairs = work.pairs
    score = look_up(pairs, left - ones + spread(work.weights[2 * PAIRS]))
    score = score + look_up(pairs, ones + spread(work.weights[2 * PAIRS + 1]))
    return score - look_up(pairs, left)


@inlined_piece
def _advance(work, rules, payloads, moments, key, share, left, ones, moment):
    """Move one row of every lane to the left."""
    position = whole(key & spread(np.uint32(POSITION)))
    payload = look_up(payloads, position)
    if rules.regression:
        return left + payload, ones, moment + look_up(moments, position)
    amount = payload >> spread(ZERO + 16)
    is_one = (payload & spread(ZERO + LABEL)) == spread(ZERO + 1)
    left, ones = left + amount, ones + pick(is_one, amount, spread(ZERO))
    return left, ones, real(ones) - spread(share) * real(left)


@piece
def _find_needed(work, best, floor, is_shared):
    """What the score of each lane must reach: the best of all lanes so far, or its own."""
    if not is_shared:
        return best - spread(work.scale[ROUNDING])
    store_lanes(work.lane_scores, ZERO + SCORE, best)
    most = floor
    for lane in range(N_LANES):
        most = max(most, work.lane_scores[SCORE + lane])
    return spread(most - work.scale[ROUNDING])


@piece
def walk_lanes(work, rules, start, n, floor, is_shared):
    """Leave the best score of each lane in `lane_scores` (NaN where it is constant), its cut in `lane_cuts`.

    Missing values are on the right of every cut, then on the left of every cut. With `is_shared` only scores matter
    that exceed `floor` and those of all lanes before; a lane that does not reach them is left with less than its best.
    """
    keys, cuts = work.keys, work.lane_cuts
    payloads, moments = skip(work.payload, start), skip(work.moments, start)
    share, level, growth = _describe_node(work, rules)
    weight = np.float64(work.weights[TOTAL])
    if not rules.regression:
        weight = np.float64(work.weights[2 * TOTAL] + work.weights[2 * TOTAL + 1])
    zero, rounding, all_weight = spread(0.0), spread(work.scale[ROUNDING]), spread(weight)
    best, edge, side = spread(-np.inf), spread(0.0), spread(0.0)
    absent = spread(np.uint32(MISSING << 16))
    needed = _find_needed(work, best, floor, is_shared)
    has_absent, limited = _count_absent(work, rules, start, n), limits_leaves(rules)
    for absent_left in range(2 if has_absent else 1):
        left, ones, rows_left, moment = spread(ZERO), spread(ZERO), spread(ZERO), zero
        if absent_left:
            rows_left = load_lanes(cuts, ZERO + _ROWS)
            left, ones = load_lanes(cuts, ZERO + _WEIGHT), load_lanes(cuts, ZERO + _ONES)
            moment = load_lanes(work.lane_scores, ZERO + _MOMENT)
        enough = pick(needed > spread(-np.inf), (needed - spread(level)) / spread(growth), spread(-1.0))
        key = load_lanes(keys, ZERO)
        for i in range(1, n):
            following = load_lanes(keys, i * N_LANES)
            left, ones, moment = _advance(work, rules, payloads, moments, key, share, left, ones, moment)
            here = real(left)
            is_cut = key >> spread(CODE) < following >> spread(CODE)
            key = following
            if limited:
                is_cut = is_cut & find_allowed(rules, here, weight, rows_left + spread(ZERO + i), ZERO + n)
            promising = is_cut & (enough * here * (all_weight - here) <= moment * moment * all_weight)
            if not any_lane(promising):
                continue
            if absent_left:
                promising = promising & (following < absent)
            # A lane that walks over missing rows which lie left already counts them twice; nobody looks up its sums.
            known, ones_known = pick(promising, left, spread(ZERO)), pick(promising, ones, spread(ZERO))
            score = score_exactly(work, rules, known, ones_known, moment, weight)
            better = promising & (score > best + rounding)
            best, edge = pick(better, score, best), pick(better, real(following >> spread(CODE)), edge)
            side = pick(better, spread(np.float64(absent_left)), side)
            needed = _find_needed(work, best, floor, is_shared)
            enough = pick(needed > spread(-np.inf), (needed - spread(level)) / spread(growth), spread(-1.0))
    store_cuts(work, best, edge, side, n)


@piece
def store_cuts(work, best, edge, side, n):
    """Write down what a walk found, which held codes and sides as floats; the score of a constant lane is NaN."""
    keys, cuts, scores = work.keys, work.lane_cuts, work.lane_scores
    last = (n - 1) * N_LANES
    is_constant = load_lanes(keys, ZERO) >> spread(CODE) == load_lanes(keys, last) >> spread(CODE)
    store_lanes(scores, ZERO + SCORE, pick(is_constant, spread(np.nan), best))
    store_lanes(scores, ZERO + _MOMENT, edge)
    for lane in range(N_LANES):
        cuts[EDGE + lane] = np.int64(scores[_MOMENT + lane])
    store_lanes(scores, ZERO + _MOMENT, side)
    for lane in range(N_LANES):
        cuts[SIDE + lane] = np.int64(scores[_MOMENT + lane])
