"""Fill a histogram of the node's rows over one feature, at the finest resolution that is cheap.

Three resolutions, one histogram:

- few rows: every distinct code is a bin (its rank among the node's rows, found without sorting),
- few codes between the node's least and greatest: every code is a bin,
- otherwise 64 to 256 bins of equal width in ranks; the winning feature is then cut exactly (`exact_cuts.exact_cut`).

The histogram is flat: the weight of class k in bin b is at (BINS + b) * n_classes + k.
"""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.compilation import inlined_piece, piece
from hedgerow._kernels.records import BINS, HAS_MISSING, LABEL, LEFT, RUNNING, SQUARED_ERROR, ZERO

FEW_ROWS = 64


@piece
def limits_leaves(rules):
    """Whether small leaves are forbidden, so rows must be counted."""
    return rules.min_rows_leaf > 1 or rules.min_weight_leaf > 1


@piece
def code_at(columns, feature, row):
    """Code of a feature in a row of the table."""
    return columns.codes[feature * columns.feature_step + np.int64(row) * columns.row_step]


@inlined_piece
def hold_codes(columns, work, feature, start, n):
    """Copy the codes of the node's rows to `buffer`."""
    first, step = feature * columns.feature_step, columns.row_step
    for i in range(n):
        work.buffer[i] = columns.codes[first + np.int64(work.rows[start + i]) * step]


@inlined_piece
def gather_codes(columns, work, feature, start, n):
    """Copy the codes of the node's rows to `buffer`; their least, their greatest, and how many are missing."""
    hold_codes(columns, work, feature, start, n)
    if columns.traits[feature * 3 + HAS_MISSING] == 0:
        least, greatest = np.uint16(MISSING), np.uint16(0)  # 16 bits wide, for 32 of them fill a vector
        for i in range(n):
            least = min(least, work.buffer[i])
            greatest = max(greatest, work.buffer[i])
        return np.int64(least), np.int64(greatest), ZERO
    low, high, n_missing = ZERO + MISSING, ZERO - 1, ZERO
    for i in range(n):
        code = np.int64(work.buffer[i])
        if code == MISSING:
            n_missing += 1
        else:
            low = min(low, code)
            high = max(high, code)
    return low, high, n_missing


@inlined_piece
def rank_codes(work, n):
    """Rank of each code = how many codes are smaller. Four at a time, over lanes that the compiler makes vectors."""
    buffer, ranks = work.buffer, work.ranks
    padded = (n + 15) & ~15
    for i in range(n, padded):
        buffer[i] = MISSING  # smaller than nothing
    for i in range(padded):
        ranks[i] = 0
    for j in range(0, n, 4):
        a, b, c, d = buffer[j], buffer[j + 1], buffer[j + 2], buffer[j + 3]
        for i in range(padded):
            code = buffer[i]
            smaller = np.uint16(a < code) + np.uint16(b < code) + np.uint16(c < code) + np.uint16(d < code)
            ranks[i] += np.uint16(smaller)


@inlined_piece
def fill_by_code(work, n_classes, start, n, low, shift):
    """Classification, bins of 2^shift codes, no row outside: the common case, kept short."""
    for i in range(n):
        payload = work.payload[start + i]
        row = BINS + ((np.int64(work.buffer[i]) - low) >> shift)
        work.weights[row * n_classes + (payload & LABEL)] += payload >> 16


@inlined_piece
def fill_by_rank(work, n_classes, start, n):
    """Classification, bins by rank, no row outside."""
    for i in range(n):
        payload = work.payload[start + i]
        rank = np.int64(work.ranks[i])
        work.bin_codes[rank] = work.buffer[i]
        work.weights[(BINS + rank) * n_classes + (payload & LABEL)] += payload >> 16


@inlined_piece
def add_to_bin(work, rules, position, row):
    """Add the row at a position to one row of the histogram."""
    payload = work.payload[position]
    if rules.criterion == SQUARED_ERROR:
        work.weights[row] += payload
        work.sums[row] += work.moments[position]
    else:
        work.weights[row * rules.n_classes + (payload & LABEL)] += payload >> 16


@piece
def fill_bins(work, rules, start, n, low, high, shift, partial):
    """Count the rows with codes from low to high into bins; return how many rows lie left of them.

    With shift -1 a bin is a rank among the node's rows, otherwise 2^shift codes. With `partial` some rows lie outside:
    those below go left of the scan, and so do missing rows when `partial` is 2.
    """
    regression, count_rows = rules.criterion == SQUARED_ERROR, limits_leaves(rules)
    n_classes, rows_left = rules.n_classes, ZERO
    for i in range(n):
        code = np.int64(work.buffer[i])
        payload = work.payload[start + i]
        row = BINS + (np.int64(work.ranks[i]) if shift < 0 else (code - low) >> shift)
        if partial > 0 and (code < low or code > high):
            if (code == MISSING and partial < 2) or high < code < MISSING:
                continue
            row = LEFT
            rows_left += 1
        elif shift < 0:
            work.bin_codes[row - BINS] = code
        if regression:
            work.weights[row] += payload
            work.sums[row] += work.moments[start + i]
        else:
            work.weights[row * n_classes + (payload & LABEL)] += payload >> 16
        if count_rows and row >= BINS:
            work.counts[row - BINS] += 1
    return rows_left


@piece
def clear(values, first, last):
    """Set values[first:last] to zero."""
    for i in range(first, last):
        values[i] = 0


@piece
def clear_bins(work, rules, n_bins):
    """Empty the first bins for the next feature."""
    k_count = max(rules.n_classes, 1)
    clear(work.weights, BINS * k_count, (BINS + n_bins) * k_count)
    if rules.criterion == SQUARED_ERROR:
        clear(work.sums, BINS + ZERO, BINS + n_bins)
    if limits_leaves(rules):
        clear(work.counts, ZERO, n_bins)


@piece
def clear_left(work, rules):
    """Nothing lies left of the scan yet."""
    k_count = max(rules.n_classes, 1)
    clear(work.weights, LEFT * k_count, RUNNING * k_count)
    work.sums[LEFT] = 0.0
