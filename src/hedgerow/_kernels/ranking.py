"""From numbers to ranks: each column of a matrix becomes codes 0, 1, 2, ... in the order of its values."""

from __future__ import annotations

import numpy as np
from numba import float64, int32, int64, types, uint16

from hedgerow._kernels.compilation import kernel, matrix, piece

MISSING = 65535  # the code of NaN; present values have codes below it
_HALF = np.uint64(32)
_ROW = np.uint64(0xFFFFFFFF)


@piece
def _ordered_bits(value, bits):
    """Bit pattern that sorts as the value does: -0.0 is 0.0, NaN comes last."""
    sign = np.uint64(1 << 63)
    if value == 0.0:
        return sign
    if value != value:
        return ~np.uint64(0)
    return ~bits if bits & sign else bits | sign


@piece
def _pack(column, items):
    """Pack each value and its row into one word: | 32 leading bits, in the order of the values | row |."""
    bits = column.view(np.uint64)
    for i in range(column.size):
        items[i] = (_ordered_bits(column[i], bits[i]) & ~_ROW) | np.uint64(i)


@piece
def _sort_by_digits(items, spare, counts):
    """Radix sort by the upper half of each word; a digit that all words share costs no pass."""
    n = items.size
    n_digits = counts.shape[0]
    n_buckets = counts.shape[1]
    width = np.uint64(32 // n_digits + (32 % n_digits > 0))
    mask = np.uint64(n_buckets - 1)
    for digit in range(n_digits):
        for bucket in range(n_buckets):
            counts[digit, bucket] = 0
    for digit in range(n_digits):
        shift = _HALF + np.uint64(digit) * width
        count = counts[digit]
        for i in range(n):
            count[(items[i] >> shift) & mask] += 1
        if count[(items[0] >> shift) & mask] == n:
            continue
        total = 0
        for bucket in range(n_buckets):
            size = count[bucket]
            count[bucket] = total
            total += size
        for i in range(n):
            bucket = (items[i] >> shift) & mask
            spare[count[bucket]] = items[i]
            count[bucket] += 1
        items, spare = spare, items
    return items


@piece
def _finish_runs(items, column, spare, counts):
    """Sort by value within the runs whose 32 leading bits agree: short runs by insertion, long ones by digits."""
    bits = column.view(np.uint64)
    n = items.size
    start = 0
    while start < n:
        stop = start + 1
        while stop < n and items[stop] >> _HALF == items[start] >> _HALF:
            stop += 1
        if stop - start <= 16:
            for i in range(start + 1, stop):
                item, place = items[i], i
                while place > start and column[items[place - 1] & _ROW] > column[item & _ROW]:
                    items[place] = items[place - 1]
                    place -= 1
                items[place] = item
        else:
            for i in range(start, stop):
                row = items[i] & _ROW
                items[i] = _ordered_bits(column[row], bits[row]) << _HALF | row
            ordered = _sort_by_digits(items[start:stop], spare[start:stop], counts)
            for i in range(stop - start):
                items[start + i] = ordered[i]
        start = stop


@piece
def _code_sorted(column, items, codes, lower, upper):
    """Code rows in sorted order; return how many codes there are and whether any row was missing.

    Beyond 65,535 distinct values neighbours share a code: a value opens a new code only when its rank, scaled to
    65,535 steps, has moved on.
    """
    n_present = items.size
    while n_present > 0 and column[items[n_present - 1] & _ROW] != column[items[n_present - 1] & _ROW]:
        n_present -= 1
        codes[items[n_present] & _ROW] = MISSING
    scale = 1.0
    if n_present > MISSING:
        n_distinct = 0
        previous = np.nan
        for i in range(n_present):
            value = column[items[i] & _ROW]
            n_distinct += value != previous
            previous = value
        scale = min(1.0, MISSING / n_distinct)
    code, step, rank = -1, -1, -1
    previous = np.nan
    for i in range(n_present):
        row = items[i] & _ROW
        value = column[row]
        if value != previous:
            previous = value
            rank += 1
            next_step = int(rank * scale)
            if next_step != step:
                code += 1
                step = next_step
                lower[code] = value
            upper[code] = value
        codes[row] = code
    return code + 1, n_present < items.size


_TABLE = (uint16[:, ::1], float64[:, ::1], float64[:, ::1], int32[::1], types.boolean[::1])


@kernel(types.void(matrix(float64), int64, *_TABLE))
def rank_columns(X, first, codes, lower, upper, n_codes, has_missing):
    """Rank the columns of `X`; they are columns first, first + 1, ... of the table, and those rows of each result.

    `lower` and `upper` receive the least and the greatest value of every code; they may be the same array where no
    column can have more than 65,535 distinct values.
    """
    n = X.shape[0]
    block = max(1, min(8, (1 << 22) // n))  # eight doubles are one cache line of a row-major matrix
    columns = np.empty((block, n), np.float64)
    items, spare = np.empty(n, np.uint64), np.empty(n, np.uint64)
    counts = np.empty((4, 256) if n < 2048 else (3, 2048), np.int32)
    for start in range(0, X.shape[1], block):
        width = min(block, X.shape[1] - start)
        for i in range(n):
            for j in range(width):
                columns[j, i] = X[i, start + j]
        for j in range(width):
            feature = first + start + j
            _pack(columns[j], items)
            ordered = _sort_by_digits(items, spare, counts)
            _finish_runs(ordered, columns[j], items if ordered is spare else spare, counts)
            n_codes[feature], has_missing[feature] = _code_sorted(
                columns[j], ordered, codes[feature], lower[feature], upper[feature]
            )
