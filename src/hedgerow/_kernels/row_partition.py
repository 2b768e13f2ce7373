"""Part the rows of a node by its split, in place.

    rows    | 7 2 9 4 0 5 |             codes of the split's feature: | 3 8 1 9 2 8 |, left up to code 4
            | 7 9 0 | 2 4 5 |           both sides keep their order

Labels, weights and moments go with their rows, and those that go right wait in spare arrays.
"""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.category_subsets import in_subset, put_in_subset
from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.compilation import inlined_piece, piece
from hedgerow._kernels.histograms import code_at, hold_codes
from hedgerow._kernels.records import BEST_FIRST, HAS_MISSING, N_CODES, ZERO
from hedgerow._kernels.split_choice import goes_left
from hedgerow._kernels.stored_cells import forget_cells, note_places


@inlined_piece
def _part_in_two(work, code, start, n):
    """Part rows without moments by a number that none of them lacks: (end of the left ones, how many go right)."""
    rows, payloads, codes = work.rows, work.payload, work.buffer
    spare_rows, spare_payloads, cut = work.spare_rows, work.spare_payload, np.uint16(code)
    front, back = start, ZERO
    for i in range(n):
        row, payload, left = rows[start + i], payloads[start + i], codes[i] <= cut
        rows[front], spare_rows[back] = row, row
        payloads[front], spare_payloads[back] = payload, payload
        front += left
        back += not left
    return front, back


@piece
def _partition(columns, work, rules, record, subsets, start, n):
    """Move the rows that go left to the front of the slice, keeping the order on both sides; codes are in `buffer`.

    Returns how many go left, and whether a missing value was seen.
    """
    feature, code, missing_left = np.int64(record.feature), np.int64(record.code), record.missing_left != 0
    first = np.int64(record.threshold) if record.categorical == 1 else -1
    n_codes, seen = np.int64(columns.traits[feature * 3 + N_CODES]), False
    front, back = start, ZERO
    if first < 0 and columns.traits[feature * 3 + HAS_MISSING] == 0 and not rules.regression:
        front, back = _part_in_two(work, code, start, n)
        n = ZERO
    for i in range(start, start + n):
        row, payload, here = work.rows[i], work.payload[i], np.int64(work.buffer[i - start])
        left = goes_left(here, code, missing_left, subsets, first, n_codes)
        seen |= here == MISSING
        work.rows[front] = row
        work.payload[front] = payload
        work.spare_rows[back] = row
        work.spare_payload[back] = payload
        if rules.regression:
            moment = work.moments[i]
            work.moments[front] = moment
            work.spare_moments[back] = moment
        front += left
        back += not left
    for i in range(back):
        work.rows[front + i] = work.spare_rows[i]
        work.payload[front + i] = work.spare_payload[i]
        if rules.regression:
            work.moments[front + i] = work.spare_moments[i]
    return front - start, seen


@piece
def _send_absent_categories(columns, work, record, subsets, present, seen, start, n, n_left):
    """Categories that no row of the node has follow the larger child; missing values know where they went."""
    feature, first = np.int64(record.feature), np.int64(record.threshold)
    n_codes = np.int64(columns.traits[feature * 3 + N_CODES])
    for word in range((n_codes >> 6) + 1):
        present[word] = 0
    for i in range(start, start + n):
        here = np.int64(code_at(columns, feature, work.rows[i]))
        put_in_subset(present, ZERO, n_codes if here == MISSING else here)
    for c in range(n_codes):
        if n_left >= n - n_left and not in_subset(present, ZERO, c):
            put_in_subset(subsets, first, c)
    if seen:
        record.missing_left = in_subset(subsets, first, n_codes)


@inlined_piece
def part_rows(columns, work, draws, rules, record, subsets, start, n, left):
    """Part the rows of a node by its split, whose children will be `left` and the next; return how many go left."""
    draws.used[record.feature] = 1
    draws.used[columns.n_features] += 1
    if rules.order == BEST_FIRST:  # other nodes were looked at since
        if columns.is_sparse:
            forget_cells(work)
        hold_codes(columns, work, np.int64(record.feature), start, n)
    n_left, seen = _partition(columns, work, rules, record, subsets, start, n)
    note_places(columns, work, start, n)
    record.left = left
    if not seen:
        record.missing_left = n_left >= n - n_left
    if record.categorical == 1:
        _send_absent_categories(columns, work, record, subsets, draws.subset, seen, start, n, n_left)
    return n_left
