"""Load the codes of a node's rows side by side, one feature per lane.

    lanes   | 3 7 1 9 ...  row 0
            | 8 5 2 1 ...  row 1        lanes: the features of `NodeSearch.lane_features`
            | 4 4 9 0 ...  row 2

What lies in lanes that are not in use does not matter.
"""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.compilation import inlined_piece, piece
from hedgerow._kernels.lanes import LINE, N_LANES, fetch, load_lanes, pick, store_lanes
from hedgerow._kernels.records import ZERO
from hedgerow._kernels.stored_cells import load_stored_codes

_AHEAD = 16  # rows that are on their way from memory while as many are copied


@inlined_piece
def find_offsets(work, n_lanes, step):
    """Where the columns of the lanes begin, held in registers; unused lanes repeat the first."""
    features = work.lane_features
    for lane in range(n_lanes, N_LANES):
        features[lane] = features[0]
    return (
        features[0] * step, features[1] * step, features[2] * step, features[3] * step,
        features[4] * step, features[5] * step, features[6] * step, features[7] * step,
    )  # fmt: skip


@inlined_piece
def copy_cells(source, offsets, n_lanes, target, to, row):
    """Copy what a row has in the columns of the lanes, two by two."""
    a, b, c, d, e, f, g, h = offsets
    target[to], target[to + 1] = source[row + a], source[row + b]
    target[to + 2], target[to + 3] = source[row + c], source[row + d]
    if n_lanes > 4:
        target[to + 4], target[to + 5] = source[row + e], source[row + f]
    if n_lanes > 6:
        target[to + 6], target[to + 7] = source[row + g], source[row + h]


@piece
def load_codes(columns, work, n_lanes, start, n):
    """Copy the codes of the node's rows, while those of the next are fetched, if the codes of a row lie together."""
    if columns.is_sparse:
        load_stored_codes(columns, work, n_lanes, start, n)
        return
    rows, codes, step = work.rows, columns.codes, columns.row_step
    offsets = find_offsets(work, n_lanes, columns.feature_step)
    for i in range(n):
        if step > 1 and i + _AHEAD < n:
            ahead = np.int64(rows[start + i + _AHEAD]) * step
            for line in range(0, step, LINE):
                fetch(codes, ahead + line)
        copy_cells(codes, offsets, n_lanes, work.lanes, i * N_LANES, np.int64(rows[start + i]) * step)


@inlined_piece
def find_extremes(source, first, n):
    """The least and the greatest in each lane of n rows."""
    least = greatest = load_lanes(source, first)
    for i in range(1, n):
        here = load_lanes(source, first + i * N_LANES)
        least, greatest = pick(here < least, here, least), pick(greatest < here, here, greatest)
    return least, greatest


@piece
def note_extremes(lanes, n):
    """Leave the least and the greatest code of each lane behind those of its n rows."""
    least, greatest = find_extremes(lanes, ZERO, n)
    store_lanes(lanes, n * N_LANES, least)
    store_lanes(lanes, (n + 1) * N_LANES, greatest)
