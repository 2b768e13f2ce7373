"""New columns as sums of few old ones: rotations of pairs or groups of features, random combinations."""

from __future__ import annotations

from numba import float64, int32, types

from hedgerow._kernels.compilation import kernel, rows

_STRETCH = 1024  # rows whose sums stay in the nearest cache until they are complete


@kernel(types.void(rows(float64), rows(int32), rows(float64), float64[:, ::1]))
def mix_columns(columns, sources, coefficients, mixed):
    """Set ``mixed[j] = sum over l of coefficients[j, l] * columns[sources[j, l]]``; columns of a table are rows here.

    Each number is computed by the same multiplications and additions wherever its row stands, so equal rows stay
    equal bit for bit and a table may be cut into blocks.
    """
    n_terms, n = sources.shape[1], columns.shape[1]
    for first in range(0, n, _STRETCH):
        last = min(first + _STRETCH, n)
        for j in range(mixed.shape[0]):
            sums = mixed[j, first:last]
            source, coefficient = columns[sources[j, 0], first:last], coefficients[j, 0]
            for i in range(last - first):
                sums[i] = coefficient * source[i]
            for term in range(1, n_terms):
                source, coefficient = columns[sources[j, term], first:last], coefficients[j, term]
                for i in range(last - first):
                    sums[i] += coefficient * source[i]
