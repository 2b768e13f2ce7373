"""Split quality from class weights or weighted sums; a *score* is the gain up to constants of the node."""

from __future__ import annotations

import math

import numpy as np

from hedgerow._kernels.compilation import piece
from hedgerow._kernels.records import (
    ENTROPY,
    GAIN_RATIO,
    GINI,
    LEFT,
    SQUARED_ERROR,
    SUM_MINORITY,
    TOTAL,
    ZERO,
)


@piece
def x_log_x(x, work):
    """X log2 x: looked up while x is small, computed where nodes are large and logarithms few."""
    if x < work.table_size:
        return work.table[x]
    return x * math.log2(x)


@piece
def concentration(weight, criterion, work):
    """What one class contributes to the purity of a side; additive over classes."""
    if criterion == GINI:
        return float(weight) * weight
    return x_log_x(weight, work)


@piece
def side_purity(concentrations, weight, criterion, work):
    """Purity of one side, times its weight, from the concentrations of its classes."""
    if criterion == GINI:
        return concentrations / weight
    return concentrations - x_log_x(weight, work)


@piece
def gain_ratio(score, left_weight, work, n_classes):
    """Information gain over the entropy of the partition; 0 where the latter is 0 (Quinlan 1986)."""
    weight, concentrations = ZERO, 0.0
    for k in range(n_classes):
        weight += work.weights[TOTAL * n_classes + k]
        concentrations += x_log_x(work.weights[TOTAL * n_classes + k], work)
    whole = x_log_x(weight, work)
    partition = whole - x_log_x(left_weight, work) - x_log_x(weight - left_weight, work)
    if partition <= 0.0:
        return 0.0
    return (score - (concentrations - whole)) / partition


@piece
def moment_score(left_sum, left_weight, right_sum, right_weight, work):
    """Score of a split under squared error: what the two means explain. Small weights have tabled reciprocals."""
    if left_weight + right_weight < work.table_size:
        return (
            left_sum * left_sum * work.table[left_weight] + right_sum * right_sum * work.table[right_weight]
        )
    return left_sum * left_sum / left_weight + right_sum * right_sum / right_weight


@piece
def score_left(work, rules):
    """Score of the split that parts what lies left of the scan from the rest of the node."""
    return score_side(work, rules, ZERO + LEFT)


@piece
def score_side(work, rules, side):
    """Score of the split that parts one row of the histogram from the rest of the node."""
    criterion, n_classes = rules.criterion, rules.n_classes
    if criterion == SQUARED_ERROR:
        right = work.weights[TOTAL] - work.weights[side]
        return moment_score(
            work.sums[side], work.weights[side], work.sums[TOTAL] - work.sums[side], right, work
        )
    left_weight, weight, left_most, right_most = ZERO, ZERO, ZERO, ZERO
    left_sum, right_sum = 0.0, 0.0
    for k in range(n_classes):
        here = work.weights[side * n_classes + k]
        there = work.weights[TOTAL * n_classes + k] - here
        left_weight += here
        weight += here + there
        left_most = max(left_most, here)
        right_most = max(right_most, there)
        left_sum += concentration(here, criterion, work)
        right_sum += concentration(there, criterion, work)
    if criterion == SUM_MINORITY:
        return float(left_most + right_most)
    score = side_purity(left_sum, left_weight, criterion, work)
    score += side_purity(right_sum, weight - left_weight, criterion, work)
    if criterion == GAIN_RATIO:
        return gain_ratio(score, left_weight, work, n_classes)
    return score


@piece
def perfect_score(work, rules):
    """Score of a split into two pure sides, less a rounding error; infinity where other splits could be better."""
    if rules.criterion == GAIN_RATIO or rules.criterion == SQUARED_ERROR:
        return np.inf
    if rules.criterion == ENTROPY:
        return -1e-9
    weight = 0.0
    for k in range(rules.n_classes):
        weight += work.weights[TOTAL * rules.n_classes + k]
    return weight * (1.0 - 1e-12)


@piece
def gain_of(score, work, rules):
    """Turn the score of a split into its gain: the node's impurity less the weighted impurity of its children."""
    criterion, k_count = rules.criterion, max(rules.n_classes, 1)
    if criterion == GAIN_RATIO:
        return max(score, 0.0)
    weight, most, concentrations = ZERO, ZERO, 0.0
    for k in range(k_count):
        here = work.weights[TOTAL * k_count + k]
        weight += here
        most = max(most, here)
        concentrations += concentration(here, criterion, work)
    if criterion == SQUARED_ERROR:
        before = work.sums[TOTAL] * work.sums[TOTAL] / weight
    elif criterion == SUM_MINORITY:
        before = float(most)
    else:
        before = side_purity(concentrations, weight, criterion, work)
    return max((score - before) / weight, 0.0)
