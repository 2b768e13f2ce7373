"""Split quality from class weights or moments; a *score* is the gain up to constants of the node.

Where x log2 x is added up over both sides of a cut, the two terms of a class (and of the whole weight) depend only on
what lies left, so a node with small weights tabulates them together once:

    pairs | both sides' whole weight, by the weight on the left | class 0, by its weight on the left | class 1 | ...

Under squared error the only entry is 1 / left + 1 / right. Moments are about the node's mean, so those of both sides
cancel: a cut with the weight w and the moment s on its left explains s^2 (1 / w + 1 / (W - w)) of the node's squares.
"""

from __future__ import annotations

import math

import numpy as np

from hedgerow._kernels.compilation import piece
from hedgerow._kernels.poisson import poisson_score
from hedgerow._kernels.records import (
    ENTROPY,
    GAIN_RATIO,
    GINI,
    LEFT,
    PAIRS,
    POISSON,
    ROUNDING,
    SUM_MINORITY,
    TOTAL,
    ZERO,
)

_RELATIVE_ROUNDING = 1e-12
_WORTHWHILE = 8  # weight per row up to which tabulating costs less than it saves


@piece
def x_log_x(x, work):
    """X log2 x: looked up while x is small, computed where nodes are large and logarithms few."""
    if x < work.table_size:
        return work.table[x]
    return x * math.log2(x)


@piece
def node_weight(work, rules):
    """Weight of the node's rows."""
    weight = ZERO
    for k in range(max(rules.n_classes, 1)):
        weight += work.weights[TOTAL * max(rules.n_classes, 1) + k]
    return weight


@piece
def tabulate_pairs(work, rules, n):
    """Tabulate what both sides of a cut contribute together; whether that was worth while."""
    weight = node_weight(work, rules)
    additive = rules.criterion != GINI and rules.criterion != SUM_MINORITY
    if not additive or weight >= work.table_size or weight > _WORTHWHILE * n:
        return False
    table, pairs, end = work.table, work.pairs, weight + 1
    for part in range(weight + 1):
        pairs[part] = table[part] + table[weight - part]
    for k in range(rules.n_classes):
        whole = work.weights[TOTAL * rules.n_classes + k]
        work.weights[PAIRS * rules.n_classes + k] = end
        for part in range(whole + 1):
            pairs[end + part] = table[part] + table[whole - part]
        end += whole + 1
    return True


@piece
def weigh_sides(work, tabled, left, weight):
    """What the weights of both sides contribute together."""
    if tabled:
        return work.pairs[left]
    return x_log_x(left, work) + x_log_x(weight - left, work)


@piece
def weigh_class(work, rules, tabled, k, left):
    """What a class contributes on both sides together."""
    if tabled:
        return work.pairs[work.weights[PAIRS * rules.n_classes + k] + left]
    whole = work.weights[TOTAL * rules.n_classes + k]
    return x_log_x(left, work) + x_log_x(whole - left, work)


@piece
def moment_score(moment, left, weight, work, tabled):
    """Score of a split under squared error."""
    if tabled:
        return moment * moment * work.pairs[left]
    return moment * moment / left + moment * moment / (weight - left)


@piece
def ratio_to_partition(gained, left, weight, work, tabled):
    """Information gain over the entropy of the partition; 0 where the latter is 0 (Quinlan 1986)."""
    partition = x_log_x(weight, work) - weigh_sides(work, tabled, left, weight)
    return gained / partition if partition > 0.0 else 0.0


@piece
def score_left(work, rules):
    """Score of the split that parts what lies left of the scan from the rest of the node."""
    criterion, n_classes = rules.criterion, rules.n_classes
    weight = node_weight(work, rules)
    tabled = weight < 0  # never; a constant would have every piece below compiled once more
    if rules.exhaustive and criterion == POISSON:
        return poisson_score(work.sums[LEFT], work.weights[LEFT], work.sums[TOTAL], weight)
    if rules.regression:
        return moment_score(work.sums[LEFT], work.weights[LEFT], weight, work, tabled)
    left_weight, left_most, right_most = ZERO, ZERO, ZERO
    left_squares, right_squares, shared, before = 0.0, 0.0, 0.0, 0.0
    for k in range(n_classes):
        here, whole = work.weights[LEFT * n_classes + k], work.weights[TOTAL * n_classes + k]
        there = whole - here
        left_weight += here
        left_most, right_most = max(left_most, here), max(right_most, there)
        left_squares += float(here) * here
        right_squares += float(there) * there
        if criterion != GINI:
            shared += weigh_class(work, rules, tabled, k, here)
            before += x_log_x(whole, work)
    if criterion == SUM_MINORITY:
        return float(left_most + right_most)
    if criterion == GINI:
        return left_squares / left_weight + right_squares / (weight - left_weight)
    score = shared - weigh_sides(work, tabled, left_weight, weight)
    if criterion == GAIN_RATIO:
        gained = score - (before - x_log_x(weight, work))
        return ratio_to_partition(gained, left_weight, weight, work, tabled)
    return score


@piece
def find_rounding(work, rules, squares):
    """By how much equal scores may differ; `squares`, or the like, is what regression has to explain."""
    if rules.regression:
        return _RELATIVE_ROUNDING * squares
    weight = float(node_weight(work, rules))
    if rules.criterion == ENTROPY:
        return _RELATIVE_ROUNDING * weight * math.log2(weight + 1.0)
    return _RELATIVE_ROUNDING * weight if rules.criterion != GAIN_RATIO else 1e-9


@piece
def perfect_score(work, rules):
    """Score of a split into two pure sides, less a rounding error; infinity where other splits could be better."""
    if rules.criterion == GAIN_RATIO or rules.regression:
        return np.inf
    pure = 0.0 if rules.criterion == ENTROPY else float(node_weight(work, rules))
    return pure - work.scale[ROUNDING]


@piece
def gain_of(score, work, rules):
    """Turn the score of a split into its gain: the node's impurity less the weighted impurity of its children."""
    criterion, k_count = rules.criterion, max(rules.n_classes, 1)
    if criterion == GAIN_RATIO:
        return max(score, 0.0)
    weight, most, squares, before = node_weight(work, rules), ZERO, 0.0, 0.0
    for k in range(rules.n_classes):
        here = work.weights[TOTAL * k_count + k]
        most = max(most, here)
        squares += float(here) * here
        if criterion == ENTROPY:
            before += x_log_x(here, work)
    if criterion == GINI:
        before = squares / weight
    elif criterion == SUM_MINORITY:
        before = float(most)
    elif criterion == ENTROPY:
        before -= x_log_x(weight, work)
    return max((score - before) / weight, 0.0)
