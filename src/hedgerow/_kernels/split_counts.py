"""Split counts: what pairs of codes share with a part of the rows left out, from counts of all rows less the part's."""

from __future__ import annotations

import numpy as np
from numba import float64, int64, types, uint16

from hedgerow._kernels.compilation import flat, kernel, piece, rows

_NOTHING = 1e-9  # a count that is left by rounding, where weights are fractions


@piece
def _log_term(weight):
    return weight * np.log2(weight) if weight > _NOTHING else 0.0


@piece
def _find_cell(code, other, n_other):
    # Short codes are widened before they are multiplied, which only compiled code does by itself.
    return np.int64(code) * n_other + np.int64(other)


@kernel(
    types.void(
        rows(uint16), flat(int64), flat(uint16), int64, flat(float64), flat(int64), flat(int64), float64[:, ::1]
    )
)  # fmt: skip
def sum_logs_left_out(codes, sizes, other, n_other, weights, starts, wanted, sums):
    """Sum w log2 w over the pairs of each column's codes with `other`, w being their weight without one part.

    A line of `codes` is a column of the table, its rows part after part; part i begins at `starts[i]`. Line i of `sums`
    leaves out part `wanted[i]`. Only the pairs that the part holds are summed anew.
    """
    n_cells = sizes.max() * n_other
    counts, left_out = np.zeros(n_cells), np.zeros(n_cells)
    for column in range(codes.shape[0]):
        used = sizes[column] * n_other
        counts[:used] = 0.0
        for row in range(other.size):
            counts[_find_cell(codes[column, row], other[row], n_other)] += weights[row]
        whole = 0.0
        for cell in range(used):
            whole += _log_term(counts[cell])
        for line in range(wanted.size):
            first, last = starts[wanted[line]], starts[wanted[line] + 1]
            for row in range(first, last):
                left_out[_find_cell(codes[column, row], other[row], n_other)] += weights[row]
            changed = 0.0
            for row in range(first, last):
                cell = _find_cell(codes[column, row], other[row], n_other)
                if left_out[cell] > 0.0:
                    changed += _log_term(counts[cell] - left_out[cell]) - _log_term(counts[cell])
                    left_out[cell] = 0.0
            sums[line, column] = whole + changed
