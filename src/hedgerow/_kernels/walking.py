"""Walk rows down fitted trees."""

from __future__ import annotations

import numpy as np
from numba import boolean, config, float64, int32, int64, types, uint64

from hedgerow._kernels.compilation import flat, kernel, matrix, piece, pointer, rows
from hedgerow._kernels.records import NODE, NODE_TYPE

NODES = types.Array(NODE_TYPE, 1, "C", readonly=True)
_BLOCK = 1024  # rows that go down a tree while its nodes are in the cache
_TOGETHER = 8
_COMPILED = not config.DISABLE_JIT  # plain Python has no pointers that step from row to row


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


_FEATURE_AND_LEFT = NODE.fields["feature"][1] // 8  # the two are the halves of one word, negative in a leaf


@piece
def find_leaves_together(words, thresholds, values, first, row_step, column_step, leaves, place):
    """Leaves of `_TOGETHER` rows, in step: their loads overlap, and no branch depends on a value.

    For trees without categories and rows without missing values. A row that has arrived waits in its leaf. `words`
    and `thresholds` are the nodes of the tree, seen as four words and as four floats each.
    """
    for j in range(_TOGETHER):
        leaves[place + j] = 0
    moving = True
    while moving:
        moving = False
        for j in range(_TOGETHER):
            node = leaves[place + j]
            word = words[4 * node + _FEATURE_AND_LEFT]
            left, inner = word >> 32, word >= 0
            feature = word & 0x7FFFFFFF if inner else 0
            right = 1 - (values[(first + j) * row_step + feature * column_step] <= thresholds[4 * node])
            leaves[place + j] = left + right if inner else node
            moving |= inner


@piece
def _fill_leaves(nodes, words, thresholds, root, subsets, first_word, X, first, last, plain, leaves):
    """Leaves of the rows first, ..., last - 1 (at most a block)."""
    row = first
    if plain and _COMPILED:
        row_step, column_step = X.strides[0] // 8, X.strides[1] // 8
        tree_words, tree_thresholds = pointer(words[4 * root :]), pointer(thresholds[4 * root :])
        values, places = pointer(X), pointer(leaves)
        while row + _TOGETHER <= last:
            find_leaves_together(
                tree_words, tree_thresholds, values, row, row_step, column_step, places, row - first
            )
            row += _TOGETHER
    for rest in range(row, last):
        leaves[rest - first] = find_leaf(nodes, root, subsets, first_word, X, rest)


@piece
def _add_answers(values, n_values, leaves, n, voice, regression, hard, totals, n_classes):
    """Add what a tree's leaves say about n rows: their mean, their class shares, or a vote."""
    for i in range(n):
        first = leaves[i] * n_values
        if regression:
            totals[i] += voice * values[first + 1]
            continue
        weight, best = 0.0, 0
        for k in range(n_classes):
            weight += values[first + k]
            if values[first + k] > values[first + best]:
                best = k
        if hard:
            totals[i * n_classes + best] += voice
        else:
            share = voice / weight
            for k in range(n_classes):
                totals[i * n_classes + k] += share * values[first + k]


_TREES = (NODES, flat(int64), flat(float64), flat(uint64), flat(int64), flat(int64))


@kernel(types.void(*_TREES, matrix(float64), boolean, int32[:, ::1]))
def find_leaves(nodes, words, thresholds, subsets, starts, word_starts, X, plain, leaves):
    """Leaf of each row (row of `leaves`) in each tree (column); `plain`: no categories, nothing missing."""
    block = np.empty(_BLOCK, np.int64)
    for first in range(0, X.shape[0], _BLOCK):
        last = min(first + _BLOCK, X.shape[0])
        for t in range(starts.size - 1):
            _fill_leaves(
                nodes, words, thresholds, starts[t], subsets, word_starts[t], X, first, last, plain, block
            )
            for row in range(first, last):
                leaves[row, t] = block[row - first]


@kernel(
    types.void(
        *_TREES, rows(float64), matrix(float64), flat(float64), boolean, boolean, boolean, float64[:, ::1]
    )
)
def sum_outputs(
    nodes,
    words,
    thresholds,
    subsets,
    starts,
    word_starts,
    values,
    X,
    tree_weights,
    plain,
    regression,
    hard,
    totals,
):
    """Add each tree's answer about each row, times the tree's weight, to `totals`.

    The answer is the leaf's mean, its class shares, or with `hard` one vote for its heaviest class.
    """
    block = np.empty(_BLOCK, np.int64)
    for first in range(0, X.shape[0], _BLOCK):
        last = min(first + _BLOCK, X.shape[0])
        for t in range(starts.size - 1):
            _fill_leaves(
                nodes, words, thresholds, starts[t], subsets, word_starts[t], X, first, last, plain, block
            )
            _add_answers(
                pointer(values[starts[t] :]), values.shape[1], pointer(block), last - first, tree_weights[t],
                regression, hard, pointer(totals[first:]), totals.shape[1],
            )  # fmt: skip
