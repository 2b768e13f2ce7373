"""Entropies of many columns of codes, each alone and together with one other column."""

from __future__ import annotations

import math

import numpy as np
from numba import float64, int64, types, uint16

from hedgerow._kernels.compilation import flat, kernel, piece, rows

N_LANES = 4  # a row waits for the count that the row before has written; rows of different tables do not


@piece
def _count_pairs(column, other, n_other, tables):
    """Count rows in tables that take turns."""
    n_rows = column.size
    last = n_rows - n_rows % N_LANES
    for row in range(0, last, N_LANES):
        for lane in range(N_LANES):
            tables[lane, np.int64(column[row + lane]) * n_other + np.int64(other[row + lane])] += 1.0
    for row in range(last, n_rows):
        tables[0, np.int64(column[row]) * n_other + np.int64(other[row])] += 1.0


@piece
def _weigh_pairs(column, other, n_other, weights, tables):
    """Add up the weights of rows in tables that take turns."""
    n_rows = column.size
    last = n_rows - n_rows % N_LANES
    for row in range(0, last, N_LANES):
        for lane in range(N_LANES):
            cell = np.int64(column[row + lane]) * n_other + np.int64(other[row + lane])
            tables[lane, cell] += weights[row + lane]
    for row in range(last, n_rows):
        tables[0, np.int64(column[row]) * n_other + np.int64(other[row])] += weights[row]


@kernel(
    types.void(
        rows(uint16),
        flat(int64),
        flat(int64),
        flat(uint16),
        int64,
        flat(float64),
        float64[:, ::1],
    )
)
def measure_pairs(codes, sizes, chosen, other, n_other, weights, sums):
    """Write the sums of w log2 w that the entropies of a column, and of its pairs with `other`, are made of.

    codes : a row for each column of the table          sums : a row for each chosen column
        [[c c c c c c c c]   <- column 0                    [[over its codes, over its pairs with the other's codes]
         [c c c c c c c c]]                                  ...]

    `weights` is empty where every row counts once. The tables of counts hold the largest of `sizes` times `n_other`
    cells, so the caller keeps wide pairs away.
    """
    largest = np.int64(1)
    for i in range(chosen.size):
        largest = max(largest, sizes[chosen[i]])
    tables = np.zeros((N_LANES, largest * n_other))
    for i in range(chosen.size):
        column, size = codes[chosen[i]], sizes[chosen[i]]
        if weights.size == 0:
            _count_pairs(column, other, n_other, tables)
        else:
            _weigh_pairs(column, other, n_other, weights, tables)
        alone, together = 0.0, 0.0
        for code in range(size):
            total = 0.0
            for cell in range(code * n_other, (code + 1) * n_other):
                weight = 0.0
                for lane in range(N_LANES):
                    weight += tables[lane, cell]
                    tables[lane, cell] = 0.0
                if weight > 0.0:
                    total += weight
                    together += weight * math.log2(weight)
            if total > 0.0:
                alone += total * math.log2(total)
        sums[i, 0] = alone
        sums[i, 1] = together
