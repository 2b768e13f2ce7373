"""From numbers to ranks: each column of a matrix becomes codes 0, 1, 2, ... in the order of its values."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import float64, int32, int64, types, uint16

from hedgerow._kernels.buffers import buffer, skip
from hedgerow._kernels.compilation import kernel, matrix, piece

MISSING = 65535  # the code of NaN; present values have codes below it
_HALF = np.uint64(32)
_ROW = np.uint64(0xFFFFFFFF)
_CELL = np.uint64(48)
_BUCKET, _MANY = 1 << 15, 1 << 17  # words that the second cache holds easily, and no longer
_WAITING = 16  # columns that wait to be written together where codes lie row by row


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
def _count_digits(items, counts, width, mask):
    """Count the values of all digits in one pass, so no count waits for the one before it."""
    first, second, third, last = counts[0], counts[1], counts[2], counts[counts.shape[0] - 1]
    three = counts.shape[0] == 3
    for i in range(items.size):
        word = items[i] >> _HALF
        first[word & mask] += 1
        second[(word >> width) & mask] += 1
        third[(word >> (width + width)) & mask] += 1
        if not three:
            last[(word >> (width + width + width)) & mask] += 1


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
    _count_digits(items, counts, width, mask)
    for digit in range(n_digits):
        shift = _HALF + np.uint64(digit) * width
        count = counts[digit]
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
def _split_by_leading_bits(items, spare, cells, ends):
    """Move the words to `spare`, in buckets of neighbouring values that fit in the cache; return how many there are.

    Cells, the 16 leading bits, fill a bucket as long as there is room. `ends` receives where each bucket ends.
    """
    for cell in range(cells.size):
        cells[cell] = 0
    for i in range(items.size):
        cells[items[i] >> _CELL] += 1
    bucket, size, total = 0, 0, 0
    ends[0] = 0
    for cell in range(cells.size):
        count = cells[cell]
        if count > 0 and size > 0 and size + count > _BUCKET:
            bucket, size = bucket + 1, 0
            ends[bucket] = total
        cells[cell] = bucket
        size += count
        total += count
    for i in range(items.size):
        bucket_of_item = cells[items[i] >> _CELL]
        spare[ends[bucket_of_item]] = items[i]
        ends[bucket_of_item] += 1
    return bucket + 1


@piece
def _sort_run(run, spare, column, counts):
    """Sort by value where the 32 leading bits agree: few by insertion, many by their other bits."""
    bits = column.view(np.uint64)
    if run.size <= 16:
        for i in range(1, run.size):
            item, place = run[i], i
            while place > 0 and column[run[place - 1] & _ROW] > column[item & _ROW]:
                run[place] = run[place - 1]
                place -= 1
            run[place] = item
        return
    for i in range(run.size):
        row = run[i] & _ROW
        run[i] = _ordered_bits(column[row], bits[row]) << _HALF | row
    ordered = _sort_by_digits(run, spare, counts)
    for i in range(run.size):
        run[i] = ordered[i]


@piece
def _rank_sorted(items, spare, column, counts, first_rank, ranked):
    """Replace the leading bits of sorted words by ranks, | rank | row |; return the rank of the next value.

    Equal values have equal ranks; missing ones keep their leading bits, which are all set. Only where two words share
    their leading bits are the values looked up.
    """
    n, rank, start = items.size, first_rank, 0
    while start < n:
        leading, stop = items[start] >> _HALF, start + 1
        while stop < n and items[stop] >> _HALF == leading:
            stop += 1
        if leading == _ROW:
            for i in range(start, stop):
                ranked[i] = items[i]
            break
        if stop > start + 1:
            _sort_run(items[start:stop], spare[start:stop], column, counts)
        for i in range(start, stop):
            row = items[i] & _ROW
            rank += i > start and column[row] != column[items[i - 1] & _ROW]
            ranked[i] = np.uint64(rank) << _HALF | row
        rank += 1
        start = stop
    return rank


@piece
def _code_ranked(column, items, n_ranks, codes, lower, upper):
    """Code rows in the order of their ranks; return how many codes there are and whether any row was missing.

    Beyond 65,535 distinct values neighbours share a code: a value opens a new code only when its rank, scaled to
    65,535 steps, has moved on.
    """
    scale = min(1.0, MISSING / max(n_ranks, 1))
    code, step, last_rank, first_row = -1, -1, _ROW, _ROW
    for i in range(items.size):
        rank, row = items[i] >> _HALF, items[i] & _ROW
        if rank == _ROW:
            codes[row] = MISSING
            continue
        if rank != last_rank:
            next_step = int(rank * scale)
            if next_step != step:
                if code >= 0:
                    upper[code] = column[first_row]
                code += 1
                step = next_step
                lower[code] = column[row]
            last_rank, first_row = rank, row
        codes[row] = code
    if code >= 0:
        upper[code] = column[first_row]
    return code + 1, items.size > 0 and items[items.size - 1] >> _HALF == _ROW


@piece
def _code_sorted(items, spare, column, counts, codes, lower, upper):
    """Code rows straight from sorted words, where there is a code for every rank; return as `_code_ranked`."""
    n, code, start = items.size, -1, 0
    while start < n:
        leading, stop = items[start] >> _HALF, start + 1
        while stop < n and items[stop] >> _HALF == leading:
            stop += 1
        if leading == _ROW:
            for i in range(start, stop):
                codes[items[i] & _ROW] = MISSING
            return code + 1, True
        if stop > start + 1:
            _sort_run(items[start:stop], spare[start:stop], column, counts)
        for i in range(start, stop):
            row = items[i] & _ROW
            value = column[row]
            if i == start or value != lower[code]:
                code += 1
                lower[code] = upper[code] = value
            codes[row] = code
        start = stop
    return code + 1, False


@piece
def _rank_column(column, items, spare, counts, cells, ends):
    """Words | rank | row | of a packed column, in the order of its values, in `items`; return the number of ranks."""
    if column.size <= _MANY:
        ordered = _sort_by_digits(items, spare, counts)
        return _rank_sorted(ordered, items if ordered is spare else spare, column, counts, 0, items)
    rank, start = 0, 0
    for bucket in range(_split_by_leading_bits(items, spare, cells, ends)):
        here, there = spare[start : ends[bucket]], items[start : ends[bucket]]
        ordered = _sort_by_digits(here, there, counts)
        rank = _rank_sorted(ordered, there if ordered is here else here, column, counts, rank, there)
        start = ends[bucket]
    return rank


@piece
def code_column(column, items, spare, counts, cells, ends, codes, lower, upper):
    """Code one column; return how many codes there are and whether any row was missing."""
    _pack(column, items)
    if column.size <= MISSING:
        ordered = _sort_by_digits(items, spare, counts)
        return _code_sorted(
            ordered, items if ordered is spare else spare, column, counts, codes, lower, upper
        )
    n_ranks = _rank_column(column, items, spare, counts, cells, ends)
    return _code_ranked(column, items, n_ranks, codes, lower, upper)


def rank_columns(
    X: Any, first: int, codes: Any, lower: Any, upper: Any, n_codes: Any, has_missing: Any
) -> None:
    """Rank the columns of `X`; they are columns first, first + 1, ... of the table, and those rows of each result.

    `lower` and `upper` receive the least and the greatest value of every code; they may be the same array where no
    column can have more than 65,535 distinct values. The rows of `codes` are contiguous, or its columns are.
    """
    n_features, n = codes.shape
    by_row = codes.strides[0] < codes.strides[1]
    if len(X) != n or not 0 <= first <= first + X.shape[1] <= n_features or not codes.flags.forc:
        raise ValueError(f"columns {first}, ... of shape {X.shape} have no place in codes of {codes.shape}")
    if not len(lower) == len(upper) == len(n_codes) == len(has_missing) == n_features:
        raise ValueError(f"the results have not one line for each of the {n_features} features")
    waiting = np.empty(_WAITING * n if by_row else 0, np.uint16)
    _rank_columns(X, first, codes.ravel("K"), n_features, by_row, waiting, lower, upper, n_codes, has_missing)


@kernel(
    types.void(
        matrix(float64), int64, buffer(uint16), int64, types.boolean, buffer(uint16), float64[:, ::1],
        float64[:, ::1], int32[::1], types.boolean[::1],
    )
)  # fmt: skip
def _rank_columns(X, first, codes, n_features, by_row, waiting, lower, upper, n_codes, has_missing):
    n, by_column = X.shape[0], X.strides[0] < X.strides[1]
    block = max(1, min(8, (1 << 22) // n))  # eight doubles are one cache line of a row-major matrix
    columns = np.empty((block, n), np.float64)
    items, spare = np.empty(n, np.uint64), np.empty(n, np.uint64)
    counts = np.empty((4, 256) if n < 2048 else (3, 2048), np.int32)
    cells, ends = np.empty(1 << 16, np.int32), np.empty(2 * n // _BUCKET + 2, np.int64)
    for column in range(X.shape[1]):
        feature, j, place = first + column, column % block, column % _WAITING
        if j == 0:
            width = min(block, X.shape[1] - column)
            if by_column:
                for k in range(width):
                    for i in range(n):
                        columns[k, i] = X[i, column + k]
            else:
                for i in range(n):
                    for k in range(width):
                        columns[k, i] = X[i, column + k]
        n_codes[feature], has_missing[feature] = code_column(
            columns[j], items, spare, counts, cells, ends,
            skip(waiting, place * n) if by_row else skip(codes, feature * n), lower[feature], upper[feature],
        )  # fmt: skip
        if by_row and (place == _WAITING - 1 or column == X.shape[1] - 1):
            for i in range(n):
                for k in range(place + 1):
                    codes[i * n_features + feature - place + k] = waiting[k * n + i]
