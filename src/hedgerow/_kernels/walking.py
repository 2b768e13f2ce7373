"""Walk rows down fitted trees."""

from __future__ import annotations

import numpy as np
from numba import boolean, float64, int32, int64, types, uint64

from hedgerow._kernels.compilation import flat, kernel, matrix, piece, rows
from hedgerow._kernels.records import NODE_TYPE

NODES = types.Array(NODE_TYPE, 1, "C", readonly=True)
_BLOCK = 256  # rows that go down a tree together, while its nodes are in the cache


@piece
def in_subset(subsets, first, category):
    """Whether the bit of a category is set."""
    return (subsets[first + (category >> 6)] >> np.uint64(category & 63)) & np.uint64(1) != np.uint64(0)


@piece
def find_leaf(nodes, root, subsets, first_word, X, row):
    """Leaf of a row, counted from the root."""
    node = 0
    while True:
        here = nodes[root + node]
        if here.left < 0:
            return node
        value = X[row, here.feature]
        if here.categorical == 0:
            left = value <= here.threshold or (value != value and here.missing_left != 0)
        elif 0.0 <= value < here.code:
            left = in_subset(subsets, first_word + np.int64(here.threshold), np.int64(value))
        else:
            left = here.missing_left != 0
        node = np.int64(here.left) + (0 if left else 1)


@kernel(types.void(NODES, flat(uint64), flat(int64), flat(int64), matrix(float64), int32[:, ::1]))
def find_leaves(nodes, subsets, starts, word_starts, X, leaves):
    """Leaf of each row (row of `leaves`) in each tree (column)."""
    for first in range(0, X.shape[0], _BLOCK):
        for t in range(starts.size - 1):
            for row in range(first, min(first + _BLOCK, X.shape[0])):
                leaves[row, t] = find_leaf(nodes, starts[t], subsets, word_starts[t], X, row)


@kernel(
    types.void(
        NODES,
        rows(float64),
        flat(uint64),
        flat(int64),
        flat(int64),
        matrix(float64),
        flat(float64),
        boolean,
        boolean,
        float64[:, ::1],
    )  # fmt: skip
)
def sum_outputs(nodes, values, subsets, starts, word_starts, X, tree_weights, regression, hard, totals):
    """Add each tree's answer about each row, times the tree's weight, to `totals`.

    The answer is the leaf's mean, its class shares, or with `hard` one vote for its heaviest class.
    """
    n_classes = totals.shape[1]
    for first in range(0, X.shape[0], _BLOCK):
        for t in range(starts.size - 1):
            voice = tree_weights[t]
            for row in range(first, min(first + _BLOCK, X.shape[0])):
                leaf = starts[t] + find_leaf(nodes, starts[t], subsets, word_starts[t], X, row)
                if regression:
                    totals[row, 0] += voice * values[leaf, 1]
                    continue
                weight, best = 0.0, 0
                for k in range(n_classes):
                    weight += values[leaf, k]
                    if values[leaf, k] > values[leaf, best]:
                        best = k
                if hard:
                    totals[row, best] += voice
                else:
                    for k in range(n_classes):
                        totals[row, k] += voice * values[leaf, k] / weight
