"""Sparse tables: only cells that are not zero are stored, column by column, and once more row by row.

    cells of feature f | row 3, code 2 | row 9, code 5 | ...       every other row has the feature's code of zero

The rows of a node are a slice of `rows`, and every row knows its place there, so one look at a stored cell tells if
its row is in the node. That takes as long as the column has cells, however many rows the node has:

    places  | . . 7 . . 2 . . . 4 . . |       row 2 is at 7, row 5 at 2, row 9 at 4; the node is the slice 2 to 5

The cells of a small node are gathered once instead, row by row, and those of a feature linked together: most features
have none there, and are left without a look.
"""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.compilation import inlined_piece, piece
from hedgerow._kernels.lanes import N_LANES, load_lanes, store_lanes
from hedgerow._kernels.randomness import random_below
from hedgerow._kernels.records import PERT, ZERO

NO_GATHERING = -1
_MOST_SHUFFLED = 1 << 14  # features that are drawn one by one as from a dense table
_LEAST_ROOM = 1 << 12
_ROOM = 4  # times the cells for which there is room to gather them are stored
_GATHERING = 2  # times as long does it take to gather a cell as to look at one of a column,
_LOOKING = 10  # as many cells as long to begin with a column, and
_SEARCHING = 16  # as many to search a row
# A gathered cell in one word: | number of the cell before | place of its row in the node | code |
_LINK, _PLACE = 40, 16
MOST_GATHERED = 1 << 23
_MASK = (1 << 24) - 1
_MOST_NUMBERED = (1 << 31) - 1


def count_room(n_cells: int) -> int:
    """How many cells of a node can be gathered at most.

    Parameters
    ----------
    n_cells : int
        Stored cells of the table.
    """
    return min(n_cells, max(_LEAST_ROOM, n_cells // _ROOM), MOST_GATHERED - 1)


@piece
def first_value(columns, feature):
    """Where the values of a feature begin in `lower` and `upper`."""
    if columns.is_sparse:
        return columns.value_starts[feature]
    return feature * columns.n_values


@piece
def find_stored_code(columns, feature, row):
    """Code of a feature in any row of a sparse table."""
    low, high = columns.row_starts[row], columns.row_starts[row + 1]
    while low < high:
        middle = (low + high) >> 1
        if columns.row_features[middle] < feature:
            low = middle + 1
        else:
            high = middle
    if low < columns.row_starts[row + 1] and columns.row_features[low] == feature:
        return columns.row_codes[low]
    return columns.zero_codes[feature]


@piece
def _count_cells(columns, work, start, n):
    """Stored cells of the node's rows."""
    n_cells = ZERO
    for i in range(start, start + n):
        row = np.int64(work.rows[i])
        n_cells += columns.row_starts[row + 1] - columns.row_starts[row]
    return n_cells


@piece
def forget_cells(work):
    """No cells are gathered."""
    work.present[0] = NO_GATHERING


@piece
def _gather_cells(columns, work, start, n, n_cells):
    """Link the stored cells of each feature of the node together, and list the features that have any.

    Cells are numbered on from those of the last node, so a feature whose last cell has an earlier number has none here.
    """
    heads, links, present = work.heads, work.cell_links, work.present
    base = links[0] + work.n_linked[0]
    if base + n_cells > _MOST_NUMBERED:
        for feature in range(columns.n_features):
            heads[feature] = 0
        base = ZERO
    n_present, number = ZERO, ZERO
    for i in range(n):
        row = np.int64(work.rows[start + i])
        for cell in range(columns.row_starts[row], columns.row_starts[row + 1]):
            feature = columns.row_features[cell]
            before = max(np.int64(heads[feature]) - base, ZERO)
            number += 1
            links[number] = before << _LINK | i << _PLACE | np.int64(columns.row_codes[cell])
            heads[feature] = base + number
            present[n_present + 1] = feature
            n_present += before == 0
    links[0], work.n_linked[0], present[0] = base, n_cells, n_present


@piece
def expects_to_look_at(n_cells, n_features, most_usable):
    """About how many features a node with so many stored cells looks at until enough of them vary."""
    return min(n_features, 2 * most_usable * n_features // max(min(n_cells, n_features), 1))


@piece
def open_stored_node(columns, work, rules, draws, start, n, most_usable):
    """Make ready to read a node of a sparse table: gather its cells, where that takes less time than columns do."""
    forget_cells(work)
    if rules.split == PERT:  # looks at two rows only
        return
    n_cells = _count_cells(columns, work, start, n)
    n_stored = columns.row_starts[columns.n_rows]
    n_looks = expects_to_look_at(n_cells, draws.n_features, most_usable)
    by_columns = n_looks * (_LOOKING + n_stored // columns.n_features)
    if n_cells <= work.n_room and n < MOST_GATHERED and _GATHERING * n_cells <= by_columns:
        _gather_cells(columns, work, start, n, n_cells)


@piece
def draws_present(columns, work, draws, everything):
    """Whether features are drawn among those that have cells in the node: the same distribution, in fewer draws.

    In tables that are not wide they are drawn one by one, as in a dense table, and the trees are the same.
    """
    is_whole = draws.n_features == columns.n_features and draws.n_features > _MOST_SHUFFLED
    return is_whole and work.present[0] >= 0 and draws.n_mass == 0 and not everything


@inlined_piece
def draw_present(work, state, n_tried):
    """Draw one of the features that have cells in the node, and were not drawn before."""
    remaining = np.int64(work.present[0]) - n_tried
    place = 1 + random_below(state, remaining)
    feature = work.present[place]
    work.present[place] = work.present[remaining]
    work.present[remaining] = feature
    return np.int64(feature)


@piece
def is_left_out(work, feature):
    """Whether it is known that all rows of the node have zero."""
    return work.present[0] >= 0 and work.heads[feature] <= work.cell_links[0]


@piece
def read_cells(columns, work, feature, start, n):
    """Bring the node's stored cells of a feature to `cell_places` and `cell_codes`; return how many they are.

    Cells that share the code of zero, as neighbours do where a column has very many values, are left out.
    """
    places, codes, zero, n_cells = work.cell_places, work.cell_codes, columns.zero_codes[feature], ZERO
    if work.present[0] >= 0:
        number = np.int64(work.heads[feature]) - work.cell_links[0]
        while number > 0:
            link = work.cell_links[number]
            places[n_cells], codes[n_cells] = (link >> _PLACE) & _MASK, link & MISSING
            number = link >> _LINK
            n_cells += codes[n_cells] != zero
        return n_cells
    if columns.column_starts[feature + 1] - columns.column_starts[feature] > _SEARCHING * n:
        for i in range(n):
            code = find_stored_code(columns, feature, np.int64(work.rows[start + i]))
            places[n_cells], codes[n_cells] = i, code
            n_cells += code != zero
        return n_cells
    for cell in range(columns.column_starts[feature], columns.column_starts[feature + 1]):
        place = np.int64(work.places[columns.cell_rows[cell]]) - start
        if 0 <= place < n:
            places[n_cells], codes[n_cells] = place, columns.codes[cell]
            n_cells += codes[n_cells] != zero
    return n_cells


@piece
def hold_stored_codes(columns, work, feature, start, n):
    """Copy the codes of the node's rows to `buffer`."""
    zero = columns.zero_codes[feature]
    for i in range(n):
        work.buffer[i] = zero
    for cell in range(read_cells(columns, work, feature, start, n)):
        work.buffer[work.cell_places[cell]] = work.cell_codes[cell]


@piece
def load_stored_codes(columns, work, n_lanes, start, n):
    """Copy the codes of the node's rows for all lanes; unused lanes are constant."""
    lanes = work.lanes
    for lane in range(N_LANES):
        lanes[lane] = columns.zero_codes[work.lane_features[lane if lane < n_lanes else ZERO]]
    zeros = load_lanes(lanes, ZERO)
    for i in range(n):
        store_lanes(lanes, i * N_LANES, zeros)
    for lane in range(n_lanes):
        for cell in range(read_cells(columns, work, work.lane_features[lane], start, n)):
            lanes[np.int64(work.cell_places[cell]) * N_LANES + lane] = work.cell_codes[cell]


@inlined_piece
def note_places(columns, work, start, n):
    """Let the rows of a slice know where they are."""
    if columns.is_sparse:
        for i in range(start, start + n):
            work.places[work.rows[i]] = i


@piece
def forget_places(columns, work):
    """No row of a sparse table is anywhere yet, and no cells are gathered."""
    if columns.is_sparse:
        for row in range(columns.n_rows):
            work.places[row] = -1
        forget_cells(work)
