"""Walk along all sorted lanes of a small node at once, with any number of classes, by entropy or by the Gini index.

    counts  | 0 2 1 0 ...  class 0      how much of each class lies left of where each lane stands
            | 1 0 0 1 ...  class 1

One row of every lane moves left at a time, and each lane finds the count of its own row's class.
"""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.buffers import skip
from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.compilation import inlined_piece, piece
from hedgerow._kernels.cut_walks import POSITION
from hedgerow._kernels.histograms import limits_leaves
from hedgerow._kernels.impurity import node_weight
from hedgerow._kernels.lane_walks import CODE, find_allowed, store_cuts
from hedgerow._kernels.lanes import (
    N_LANES,
    any_lane,
    load_lanes,
    look_up,
    pick,
    put,
    real,
    spread,
    store_lanes,
    whole,
)
from hedgerow._kernels.records import ENTROPY, GINI, LABEL, PAIRS, ROUNDING, TOTAL, ZERO

MOST_CLASSES = 256
_COUNTS = N_LANES  # in `NodeSearch.draw_counts`, behind the numbers of the lanes


@piece
def can_walk_classes(work, rules, tabled, n):
    """Whether the rules allow it, and no lane has missing values, which stand last."""
    if rules.regression or rules.n_classes > MOST_CLASSES:
        return False
    greatest = load_lanes(work.keys, (n - 1) * N_LANES)
    is_whole = not any_lane(spread(np.uint32((MISSING << 16) - 1)) < greatest)
    return is_whole and (rules.criterion == GINI or (rules.criterion == ENTROPY and tabled))


@inlined_piece
def _start(work, rules):
    """Empty the counts; what both sides contribute where nothing lies left: of entropy together, of Gini the right."""
    n_classes, contribution = rules.n_classes, 0.0
    for lane in range(N_LANES):
        work.draw_counts[lane] = lane
    for k in range(n_classes):
        store_lanes(work.draw_counts, _COUNTS + N_LANES * k, spread(ZERO))
        if rules.criterion == GINI:
            amount = float(work.weights[TOTAL * n_classes + k])
            contribution += amount * amount
        else:
            contribution += work.pairs[work.weights[PAIRS * n_classes + k]]
    return contribution


@piece
def walk_class_lanes(work, rules, start, n):
    """Leave the best score of each lane in `lane_scores` (NaN where it is constant), its cut in `lane_cuts`."""
    keys, counts, pairs, weights = work.keys, work.draw_counts, work.pairs, work.weights
    payloads, n_classes, is_gini = skip(work.payload, start), rules.n_classes, rules.criterion == GINI
    weight, limited = np.float64(node_weight(work, rules)), limits_leaves(rules)
    contribution, none = _start(work, rules), spread(0.0)
    first, second = spread(0.0 if is_gini else contribution), spread(contribution)
    numbers, rounding, left = load_lanes(counts, ZERO), spread(work.scale[ROUNDING]), spread(ZERO)
    best, edge, key = spread(-np.inf), none, load_lanes(keys, ZERO)
    for i in range(1, n):
        following = load_lanes(keys, i * N_LANES)
        payload = look_up(payloads, whole(key & spread(np.uint32(POSITION))))
        amount, label = payload >> spread(ZERO + 16), payload & spread(ZERO + LABEL)
        place = label * spread(ZERO + N_LANES) + numbers + spread(ZERO + _COUNTS)
        inside = look_up(counts, place)
        put(counts, place, inside + amount)
        left = left + amount
        if is_gini:
            outside, moved = look_up(weights, label + spread(ZERO + TOTAL * n_classes)) - inside, real(amount)
            first = first + moved * real(inside + inside + amount)
            second = second + (none - moved) * real(outside + outside - amount)
        else:
            at = look_up(weights, label + spread(ZERO + PAIRS * n_classes)) + inside
            first = first + (look_up(pairs, at + amount) - look_up(pairs, at))
        is_cut = key >> spread(CODE) < following >> spread(CODE)
        key = following
        if limited:
            is_cut = is_cut & find_allowed(rules, real(left), weight, spread(ZERO + i), ZERO + n)
        if any_lane(is_cut):
            if is_gini:
                here = real(left)
                score = first / here + second / (spread(weight) - here)
            else:
                score = first - look_up(pairs, left)
            better = is_cut & (score > best + rounding)
            best, edge = pick(better, score, best), pick(better, real(following >> spread(CODE)), edge)
    store_cuts(work, best, edge, none, n)
