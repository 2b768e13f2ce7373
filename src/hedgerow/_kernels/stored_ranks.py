"""From the stored cells of a sparse table to ranks, column by column, without the zeros in between."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import boolean, float64, int32, int64, types, uint16

from hedgerow._kernels.buffers import buffer
from hedgerow._kernels.column_ranks import MISSING, code_column
from hedgerow._kernels.compilation import flat, kernel

_FEW = 2048  # cells that are sorted by short digits


def rank_stored_columns(
    data: Any, column_starts: Any, n_rows: int, codes: Any, lower: Any, upper: Any, value_starts: Any, zero_codes: Any,
    n_codes: Any, has_missing: Any,
) -> None:  # fmt: skip
    """Rank the cells of each column, with one zero among them where a row has none.

    The values of a column begin in `lower` and `upper` at its entry of `value_starts`, whose last entry is where all
    values end. They may be the same array where no column has more than 65,535 cells.
    """
    n_features = len(column_starts) - 1
    longest = int(np.diff(column_starts).max(initial=0)) + 1
    if len(codes) != len(data) or column_starts[-1] != len(data) or len(value_starts) != n_features + 1:
        raise ValueError(f"{len(data)} cells do not fit {len(codes)} codes in {n_features} columns")
    if min(len(lower), len(upper)) < len(data) + n_features or longest > n_rows + 1:
        raise ValueError("there is no room for the values of all cells")
    if not len(zero_codes) == len(n_codes) == len(has_missing) == n_features:
        raise ValueError(f"the results have not one line for each of the {n_features} features")
    short = np.empty(longest, np.uint16)
    _rank_stored_columns(
        data,
        column_starts,
        n_rows,
        codes,
        short,
        lower,
        upper,
        value_starts,
        zero_codes,
        n_codes,
        has_missing,
        longest,
    )


@kernel(
    types.void(
        flat(float64), flat(int64), int64, buffer(uint16), buffer(uint16), float64[::1], float64[::1], int64[::1],
        uint16[::1], int32[::1], boolean[::1], int64,
    )
)  # fmt: skip
def _rank_stored_columns(
    data,
    column_starts,
    n_rows,
    codes,
    ranks,
    lower,
    upper,
    value_starts,
    zero_codes,
    n_codes,
    has_missing,
    longest,
):
    column, items, spare = (
        np.empty(longest, np.float64),
        np.empty(longest, np.uint64),
        np.empty(longest, np.uint64),
    )
    few, many = np.empty((4, 256), np.int32), np.empty((3, 2048 if longest > _FEW else 0), np.int32)
    large = longest > MISSING
    cells, ends = np.empty((1 << 16) if large else 0, np.int32), np.empty(longest // 8192 + 2, np.int64)
    value_starts[0] = 0
    for feature in range(column_starts.size - 1):
        first, n_cells = column_starts[feature], column_starts[feature + 1] - column_starts[feature]
        for cell in range(n_cells):
            column[cell] = data[first + cell]
        column[n_cells] = 0.0
        n, begin = n_cells + (n_cells < n_rows), value_starts[feature]
        n_codes[feature], has_missing[feature] = code_column(
            column[:n], items[:n], spare[:n], few if n < _FEW else many, cells, ends, ranks, lower[begin : begin + n],
            upper[begin : begin + n],
        )  # fmt: skip
        for cell in range(n_cells):
            codes[first + cell] = ranks[cell]
        zero_codes[feature] = ranks[n_cells] if n_cells < n_rows else 0
        value_starts[feature + 1] = begin + n_codes[feature]


def list_by_row(column_starts: Any, cell_rows: Any, codes: Any, n_rows: int) -> tuple[Any, Any, Any]:
    """The same cells row by row: their features, their codes, and where those of each row begin."""
    if column_starts[-1] != len(cell_rows) or len(cell_rows) != len(codes):
        raise ValueError("rows and codes do not fit the columns")
    if cell_rows.size and not 0 <= cell_rows.min() <= cell_rows.max() < n_rows:
        raise ValueError(f"rows must lie in 0, ..., {n_rows - 1}")
    row_starts = np.concatenate([[0], np.bincount(cell_rows, minlength=n_rows).cumsum()]).astype(np.int64)
    features, row_codes = np.empty(len(codes), np.int32), np.empty(len(codes), np.uint16)
    _list_by_row(column_starts, cell_rows, codes, row_starts[:-1].copy(), features, row_codes)
    return features, row_codes, row_starts


@kernel(types.void(flat(int64), flat(int32), flat(uint16), buffer(int64), buffer(int32), buffer(uint16)))
def _list_by_row(column_starts, cell_rows, codes, fronts, features, row_codes):
    for feature in range(column_starts.size - 1):
        for cell in range(column_starts[feature], column_starts[feature + 1]):
            row = cell_rows[cell]
            place = fronts[row]
            fronts[row] = place + 1
            features[place], row_codes[place] = feature, codes[cell]
