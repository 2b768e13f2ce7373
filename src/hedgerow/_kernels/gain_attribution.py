"""What each split on a row's way down a tree gained for the row, attributed to the feature that was split on."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numba import boolean, float32, float64, int32, int64, types, uint8, uint64
from numpy.typing import NDArray

from hedgerow._kernels.buffers import buffer, skip
from hedgerow._kernels.category_subsets import in_subset
from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.compilation import flat, kernel, piece, rows
from hedgerow._kernels.records import CODED_COLUMNS, ZERO, CodedColumns
from hedgerow._kernels.tree_walks import NODES
from hedgerow._kernels.workspace import Workspace


class Descent(NamedTuple):
    """Rows on their way down a tree (buffers): those of a node are a slice of `order`."""

    order: NDArray[np.int32]
    spare: NDArray[np.int32]
    begins: NDArray[np.int64]  # of each node: its first place in `order`,
    sizes: NDArray[np.int64]  # and how many rows it has
    rises: NDArray[np.float64]  # by how much the shares of the classes rise in a step
    information: NDArray[np.float64]  # and what that takes away
    held: NDArray[np.uint16]  # of a sparse table, the codes of one feature in the rows at hand


DESCENT = Workspace(Descent)


@piece
def _part(column, step, donors, is_twin, here, subsets, order, spare, start, size):
    """Bring the rows of a node that go left to the front of its slice, keeping their order; return their number."""
    code, missing_left, is_number = np.int64(here.code), here.missing_left != 0, here.categorical == 0
    front, back = start, 0
    for i in range(start, start + size):
        row = order[i]
        value = np.int64(column[step * np.int64(donors[row] if is_twin else row)])
        if is_number:
            left = (value <= code) | (missing_left & (value == MISSING))
        else:
            left = missing_left if value == MISSING else value < code and in_subset(subsets, ZERO, value)
        order[front] = row
        spare[back] = row
        front += left
        back += not left
    for i in range(back):
        order[front + i] = spare[i]
    return front - start


@piece
def _compare_shares(parent, child, n_classes, rises, information):
    """By how much a step raises the share of each class, and the information -log2 of the share that it takes away.

    The information is NaN where the class has no share: then nothing can be said.
    """
    before, after = 0.0, 0.0
    for k in range(n_classes):
        before += parent[k]
        after += child[k]
    for k in range(n_classes):
        old = parent[k] / before if before > 0.0 else 0.0
        new = child[k] / after if after > 0.0 else 0.0
        rises[k] = new - old
        information[k] = math.log2(new / old) if new > 0.0 and old > 0.0 else np.nan


@piece
def _approach(target, parent, child):
    """By how much a step lowers the squared distance between a target and the mean of its node."""
    far, near = target - parent[1], target - child[1]
    return far * far - near * near


@piece
def _gather(sums, stride, order, start, size, regression, targets, parent, child, labels, information):
    """Add what a step gained for each row, and one step, at the row's place in `sums`."""
    for i in range(start, start + size):
        row = np.int64(order[i])
        gain = _approach(targets[row], parent, child) if regression else information[labels[row]]
        if gain == gain:
            sums[row * stride] += gain
            sums[row * stride + 1] += 1.0


@piece
def _total(order, start, size, regression, targets, parent, child, labels, rises, weights):
    """Weighted sum over the rows of what a step did for them."""
    total = 0.0
    for i in range(start, start + size):
        row = order[i]
        total += weights[row] * (_approach(targets[row], parent, child) if regression else rises[labels[row]])
    return total


def attribute_changes(
    nodes: Any, values: Any, subsets: Any, starts: Any, word_starts: Any, columns: CodedColumns, donors: Any,
    seen: Any, wanted: Any, labels: Any, targets: Any, weights: Any, regression: bool, first_row: int, last_row: int,
    sums: Any, changes: Any,
) -> None:  # fmt: skip
    """Send rows down the trees and attribute what each split gains to its feature.

    Rows `first_row` to `last_row` whose mark in `seen` (a line per tree) is `wanted` are sent. Feature
    ``n_features + f`` of the trees is the shuffled twin of feature f: its value comes from the row's donor.

    - `sums[row, f]` gathers the information about the row that splits on f took away, and their number (Rogers 2007,
      eq. 7.23 and 7.24): information is -log2 of the share of the row's class, or the squared distance to the mean.
      Splits are not counted from where the row's class has no share. Twins are not gathered.
    - `changes[t, f]` gathers by how much splits on f in tree t raised the share of the row's class, or lowered the
      squared distance, times the row's weight.

    Either is skipped where its array is empty. Rows go down together, node by node, which reads one column at a time.
    """
    n_trees, n_rows, n_values = len(starts) - 1, seen.shape[1], values.shape[1]
    if len(values) != len(nodes) or len(word_starts) != n_trees + 1 or len(seen) != n_trees:
        raise ValueError(f"values of {len(values)} and marks of {len(seen)} trees do not fit {n_trees} trees")
    if columns.n_rows != n_rows or not 0 <= first_row <= last_row <= n_rows:
        raise ValueError(
            f"rows {first_row} to {last_row} do not lie in the table, or {n_rows} marks do not fit it"
        )
    if len(donors) != n_rows or len(weights) != n_rows or (targets if regression else labels).size != n_rows:
        raise ValueError(f"donors, weights, and labels or targets must have {n_rows} entries")
    most, n_sent = int(np.diff(starts).max(initial=0)), last_row - first_row
    descent = DESCENT.allocate(
        order=n_sent,
        spare=n_sent,
        begins=most,
        sizes=most,
        rises=n_values,
        information=n_values,
        held=n_rows if columns.is_sparse else 0,
    )
    _attribute_changes(
        nodes, values.reshape(-1), n_values, subsets, starts, word_starts, columns, donors, seen, wanted, labels,
        targets, weights, regression, first_row, last_row, len(sums) > 0, sums.reshape(-1), changes, descent,
    )  # fmt: skip


@piece
def _hold_stored(columns, feature, donors, is_twin, descent, begin, size):
    """Note the codes of a feature of a sparse table where the rows of a node will look for them."""
    for i in range(begin, begin + size):
        row = descent.order[i]
        descent.held[donors[row] if is_twin else row] = columns.zero_codes[feature]
    for cell in range(columns.column_starts[feature], columns.column_starts[feature + 1]):
        descent.held[columns.cell_rows[cell]] = columns.codes[cell]


@piece
def _send_rows(here, columns, donors, n_features, subsets, first_word, descent, node):
    """Part the rows of a node between its children."""
    feature, left = np.int64(here.feature), np.int64(here.left)
    is_twin = feature >= n_features
    if here.categorical != 0:
        first_word += np.int64(here.threshold)
    begin, size = descent.begins[node], descent.sizes[node]
    source = feature - n_features if is_twin else feature
    if columns.is_sparse:
        column, step = descent.held, ZERO + 1
        _hold_stored(columns, source, donors, is_twin, descent, begin, size)
    else:
        column, step = skip(columns.codes, source * columns.feature_step), columns.row_step
    n_left = _part(
        column, step, donors, is_twin, here, skip(subsets, first_word), descent.order, descent.spare,
        begin, size,
    )  # fmt: skip
    descent.begins[left], descent.sizes[left] = begin, n_left
    descent.begins[left + 1], descent.sizes[left + 1] = begin + n_left, size - n_left


@piece
def _mark_rows(seen, t, wanted, first_row, last_row, n_nodes, descent):
    """All rows with the mark stand at the root."""
    for node in range(n_nodes):
        descent.begins[node], descent.sizes[node] = 0, 0
    n = ZERO
    for row in range(first_row, last_row):
        if seen[t, row] == wanted:
            descent.order[n] = row
            n += 1
    descent.sizes[0] = n


@kernel(
    types.void(
        NODES, buffer(float64), int64, buffer(uint64), flat(int64), flat(int64), CODED_COLUMNS.type, buffer(int32),
        rows(uint8), uint8, buffer(int32), buffer(float64), buffer(float64), boolean, int64, int64, boolean,
        buffer(float32), float64[:, ::1], DESCENT.type,
    )
)  # fmt: skip
def _attribute_changes(
    nodes, values, n_values, subsets, starts, word_starts, columns, donors, seen, wanted, labels, targets, weights,
    regression, first_row, last_row, gather, sums, changes, descent,
):  # fmt: skip
    n_features, order = columns.n_features, descent.order
    sum_up = changes.shape[0] > 0
    for t in range(starts.size - 1):
        root, n_nodes = starts[t], starts[t + 1] - starts[t]
        _mark_rows(seen, t, wanted, first_row, last_row, n_nodes, descent)
        for node in range(n_nodes):
            here = nodes[root + node]
            if here.left < 0 or descent.sizes[node] == 0:
                continue
            feature, left = np.int64(here.feature), np.int64(here.left)
            _send_rows(here, columns, donors, n_features, subsets, word_starts[t], descent, node)
            parent, change = skip(values, (root + node) * n_values), 0.0
            for child in range(left, left + 2):
                after, begin, size = (
                    skip(values, (root + child) * n_values),
                    descent.begins[child],
                    descent.sizes[child],
                )
                if not regression:
                    _compare_shares(parent, after, n_values, descent.rises, descent.information)
                if sum_up:
                    change += _total(
                        order, begin, size, regression, targets, parent, after, labels, descent.rises, weights
                    )
                if gather and feature < n_features:
                    _gather(
                        skip(sums, 2 * feature), 2 * n_features, order, begin, size, regression, targets, parent,
                        after, labels, descent.information,
                    )  # fmt: skip
            if sum_up:
                changes[t, feature] += change
