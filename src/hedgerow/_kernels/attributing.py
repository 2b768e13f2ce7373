"""What each split on a row's way down a tree taught about the row, attributed to the feature that was split on."""

from __future__ import annotations

import math

import numpy as np
from numba import boolean, float32, float64, int32, int64, types, uint8, uint64

from hedgerow._kernels.compilation import flat, keep, kernel, piece, pointer, rows
from hedgerow._kernels.ranking import MISSING
from hedgerow._kernels.records import COLUMNS_TYPE, ZERO
from hedgerow._kernels.walking import NODES, in_subset


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
def _tell_classes(parent, child, n_classes, rises, lessons):
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
        lessons[k] = math.log2(new / old) if new > 0.0 and old > 0.0 else np.nan


@piece
def _approach(target, parent, child):
    """By how much a step lowers the squared distance between a target and the mean of its node."""
    far, near = target - parent[1], target - child[1]
    return far * far - near * near


@piece
def _gather(sums, stride, order, start, size, regression, targets, parent, child, labels, lessons):
    """Add what a step taught about each row, and one step, at the row's place in `sums`."""
    for i in range(start, start + size):
        row = np.int64(order[i])
        lesson = _approach(targets[row], parent, child) if regression else lessons[labels[row]]
        if lesson == lesson:
            sums[row * stride] += lesson
            sums[row * stride + 1] += 1.0


@piece
def _total(order, start, size, regression, targets, parent, child, labels, rises, weights):
    """Weighted sum over the rows of what a step did for them."""
    total = 0.0
    for i in range(start, start + size):
        row = order[i]
        total += weights[row] * (_approach(targets[row], parent, child) if regression else rises[labels[row]])
    return total


@kernel(
    types.void(
        NODES,
        rows(float64),
        flat(uint64),
        flat(int64),
        flat(int64),
        COLUMNS_TYPE,
        flat(int32),
        rows(uint8),
        uint8,
        flat(int32),
        flat(float64),
        flat(float64),
        boolean,
        int64,
        int64,
        float32[:, :, ::1],
        float64[:, ::1],
    )
)
def attribute_changes(
    nodes, values, subsets, starts, word_starts, columns, donors, seen, wanted, labels, targets, weights, regression,
    first_row, last_row, sums, changes,
):  # fmt: skip
    """Send rows down the trees and give each split's lesson to its feature.

    Rows `first_row` to `last_row` whose mark in `seen` (a line per tree) is `wanted` are sent. Feature
    ``n_features + f`` of the trees is the shuffled twin of feature f: its value comes from the row's donor.

    - `sums[row, f]` gathers the information about the row that splits on f took away, and their number (Rogers 2007,
      eq. 7.23 and 7.24): information is -log2 of the share of the row's class, or the squared distance to the mean.
      Splits are not counted from where the row's class has no share. Twins are not gathered.
    - `changes[t, f]` gathers by how much splits on f in tree t raised the share of the row's class, or lowered the
      squared distance, times the row's weight.

    Either is skipped where its array is empty. Rows go down together, node by node, which reads one column at a time.
    """
    n_features, n_values = columns.traits.shape[0], values.shape[1]
    gather, sum_up = sums.shape[0] > 0, changes.shape[0] > 0
    orders, answers = np.empty((2, last_row - first_row), np.int32), np.zeros((2, n_values))
    order, rises, lessons = pointer(orders[0]), pointer(answers[0]), pointer(answers[1])
    y, t_values, row_weights = pointer(labels), pointer(targets), pointer(weights)
    for t in range(starts.size - 1):
        root, n = starts[t], 0
        for row in range(first_row, last_row):
            order[n] = row
            n += seen[t, row] == wanted
        slices = np.zeros((2, starts[t + 1] - root), np.int64)
        begins, sizes = pointer(slices[0]), pointer(slices[1])
        sizes[0] = n
        for node in range(slices.shape[1]):
            here = nodes[root + node]
            if here.left < 0 or sizes[node] == 0:
                continue
            feature, left = np.int64(here.feature), np.int64(here.left)
            is_twin = feature >= n_features
            first_word = (
                word_starts[t] + np.int64(here.threshold) if here.categorical != 0 else word_starts[t]
            )
            column = (feature - n_features if is_twin else feature) * columns.feature_step
            n_left = _part(
                pointer(columns.codes[column:]), columns.row_step, pointer(donors), is_twin, here,
                pointer(subsets[first_word:]), order, pointer(orders[1]), begins[node], sizes[node],
            )  # fmt: skip
            begins[left], sizes[left] = begins[node], n_left
            begins[left + 1], sizes[left + 1] = begins[node] + n_left, sizes[node] - n_left
            parent, change = pointer(values[root + node]), 0.0
            for child in range(left, left + 2):
                after = pointer(values[root + child])
                if not regression:
                    _tell_classes(parent, after, n_values, rises, lessons)
                if sum_up:
                    change += _total(
                        order, begins[child], sizes[child], regression, t_values, parent, after, y, rises, row_weights
                    )  # fmt: skip
                if gather and not is_twin:
                    _gather(
                        pointer(sums[0, feature]), 2 * n_features, order, begins[child], sizes[child], regression,
                        t_values, parent, after, y, lessons,
                    )  # fmt: skip
            if sum_up:
                changes[t, feature] += change
        keep((slices,))
    keep((orders, answers))
