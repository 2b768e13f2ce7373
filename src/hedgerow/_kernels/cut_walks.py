"""Walk from left to right over sorted rows, or over bins, and find the cut with the best score.

    sorted codes | 1 1 4 | 4 5 | 8 ...         cuts lie where the code changes
    bins         | 3 0 | . . | 1 2 | 0 4 |     weights of two classes; cuts lie between occupied bins

Every walk begins with what the line LEFT of the histogram holds, `rows_left` rows, and keeps sums over classes up to
date as weight moves from right to left. Of equal scores the lowest cut wins. A walk over bins also bounds what a cut
inside a bin can reach, and only few bins then have to be looked at code by code.

**Why the bounds hold.** Let a bin hold the weights c_k, of which a cut inside sends x_k left (0 <= x_k <= c_k).

- Entropy: the score is a sum of g_k(left_k), each convex, less h(left), convex too. A convex g_k lies below its chord
  over the bin, and h lies above the line through two of its points on one side of the bin. So the score exceeds that at
  the bin's edge by at most a linear function of x, which is largest where each x_k is 0 or c_k.
- Gini: a convex function f of the weights satisfies f(L + x) <= f(L) + x . grad f(L + x), and the gradient is a
  difference of shares, each of which is monotone in x.
- Squared error: the moment left lies between the edge's plus all negative and plus all positive moments of the bin, and
  1 / w + 1 / (W - w) is convex. Where a side is empty at the edge, its term is at most moment times reach: a part with
  the moment s weighs at least s / reach.
- The ratio of gains: the bound of entropy over the least entropy of the partition, which is concave.
"""

from __future__ import annotations

import math

import numpy as np

from hedgerow._kernels.compilation import inlined_piece, piece
from hedgerow._kernels.histograms import allows, limits_leaves, start_running
from hedgerow._kernels.impurity import (
    moment_score,
    node_weight,
    ratio_to_partition,
    weigh_class,
    weigh_sides,
    x_log_x,
)
from hedgerow._kernels.lanes import N_LANES
from hedgerow._kernels.records import (
    BINS,
    ENTROPY,
    GAIN_RATIO,
    GINI,
    LABEL,
    LEFT,
    REACH,
    ROUNDING,
    RUNNING,
    SUM_MINORITY,
    TOTAL,
    ZERO,
)

POSITION = 0xFFFF  # the position's bits of a key


@inlined_piece
def _sum_sides(work, rules, tabled):
    """Left weight, and what the classes left of the scan contribute: both sides together, or one by one (Gini)."""
    left_weight, left_sum, right_sum = ZERO, 0.0, 0.0
    start_running(work, rules)
    for k in range(rules.n_classes):
        here = work.weights[LEFT * rules.n_classes + k]
        there = work.weights[TOTAL * rules.n_classes + k] - here
        left_weight += here
        if rules.criterion == GINI:
            left_sum += float(here) * here
            right_sum += float(there) * there
        elif rules.criterion != SUM_MINORITY:
            left_sum += weigh_class(work, rules, tabled, k, here)
    return left_weight, left_sum, right_sum


@inlined_piece
def _move(work, rules, tabled, label, amount):
    """Move weight of a class from right to left; by how much that changes what both sides contribute."""
    place = RUNNING * rules.n_classes + label
    inside = work.weights[place]
    work.weights[place] = inside + amount
    if rules.criterion == GINI:
        outside = work.weights[TOTAL * rules.n_classes + label] - inside
        return float(amount) * (2 * inside + amount), -float(amount) * (2 * outside - amount)
    if rules.criterion == SUM_MINORITY:
        return 0.0, 0.0
    before = weigh_class(work, rules, tabled, label, inside)
    return weigh_class(work, rules, tabled, label, inside + amount) - before, 0.0


@piece
def _most_of_sides(work, rules):
    """Weight of the largest class on either side, added up."""
    left_most, right_most = ZERO, ZERO
    for k in range(rules.n_classes):
        here = work.weights[RUNNING * rules.n_classes + k]
        left_most = max(left_most, here)
        right_most = max(right_most, work.weights[TOTAL * rules.n_classes + k] - here)
    return float(left_most + right_most)


@inlined_piece
def _level(work, rules, tabled, left_sum, right_sum, left_weight, weight):
    """Score of the place at which the walk stands, up to the ratio; a side may be empty."""
    if rules.criterion == GINI:
        return left_sum / max(left_weight, 1) + right_sum / max(weight - left_weight, 1)
    if rules.criterion == SUM_MINORITY:
        return _most_of_sides(work, rules)
    return left_sum - weigh_sides(work, tabled, left_weight, weight)


@inlined_piece
def _score(work, rules, tabled, level, left_weight, weight, before):
    """Score of a cut from the level there."""
    if rules.criterion == GAIN_RATIO:
        return ratio_to_partition(level - before, left_weight, weight, work, tabled)
    return level


@piece
def _score_before(work, rules, weight):
    """Entropy of the node times its weight, with a minus: the ratio of gains needs the gain itself."""
    before = 0.0
    if rules.criterion == GAIN_RATIO:
        for k in range(rules.n_classes):
            before += x_log_x(work.weights[TOTAL * rules.n_classes + k], work)
        before -= x_log_x(weight, work)
    return before


@piece
def walk_class_rows(work, rules, tabled, lane, start, n_present, rows_left, n):
    """Best cut between the sorted rows of a lane: its score, and after how many rows it lies (0: there is none)."""
    keys, payloads = work.keys, work.payload
    free, weight = not limits_leaves(rules), node_weight(work, rules)
    before, rounding = _score_before(work, rules, weight), work.scale[ROUNDING]
    left_weight, left_sum, right_sum = _sum_sides(work, rules, tabled)
    best, n_below, following = -np.inf, ZERO, np.int64(keys[lane])
    for i in range(1, n_present):
        key, following = following, np.int64(keys[i * N_LANES + lane])
        payload = payloads[start + (key & POSITION)]
        amount = payload >> 16
        more_left, more_right = _move(work, rules, tabled, payload & LABEL, amount)
        left_sum += more_left
        right_sum += more_right
        left_weight += amount
        if key >> 16 == following >> 16:
            continue
        if free or allows(rules, left_weight, weight - left_weight, rows_left + i, n - rows_left - i):
            level = _level(work, rules, tabled, left_sum, right_sum, left_weight, weight)
            score = _score(work, rules, tabled, level, left_weight, weight, before)
            if score > best + rounding:
                best, n_below = score, i
    return best, n_below


@piece
def walk_moment_rows(work, rules, tabled, lane, start, n_present, rows_left, n):
    """The same for squared error."""
    keys, payloads, moments = work.keys, work.payload, work.moments
    free, weight, rounding = not limits_leaves(rules), work.weights[TOTAL], work.scale[ROUNDING]
    left_weight, moment = work.weights[LEFT], work.sums[LEFT]
    best, n_below, following = -np.inf, ZERO, np.int64(keys[lane])
    for i in range(1, n_present):
        key, following = following, np.int64(keys[i * N_LANES + lane])
        position = start + (key & POSITION)
        left_weight += payloads[position]
        moment += moments[position]
        if key >> 16 == following >> 16:
            continue
        if free or allows(rules, left_weight, weight - left_weight, rows_left + i, n - rows_left - i):
            score = moment_score(moment, left_weight, weight, work, tabled)
            if score > best + rounding:
                best, n_below = score, i
    return best, n_below


@inlined_piece
def _slope(work, tabled, left, more, weight):
    """Slope of a line below what the weights contribute together, over a bin with the weight `more`.

    Through two points on the left of the bin, or on its right where nothing lies left of it.
    """
    at = left if left > 0 else left + more
    if not tabled:
        return math.log2(at / (weight - at))
    if left > 0:
        return work.pairs[at] - work.pairs[at - 1]
    return work.pairs[at + 1] - work.pairs[at]


@inlined_piece
def _rise_of_gini(work, rules, line, left, more, weight):
    """Most that a cut inside a bin can gain over the bin's edge, by Gini; seen from the side that is not empty.

    The weights of the bin have been moved already: they go left from its left edge, or right from its right one, where
    nothing lies right of it.
    """
    n_classes, rise = rules.n_classes, 0.0
    from_right = weight - left - more == 0
    gaining = ZERO if from_right else left
    losing = weight - gaining
    gaining_squares, losing_squares = 0.0, 0.0
    for k in range(n_classes):
        moved, there = work.weights[RUNNING * n_classes + k], ZERO
        there = work.weights[TOTAL * n_classes + k] - moved
        inside = there if from_right else moved - work.weights[line * n_classes + k]
        outside = work.weights[TOTAL * n_classes + k] - inside
        gaining_squares += float(inside) * inside
        losing_squares += float(outside) * outside
    level = gaining_squares / (float(gaining + more) * (gaining + more))
    level -= losing_squares / (float(losing - more) * (losing - more)) if losing > more else np.inf
    for k in range(n_classes):
        amount = work.weights[line * n_classes + k]
        if amount > 0:
            moved = work.weights[RUNNING * n_classes + k]
            whole = work.weights[TOTAL * n_classes + k]
            inside = whole - moved if from_right else moved - amount
            most = (inside + amount) / (gaining + amount)
            least = (whole - inside - amount) / (losing - amount) if losing > amount else 0.0
            rise += amount * max(0.0, 2.0 * most - 2.0 * least - level)
    return rise


@inlined_piece
def _most_inside(work, rules, line):
    """Most that the largest classes of both sides weigh at any cut inside a bin, whose weights have been moved."""
    n_classes, left_most, right_most = rules.n_classes, ZERO, ZERO
    for k in range(n_classes):
        moved = work.weights[RUNNING * n_classes + k]
        left_most = max(left_most, moved)
        behind = work.weights[TOTAL * n_classes + k] - moved + work.weights[line * n_classes + k]
        right_most = max(right_most, behind)
    return float(left_most + right_most)


@inlined_piece
def _bound_bin(work, rules, tabled, line, levels, rise, left, more, weight, before):
    """What no cut inside a bin exceeds, from the levels at its edges; its weights have been moved."""
    if rules.criterion == SUM_MINORITY:
        return _most_inside(work, rules, line)
    if rules.criterion == GINI:
        edge = levels[1] if left + more == weight else levels[0]
        return edge + _rise_of_gini(work, rules, line, left, more, weight)
    bound = rise + (levels[0] if left > 0 else levels[1])
    if rules.criterion == ENTROPY:
        return bound
    first, last = max(left, 1), min(left + more, weight - 1)
    least = x_log_x(weight, work)
    least -= max(weigh_sides(work, tabled, first, weight), weigh_sides(work, tabled, last, weight))
    return max(bound - before, 0.0) / least if least > 0.0 else np.inf


@piece
def walk_class_bins(work, rules, tabled, first_line, n_bins, rows_left, n, counted, bounded):
    """Best cut between bins: (score, first bin right of it; -1: there is none).

    With `counted`, `counts` says how many rows each bin holds. With `bounded`, `bounds` will say what no cut inside a
    bin exceeds.
    """
    criterion, n_classes = rules.criterion, rules.n_classes
    free, weight = not limits_leaves(rules), node_weight(work, rules)
    before, rounding = _score_before(work, rules, weight), work.scale[ROUNDING]
    sloping = bounded > 0 and (criterion == ENTROPY or criterion == GAIN_RATIO)
    left_weight, left_sum, right_sum = _sum_sides(work, rules, tabled)
    level = _level(work, rules, tabled, left_sum, right_sum, left_weight, weight)
    best, best_bin, occupied = -np.inf, ZERO - 1, False
    for i in range(n_bins):
        line, more, slope, rise = first_line + i, ZERO, 0.0, 0.0
        if bounded:
            work.bounds[i] = -np.inf
        if counted and work.counts[line - BINS] == 0:
            continue
        for k in range(n_classes):
            more += work.weights[line * n_classes + k]
        if more == 0:
            continue
        if occupied and (free or allows(rules, left_weight, weight - left_weight, rows_left, n - rows_left)):
            score = _score(work, rules, tabled, level, left_weight, weight, before)
            if score > best + rounding:
                best, best_bin = score, i
        if sloping:
            slope = _slope(work, tabled, left_weight, more, weight)
        for k in range(n_classes):
            amount = work.weights[line * n_classes + k]
            if amount > 0:
                more_left, more_right = _move(work, rules, tabled, k, amount)
                left_sum += more_left
                right_sum += more_right
                excess = more_left - slope * amount
                rise += max(excess if left_weight > 0 else -excess, 0.0)
        beyond = _level(work, rules, tabled, left_sum, right_sum, left_weight + more, weight)
        if bounded:
            work.bounds[i] = _bound_bin(
                work, rules, tabled, line, (level, beyond), rise, left_weight, more, weight, before
            )
        left_weight += more
        rows_left += work.counts[line - BINS] if counted else ZERO
        level, occupied = beyond, True
    return best, best_bin


@inlined_piece
def _bound_moment(work, tabled, left, more, weight, moment, change, rise):
    """What no cut inside a bin explains; `rise` is the sum of the bin's positive moments, `change` that of all."""
    if left > 0 and left + more < weight:
        furthest = max(abs(moment + change - rise), abs(moment + rise))
        first = moment_score(furthest, left, weight, work, tabled)
        return max(first, moment_score(furthest, left + more, weight, work, tabled))
    most = max(rise, rise - change)
    return most * (work.scale[REACH] + most / (weight - more))


@piece
def walk_moment_bins(work, rules, tabled, first_line, n_bins, rows_left, n, counted, bounded):
    """The same for squared error; `rises` holds the positive moments of each bin."""
    free, weight, rounding = not limits_leaves(rules), work.weights[TOTAL], work.scale[ROUNDING]
    left_weight, moment = work.weights[LEFT], work.sums[LEFT]
    best, best_bin, occupied = -np.inf, ZERO - 1, False
    for i in range(n_bins):
        line = first_line + i
        more = work.weights[line]
        if bounded:
            work.bounds[i] = -np.inf
        if more == 0:
            continue
        if occupied and (free or allows(rules, left_weight, weight - left_weight, rows_left, n - rows_left)):
            score = moment_score(moment, left_weight, weight, work, tabled)
            if score > best + rounding:
                best, best_bin = score, i
        if bounded:
            work.bounds[i] = _bound_moment(
                work, tabled, left_weight, more, weight, moment, work.sums[line], work.rises[line]
            )
        left_weight += more
        moment += work.sums[line]
        rows_left += work.counts[line - BINS] if counted else ZERO
        occupied = True
    return best, best_bin
