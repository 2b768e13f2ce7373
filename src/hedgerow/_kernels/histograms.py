"""Weights and moments of rows, added up: by bin, left of a cut, or of missing values.

The histogram is flat: the weight of class k in row r is at r * n_classes + k, and bin b is row BINS + b.
"""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.compilation import inlined_piece, piece
from hedgerow._kernels.records import ABSENT, HAS_MISSING, LABEL, LEFT, RUNNING, TOTAL, ZERO
from hedgerow._kernels.stored_cells import find_stored_code, hold_stored_codes


@piece
def limits_leaves(rules):
    """Whether small leaves are forbidden, so rows must be counted."""
    return rules.min_rows_leaf > 1 or rules.min_weight_leaf > 1


@piece
def allows(rules, left_weight, right_weight, rows_left, rows_right):
    """Whether both sides may be leaves."""
    enough_weight = left_weight >= rules.min_weight_leaf and right_weight >= rules.min_weight_leaf
    return enough_weight and rows_left >= rules.min_rows_leaf and rows_right >= rules.min_rows_leaf


@piece
def sides_allowed(work, rules, rows_left, n):
    """Whether the rows left of the scan, and the others, may each be a leaf."""
    k_count = max(rules.n_classes, 1)
    left_weight, weight = ZERO, ZERO
    for k in range(k_count):
        left_weight += work.weights[LEFT * k_count + k]
        weight += work.weights[TOTAL * k_count + k]
    parted = left_weight > 0 and left_weight < weight
    return parted and allows(rules, left_weight, weight - left_weight, rows_left, n - rows_left)


@piece
def code_at(columns, feature, row):
    """Code of a feature in a row of the table."""
    if columns.is_sparse:
        return find_stored_code(columns, feature, np.int64(row))
    return columns.codes[feature * columns.feature_step + np.int64(row) * columns.row_step]


@inlined_piece
def hold_codes(columns, work, feature, start, n):
    """Copy the codes of the node's rows to `buffer`."""
    if columns.is_sparse:
        hold_stored_codes(columns, work, feature, start, n)
        return
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
def add_row(work, rules, position, line):
    """Add the row at a position to one line of the histogram."""
    payload = work.payload[position]
    if rules.regression:
        work.weights[line] += payload
        work.sums[line] += work.moments[position]
    else:
        work.weights[line * rules.n_classes + (payload & LABEL)] += payload >> 16


@piece
def clear(values, first, last):
    """Set values[first:last] to zero."""
    for i in range(first, last):
        values[i] = 0


@piece
def clear_line(work, rules, line):
    """Empty one line of the histogram."""
    k_count = max(rules.n_classes, 1)
    clear(work.weights, line * k_count, (line + 1) * k_count)
    work.sums[line] = 0.0


@piece
def clear_left(work, rules):
    """Nothing lies left of the scan yet."""
    clear_line(work, rules, ZERO + LEFT)


@piece
def put_absent_left(work, rules):
    """Rows with missing values, and no others, lie left of the scan."""
    k_count = max(rules.n_classes, 1)
    for k in range(k_count):
        work.weights[LEFT * k_count + k] = work.weights[ABSENT * k_count + k]
    work.sums[LEFT] = work.sums[ABSENT]


@piece
def start_running(work, rules):
    """Begin a walk with what lies left of the scan."""
    k_count = max(rules.n_classes, 1)
    for k in range(k_count):
        work.weights[RUNNING * k_count + k] = work.weights[LEFT * k_count + k]
