"""How likely the best of all cuts gains no more than a level, when every order of the labels is equally likely.

An order of a positive and b negative labels is a path over a lattice, and a cut of it is a cell:

    b  . . x x g        each step right is a row of one class, each step up one of the other;
       . o o x .        the gain of a cut depends on its cell only, is 0 along the diagonal
       . o o . .        and grows away from it (o: at most the level, x: above it)
    0  o o . . .
       0       a

The best cut gains at most the level where the path keeps to such cells. The share of these paths follows from
cell to cell, with no need to list them.
"""

from __future__ import annotations

import math

import numpy as np
from numba import float64, int64

from hedgerow._kernels.compilation import flat, kernel, piece, rows


@piece
def _x_log_x(size):
    table = np.zeros(size)
    for x in range(1, size):
        table[x] = x * math.log2(x)
    return table


@piece
def _cut_gain(table, n, n_positive, cut, positive):
    """Information gain of a cut after `cut` rows, `positive` of them positive."""
    negative, n_negative = cut - positive, n - n_positive
    before = table[n] - table[n_positive] - table[n_negative]
    left = table[cut] - table[positive] - table[negative]
    right = table[n - cut] - table[n_positive - positive] - table[n_negative - negative]
    return (before - left - right) / n


@kernel(float64[::1](int64, int64, flat(float64)))
def walk_two_classes(n, n_positive, levels):
    """Share of the orders of n rows, some of them positive, whose best cut gains at most each level.

    The cells that a level allows after each number of rows are a stretch, since the gain is convex; its ends move
    up by 0 or 1 with each row, since the region is convex, too.
    """
    table = _x_log_x(n + 1)
    share = np.zeros(n_positive + 1)
    kept = np.empty(levels.size)
    for q in range(levels.size):
        low, high = 0, 0
        share[:] = 0.0
        share[0] = 1.0
        for cut in range(1, n):
            left = n - cut + 1
            new_high = min(high + 1, n_positive)
            for b in range(new_high, low - 1, -1):
                mass = share[b] * max(n - n_positive - (cut - 1 - b), 0) / left
                if b > low:
                    mass += share[b - 1] * (n_positive - b + 1) / left
                share[b] = mass
            high = new_high
            while low <= high and (
                cut - low > n - n_positive or _cut_gain(table, n, n_positive, cut, low) > levels[q]
            ):
                share[low] = 0.0
                low += 1
            while high >= low and _cut_gain(table, n, n_positive, cut, high) > levels[q]:
                share[high] = 0.0
                high -= 1
            if low > high:
                break
        total = 0.0
        for b in range(low, high + 1):
            total += share[b]
        kept[q] = total
    return kept


@kernel(float64[::1](flat(int64), rows(int64), flat(float64), flat(float64)))
def walk_many_classes(counts, cells, gains, levels):
    """Share of the orders of labels with these counts whose best cut gains at most each level.

    Row s of `cells` says how many rows of each class lie left of the cut, in lexicographic order (the last class
    runs fastest), and `gains[s]` is what that cut gains; the first and the last cell, which are no cuts, gain 0.
    """
    n_cells, n_classes = cells.shape
    steps, n = np.ones(n_classes, np.int64), 0
    for k in range(n_classes - 1, -1, -1):
        n += counts[k]
        if k > 0:
            steps[k - 1] = steps[k] * (counts[k] + 1)
    share, kept = np.zeros(n_cells), np.empty(levels.size)
    for q in range(levels.size):
        share[0] = 1.0
        for s in range(1, n_cells):
            mass, cut = 0.0, 0
            if gains[s] <= levels[q]:
                for k in range(n_classes):
                    cut += cells[s, k]
                    if cells[s, k] > 0:
                        mass += share[s - steps[k]] * (counts[k] - cells[s, k] + 1)
                mass /= n - cut + 1
            share[s] = mass
        kept[q] = share[n_cells - 1]
    return kept
