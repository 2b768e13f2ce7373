"""Cuts of one column of numbers that shorten the description of the classes (Fayyad and Irani 1993)."""

from __future__ import annotations

import math

import numpy as np
from numba import float64, int64, types

from hedgerow._kernels.compilation import flat, kernel, piece

_RELATIVE_ROUNDING = 1e-12  # of equal cuts the lowest is taken; equal ones differ by rounding


@piece
def _x_log_x(x, logarithms):
    """X log2 x, looked up for the whole numbers that the table has."""
    whole = np.int64(x)
    if whole == x and whole < logarithms.size:
        return logarithms[whole]
    return x * math.log2(x) if x > 0.0 else 0.0


@piece
def _describe(counts, logarithms):
    """Weight, classes that are there, and weight times entropy of a stretch of rows."""
    weight, present, logs = 0.0, 0, 0.0
    for label in range(counts.size):
        if counts[label] > 0.0:
            weight += counts[label]
            present += 1
            logs += _x_log_x(counts[label], logarithms)
    return weight, present, _x_log_x(weight, logarithms) - logs


@piece
def _find_best(values, labels, weights, logarithms, start, end, left, right):
    """The last row on the left of the cut that gains most, -1 where all values are equal; `right` has all rows."""
    whole = 0.0
    for label in range(right.size):
        left[label] = 0.0
        whole += right[label]
    rounding = _RELATIVE_ROUNDING * whole * math.log2(whole + 1.0)
    best, last, below = -np.inf, -1, 0.0
    for row in range(start, end - 1):
        left[labels[row]] += weights[row]
        right[labels[row]] -= weights[row]
        below += weights[row]
        if values[row] == values[row + 1]:
            continue
        score = -_x_log_x(below, logarithms) - _x_log_x(whole - below, logarithms)
        for label in range(right.size):
            score += _x_log_x(left[label], logarithms) + _x_log_x(right[label], logarithms)
        if score > best + rounding:
            best, last = score, row
    return last


@piece
def _count(labels, weights, start, end, counts):
    for label in range(counts.size):
        counts[label] = 0.0
    for row in range(start, end):
        counts[labels[row]] += weights[row]


@piece
def _pays(labels, weights, logarithms, start, middle, end, left, right):
    """Whether the cut after the row before `middle` saves as many bits on the classes as it costs to describe."""
    _count(labels, weights, start, middle, left)
    _count(labels, weights, middle, end, right)
    left_weight, left_present, left_bits = _describe(left, logarithms)
    right_weight, right_present, right_bits = _describe(right, logarithms)
    for label in range(left.size):
        left[label] += right[label]
    weight, present, bits = _describe(left, logarithms)
    cost = math.log2(max(weight - 1.0, 1.0)) + math.log2(3.0**present - 2.0) - present * bits / weight
    cost += left_present * left_bits / left_weight + right_present * right_bits / right_weight
    return bits - left_bits - right_bits >= cost


@kernel(
    int64(
        flat(float64),
        flat(int64),
        flat(float64),
        flat(float64),
        int64,
        types.Array(int64, 1, "C"),
        float64[::1],
    )
)
def cut_by_description(values, labels, weights, logarithms, n_classes, open_ends, cuts):
    """Write the cuts of a column in their order, and return how many there are.

    values      [1 1 2 3 5 5 8]   in their order; `labels` and `weights` go with them
    open_ends   where stretches that are still to be cut end, the next one last; room for one more than there are rows
    logarithms  x log2 x of the whole numbers from 0 on; others are computed

    Stretches are cut from the left, so cuts come in their order. A cut lies half-way between two values, and never at
    the upper one.
    """
    left, right = np.zeros(n_classes), np.zeros(n_classes)
    n_cuts, start, n_open = 0, 0, 1
    open_ends[0] = values.size
    while n_open > 0:
        end = open_ends[n_open - 1]
        _count(labels, weights, start, end, right)
        last = -1
        if np.count_nonzero(right) > 1:
            last = _find_best(values, labels, weights, logarithms, start, end, left, right)
        if last >= 0 and _pays(labels, weights, logarithms, start, last + 1, end, left, right):
            open_ends[n_open] = last + 1
            n_open += 1
            continue
        n_open -= 1
        if n_open > 0:
            below, above = values[end - 1], values[end]
            middle = 0.5 * below + 0.5 * above
            cuts[n_cuts] = middle if middle < above else below
            n_cuts += 1
        start = end
    return n_cuts
