"""Walk many rows down many trees, on nodes and rows of a fraction of their size.

A node is packed into eight bytes, where `left` is counted from the root and a `slot` is a place in a packed row:

    | rounded threshold | left, slot |        in a leaf: | _END | itself, 0 |

A packed row holds every feature twice, rounded too: a missing value is `_FIRST` in the first slot, `_LAST` in the
second, and a node asks the slot that sends missing values where they go. Nothing exceeds `_END`, so a row that has
arrived stays.

Rounding keeps the order of two numbers but may make them equal. Rows that meet an equal threshold walk again, by the
nodes themselves; so every leaf is exactly the one that `tree_walks` finds.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import float64, int32, int64, types, uint32, uint64

from hedgerow._kernels.buffers import buffer, skip
from hedgerow._kernels.compilation import flat, kernel, matrix, piece, vector
from hedgerow._kernels.records import ZERO
from hedgerow._kernels.tree_walks import ANSWERS, NODES, add_answer, find_leaf, read_answers

_TOGETHER = 8
_MOST_ROWS, _MOST_VALUES = 1024, 2**17  # of a block of packed rows: half a megabyte
_KEPT = 21  # bits of a mantissa that rounding keeps; those of an exponent are 8
_LEAST = (1023 - 127) << _KEPT  # of a number's upper bits: what is below is kept as zero,
_MOST = (255 << _KEPT) - 1  # and so far above, as one huge number
_LOWER = (1 << 52 - _KEPT) - 1  # bits of a mantissa that are not kept
_FIRST, _LAST, _END = -(2**31), 2**31 - 2, 2**31 - 1
LEAST_PURE = 2.0**-500  # what a tree's weight, at most 1 / LEAST_PURE, is divided by without an overflow


@piece
def _find_only_class(answers, node):
    """The class that has all the weight, of which a share of exactly zero is left for the others; or -1."""
    values, n_present, found, first = skip(answers.values, node * answers.width), answers.width, -1, ZERO
    if answers.is_listed:
        first = answers.starts[node]
        values, n_present = skip(answers.values, first), answers.starts[node + 1] - first
    for k in range(n_present):
        if values[k] != 0.0:
            if found >= 0 or not LEAST_PURE <= values[k] < np.inf:
                return -1
            found = np.int64(answers.classes[first]) if answers.is_listed else k
    return found


@piece
def _round(bits, is_threshold):
    """A number, given by its bits, as a whole one in 32 bits: its upper bits, and two that say what was left.

    Of equal upper bits, an exact value is below an exact threshold, as equal values go left, and what had to be rounded
    is farther from zero. So the only numbers that are equal, and need another look, are two that had to be rounded.
    """
    magnitude = bits & np.int64(0x7FFFFFFFFFFFFFFF)
    upper = (magnitude >> np.int64(52 - _KEPT)) - _LEAST
    exact = magnitude == 0 or (0 < upper <= _MOST and magnitude & _LOWER == 0)
    negative = bits < 0 and magnitude != 0
    place = (1 if is_threshold != negative else 0) if exact else 2
    rounded = min(max(upper, 0), _MOST) << 2 | place
    return -rounded if negative else rounded


_PACKED = (buffer(int32), buffer(uint32))  # thresholds at even places, words at odd ones, of the same memory


@kernel(types.void(NODES, vector(int64), ANSWERS.type, flat(int64), int64, *_PACKED, buffer(int32)))
def pack_nodes(nodes, bits, answers, starts, slot_bits, thresholds, words, classes):
    """Pack the nodes of trees without categories, whose thresholds are also given by their bits.

    Note the class of leaves that hold one only, -1 for others.
    """
    for t in range(starts.size - 1):
        for node in range(starts[t], starts[t + 1]):
            here = nodes[node]
            if here.left >= 0:
                slot = 2 * np.int64(here.feature) + (0 if here.missing_left != 0 else 1)
                thresholds[2 * node] = np.int32(_round(bits[node], True))
                words[2 * node + 1] = np.uint32(np.int64(here.left) << slot_bits | slot)
                continue
            thresholds[2 * node] = np.int32(_END)
            words[2 * node + 1] = np.uint32((node - starts[t]) << slot_bits)
            if not answers.is_regression:
                classes[node] = _find_only_class(answers, node)


@piece
def _pack_rows(X, bits, first, n, rows):
    """Round the rows first, ..., first + n - 1, and put each feature where nodes look for it."""
    n_features = X.shape[1]
    for i in range(n):
        for feature in range(n_features):
            value, slot = X[first + i, feature], 2 * (i * n_features + feature)
            if value != value:
                rows[slot], rows[slot + 1] = np.int32(_FIRST), np.int32(_LAST)
            else:
                rounded = np.int32(_round(bits[first + i, feature], False))
                rows[slot], rows[slot + 1] = rounded, rounded


@piece
def _find_leaves_together(thresholds, words, slot_bits, rows, n_slots, leaves, place):
    """Leaves of `_TOGETHER` rows, in step, and whether one of them has met an equal threshold."""
    mask = (1 << slot_bits) - 1
    for j in range(_TOGETHER):
        leaves[place + j] = 0
    moving, equal = 1, False
    while moving != 0:
        moving = 0
        for j in range(_TOGETHER):
            node = leaves[place + j]
            word, threshold = np.int64(words[2 * node + 1]), thresholds[2 * node]
            value = rows[(place + j) * n_slots + (word & mask)]
            following = (word >> slot_bits) + (1 if value > threshold else 0)
            equal |= value == threshold
            moving |= following ^ node
            leaves[place + j] = following
    return equal


@piece
def _fill_leaves(nodes, subsets, thresholds, words, root, slot_bits, X, first, n, rows, leaves):
    """Leaves of the n packed rows, which are the rows first, ... of X; and how many had to walk again."""
    tree_thresholds, tree_words, n_again = skip(thresholds, 2 * root), skip(words, 2 * root), 0
    for place in range(0, n, _TOGETHER):
        n_here, again = min(_TOGETHER, n - place), True
        if n_here == _TOGETHER:
            again = _find_leaves_together(
                tree_thresholds, tree_words, slot_bits, rows, 2 * X.shape[1], leaves, place
            )
            n_again += _TOGETHER if again else 0
        if again:
            for i in range(place, place + n_here):
                leaves[i] = find_leaf(nodes, root, subsets, 0, X, first + i)
    return n_again


@piece
def _add_answers(answers, classes, root, leaves, n, tree_weight, totals, n_totals):
    """Add what a tree's leaves say about n rows; a leaf of one class adds to one total."""
    for i in range(n):
        leaf = root + leaves[i]
        only = -1 if answers.is_regression else np.int64(classes[leaf])
        if only < 0:
            add_answer(answers, leaf, tree_weight, totals, i * n_totals)
        elif answers.is_hard:
            totals[i * n_totals + only] += tree_weight
        else:
            weight = answers.values[
                answers.starts[leaf] if answers.is_listed else leaf * answers.width + only
            ]
            totals[i * n_totals + only] += tree_weight / weight * weight


_TREES = (NODES, flat(uint64), *_PACKED, flat(int64), int64)
_ROWS = (matrix(float64), matrix(int64), buffer(int32), int64, buffer(int64))


def _make_block(X: Any) -> tuple[Any, Any, int, Any]:
    """The bits of the rows, room for a block of packed ones, how many they are, and room for their leaves."""
    n_slots = 2 * X.shape[1]
    n_rows = min(max(_MOST_VALUES // max(n_slots, 1) // _TOGETHER * _TOGETHER, _TOGETHER), _MOST_ROWS)
    return X.view(np.int64), np.empty(n_rows * n_slots, np.int32), n_rows, np.empty(n_rows, np.int64)


def find_packed_leaves(*arrays: Any) -> int:
    """Leaf of each row in each tree; return how many walks had to be done again.

    Parameters
    ----------
    *arrays
        The trees: nodes, words of subsets (none), thresholds and words of the packed nodes, where the nodes of each
        tree begin, and bits of a slot. Then the rows; and the results, one line a row, one column a tree.
    """
    *trees, X, leaves = arrays
    return int(_find_packed_leaves(*trees, X, *_make_block(X), leaves))


@kernel(int64(*_TREES, *_ROWS, int32[:, ::1]))
def _find_packed_leaves(
    nodes, subsets, thresholds, words, starts, slot_bits, X, bits, rows, n_block, block, leaves
):
    n_again = 0
    for first in range(0, X.shape[0], n_block):
        n = min(n_block, X.shape[0] - first)
        _pack_rows(X, bits, first, n, rows)
        for t in range(starts.size - 1):
            n_again += _fill_leaves(
                nodes, subsets, thresholds, words, starts[t], slot_bits, X, first, n, rows, block
            )
            for i in range(n):
                leaves[first + i, t] = block[i]
    return n_again


def sum_packed_outputs(*arrays: Any) -> int:
    """Add each tree's answer about each row, as `tree_walks.sum_outputs` does; return how many walks were done again.

    Parameters
    ----------
    *arrays
        The trees, as in `find_packed_leaves`, the values of their nodes, and the classes of their leaves. Then the
        rows, the weights of the trees; whether this is regression, whether votes are hard; and the totals, one line a
        row.
    """
    *trees, values, classes, X, tree_weights, regression, hard, totals = arrays
    answers = read_answers(values, regression, hard)
    n_again = _sum_packed_outputs(
        *trees, answers, classes, X, *_make_block(X), tree_weights, totals.reshape(-1), totals.shape[1]
    )
    return int(n_again)


@kernel(int64(*_TREES, ANSWERS.type, buffer(int32), *_ROWS, flat(float64), buffer(float64), int64))
def _sum_packed_outputs(
    nodes, subsets, thresholds, words, starts, slot_bits, answers, classes, X, bits, rows, n_block, block, tree_weights,
    totals, n_totals,
):  # fmt: skip
    n_again = 0
    for first in range(0, X.shape[0], n_block):
        n = min(n_block, X.shape[0] - first)
        _pack_rows(X, bits, first, n, rows)
        for t in range(starts.size - 1):
            n_again += _fill_leaves(
                nodes, subsets, thresholds, words, starts[t], slot_bits, X, first, n, rows, block
            )
            _add_answers(
                answers,
                classes,
                starts[t],
                block,
                n,
                tree_weights[t],
                skip(totals, first * n_totals),
                n_totals,
            )
    return n_again
