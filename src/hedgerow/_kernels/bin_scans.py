"""Walk the bins of a histogram from left to right and find the boundary with the best score.

    bins      | 3 0 | . . | 1 2 | 0 4 | . . | 0 1 |     weights of two classes; dots are empty bins
                    ^           ^     ^                 boundaries lie between occupied bins

Every scan returns the best score and the occupied bins on either side of its boundary (-1, -1: there is none). The
row LEFT of the histogram holds what lies left of bin 0; `rows_left` is how many rows that is.
"""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.compilation import piece
from hedgerow._kernels.histograms import limits_leaves
from hedgerow._kernels.impurity import (
    concentration,
    gain_ratio,
    moment_score,
    score_side,
    side_purity,
    x_log_x,
)
from hedgerow._kernels.records import BINS, GAIN_RATIO, GINI, LEFT, RUNNING, SUM_MINORITY, TOTAL, ZERO

TOLERANCE = 1e-9  # a later boundary must be better by more than rounding


@piece
def _allowed(rules, left_weight, right_weight, rows_left, rows_right):
    """Whether both sides may be leaves."""
    enough_weight = left_weight >= rules.min_weight_leaf and right_weight >= rules.min_weight_leaf
    return enough_weight and rows_left >= rules.min_rows_leaf and rows_right >= rules.min_rows_leaf


@piece
def _purity_of_two(a, b, criterion, work):
    """Purity of a side with the class weights a and b, times its weight."""
    if criterion == GINI:
        return (float(a) * a + float(b) * b) / (a + b)
    if criterion == SUM_MINORITY:
        return float(max(a, b))
    return x_log_x(a, work) + x_log_x(b, work) - x_log_x(a + b, work)


@piece
def scan_two_classes(work, rules, n_bins, rows_left, n_rows):
    """Two classes, any criterion, any limits."""
    criterion = rules.criterion
    free = not limits_leaves(rules)
    a, b = work.weights[2 * LEFT], work.weights[2 * LEFT + 1]
    total_a, total_b = work.weights[2 * TOTAL], work.weights[2 * TOTAL + 1]
    best, best_bin, best_next, previous = -np.inf, -1, -1, -1
    for i in range(n_bins):
        more_a, more_b = work.weights[2 * (BINS + i)], work.weights[2 * (BINS + i) + 1]
        if more_a + more_b == 0:
            continue
        c, d = total_a - a, total_b - b
        if previous >= 0 and (free or _allowed(rules, a + b, c + d, rows_left, n_rows - rows_left)):
            score = _purity_of_two(a, b, criterion, work) + _purity_of_two(c, d, criterion, work)
            if criterion == GAIN_RATIO:
                score = gain_ratio(score, a + b, work, rules.n_classes)
            if score > best + TOLERANCE:
                best, best_bin, best_next = score, previous, i
        a += more_a
        b += more_b
        rows_left += work.counts[i]
        previous = i
    return best, best_bin, best_next


@piece
def scan_classes(work, rules, n_bins, rows_left, n_rows):
    """Any number of classes; sums over classes are kept up to date as rows move from right to left."""
    criterion, n_classes = rules.criterion, rules.n_classes
    free = not limits_leaves(rules)
    left_weight, weight = ZERO, ZERO
    left_sum, right_sum = 0.0, 0.0
    for k in range(n_classes):
        here, whole = work.weights[LEFT * n_classes + k], work.weights[TOTAL * n_classes + k]
        work.weights[RUNNING * n_classes + k] = here
        left_weight += here
        weight += whole
        left_sum += concentration(here, criterion, work)
        right_sum += concentration(whole - here, criterion, work)
    best, best_bin, best_next, previous = -np.inf, -1, -1, -1
    for i in range(n_bins):
        more, row = 0, (BINS + i) * n_classes
        for k in range(n_classes):
            more += work.weights[row + k]
        if more == 0:
            continue
        right_weight = weight - left_weight
        if previous >= 0 and (
            free or _allowed(rules, left_weight, right_weight, rows_left, n_rows - rows_left)
        ):
            if criterion == SUM_MINORITY:
                score = score_side(work, rules, RUNNING + ZERO)
            else:
                score = side_purity(left_sum, left_weight, criterion, work)
                score += side_purity(right_sum, right_weight, criterion, work)
            if criterion == GAIN_RATIO:
                score = gain_ratio(score, left_weight, work, n_classes)
            if score > best + TOLERANCE:
                best, best_bin, best_next = score, previous, i
        for k in range(n_classes):
            amount = work.weights[row + k]
            if amount > 0:
                inside = work.weights[RUNNING * n_classes + k]
                outside = work.weights[TOTAL * n_classes + k] - inside
                left_sum += concentration(inside + amount, criterion, work) - concentration(
                    inside, criterion, work
                )
                right_sum += concentration(outside - amount, criterion, work)
                right_sum -= concentration(outside, criterion, work)
                work.weights[RUNNING * n_classes + k] = inside + amount
        left_weight += more
        rows_left += work.counts[i]
        previous = i
    return best, best_bin, best_next


@piece
def scan_moments(work, rules, n_bins, rows_left, n_rows):
    """Squared error, from the weight and the weighted target sum of each bin."""
    free = not limits_leaves(rules)
    weight, total = work.weights[TOTAL], work.sums[TOTAL]
    left_weight, left_sum = work.weights[LEFT], work.sums[LEFT]
    best, best_bin, best_next, previous = -np.inf, -1, -1, -1
    for i in range(n_bins):
        more = work.weights[BINS + i]
        if more == 0:
            continue
        right_weight = weight - left_weight
        if previous >= 0 and (
            free or _allowed(rules, left_weight, right_weight, rows_left, n_rows - rows_left)
        ):
            score = moment_score(left_sum, left_weight, total - left_sum, right_weight, work)
            if score > best:
                best, best_bin, best_next = score, previous, i
        left_weight += more
        left_sum += work.sums[BINS + i]
        rows_left += work.counts[i]
        previous = i
    return best, best_bin, best_next
