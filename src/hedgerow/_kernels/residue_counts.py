"""Residues, neighbours and residues some way apart, counted for many sequences that lie end to end."""

from __future__ import annotations

import numpy as np
from numba import float64, int64, types, uint8

from hedgerow._kernels.compilation import flat, kernel, rows


@kernel(
    types.void(
        flat(uint8), flat(int64), rows(float64), flat(float64),
        int64[:, ::1], int64[:, ::1], float64[:, :, ::1], float64[:, ::1],
    )
)  # fmt: skip
def count_residues(codes, starts, differences, weights, residues, neighbours, unlike, apart):
    """Count the letters of each sequence and its pairs of neighbours, and add up how unlike letters are at each lag.

    Sequence s is `codes[starts[s]:starts[s + 1]]`. Letters a and b are the pair a * n_letters + b, which has a line of
    `differences`, one number a group of properties, and a weight. `unlike[s, lag - 1]` is the sum of the differences of
    the letters that are `lag` apart, each times its weight, and `apart[s, lag - 1]` the sum of these weights.
    """
    n_letters, n_lags, n_groups = residues.shape[1], apart.shape[1], differences.shape[1]
    for sequence in range(starts.size - 1):
        first, end = starts[sequence], starts[sequence + 1]
        for place in range(first, end):
            residues[sequence, codes[place]] += 1
        for place in range(first, end - 1):
            neighbours[sequence, np.int64(codes[place]) * n_letters + np.int64(codes[place + 1])] += 1
        for lag in range(1, min(n_lags, end - first - 1) + 1):
            for place in range(first, end - lag):
                pair = np.int64(codes[place]) * n_letters + np.int64(codes[place + lag])
                weight = weights[pair]
                apart[sequence, lag - 1] += weight
                for group in range(n_groups):
                    unlike[sequence, lag - 1, group] += weight * differences[pair, group]
