"""Walk many rows down many trees, on nodes and rows of half their size that need few instructions a step.

Numbers become keys: whole ones in 64 bits of the same order, so every leaf is exactly the one that `tree_walks` finds.
A node is two words, its key and where to go, and siblings lie beside each other in half a cache line:

    | key, left child | key, right child | where to, left child | where to, right child |

Where to is | slot | slot where rows have missing values | place of the left child |, and the right child is one place
behind. The root is the right child of the first such four.

A slot is a place in a packed row. The first holds the least key of all; a leaf asks for it and leads to itself, so a
row that has arrived stays, whatever stands where a leaf's key would be: its mean, or the weight of its only class. Then
come the keys of the features; in rows with missing values twice, the least key in the first slot, the greatest in the
second, and a node asks the one that sends missing values where they go. Rows are packed in groups that are walked
together, slot by slot.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import float64, int32, int64, types, uint16, uint32

from hedgerow._kernels.buffers import buffer, skip
from hedgerow._kernels.compilation import flat, inlined_piece, kernel, matrix, piece, vector
from hedgerow._kernels.records import ZERO
from hedgerow._kernels.tree_walks import ANSWERS, NODES, add_answer, read_answers

_TOGETHER = 16
_MOST_ROWS, _MOST_VALUES = 1024, 2**17  # of a block of packed rows: a megabyte
_LEAST, _MOST, _INFINITY = -(2**63), 2**63 - 1, 0x7FF << 52
_ROOTS = (1,) * _TOGETHER
LEAST_PURE = 2.0**-500  # what a tree's weight, at most 1 / LEAST_PURE, is divided by without an overflow


@piece
def _find_only_weight(answers, node):
    """The class that has all the weight, of which a share of exactly zero is left for the others, and its weight.

    The class is -1 where there are several.
    """
    values, n_present, found, first = skip(answers.values, node * answers.width), answers.width, -1, ZERO
    if answers.is_listed:
        first = answers.starts[node]
        values, n_present = skip(answers.values, first), answers.starts[node + 1] - first
    for k in range(n_present):
        if values[k] != 0.0:
            if found >= 0 or not LEAST_PURE <= values[k] < np.inf:
                return -1, 0.0
            found = k
    if found < 0:
        return -1, 0.0
    return np.int64(answers.classes[first + found]) if answers.is_listed else found, values[found]


@piece
def _make_key(bits):
    """A number, given by its bits, as a whole one: both zeros are one, and negative numbers are turned around."""
    if bits == np.int64(_LEAST):
        return np.int64(0)
    return bits ^ np.int64(_MOST) if bits < 0 else bits


@piece
def _find_place(node):
    """Place of a node in its packed tree."""
    return 4 * ((node + 1) >> 1) + ((node + 1) & 1)


@piece
def _find_node(place):
    return 2 * (place >> 2) + (place & 1) - 1


@piece
def _find_start(starts, t):
    """Where a packed tree begins: each is an odd number of nodes, and half of the first four is empty."""
    return 2 * (starts[t] + t)


_PACKED = (buffer(int64), buffer(uint16), buffer(uint32), buffer(float64))  # the same memory


@kernel(types.void(NODES, vector(int64), ANSWERS.type, flat(int64), *_PACKED, buffer(int32)))
def pack_nodes(nodes, bits, answers, starts, keys, slots, words, leaf_values, classes):
    """Pack the nodes of trees without categories, whose thresholds are also given by their bits.

    Note the class of leaves that hold one only, -1 for others.
    """
    for t in range(starts.size - 1):
        start = _find_start(starts, t)
        for node in range(starts[t], starts[t + 1]):
            here, place = nodes[node], _find_place(node - starts[t])
            at = start + place
            if here.left >= 0:
                slot = 1 + np.int64(here.feature)
                keys[at] = _make_key(bits[node])
                slots[4 * at + 8] = np.uint16(slot * _TOGETHER)
                slots[4 * at + 9] = np.uint16((2 * slot - (1 if here.missing_left != 0 else 0)) * _TOGETHER)
                words[2 * at + 5] = np.uint32(_find_place(np.int64(here.left)))
                continue
            slots[4 * at + 8], slots[4 * at + 9] = np.uint16(0), np.uint16(0)
            words[2 * at + 5] = np.uint32(place)
            if answers.is_regression:
                leaf_values[at] = answers.values[node * answers.width + 1]
            else:
                classes[node], leaf_values[at] = _find_only_weight(answers, node)


@piece
def _pack_rows(bits, first, n, width, rows):
    """Pack the rows first, ..., first + n - 1, and the last again where a group is not full; say if values are missing.

    Each feature has `width` slots.
    """
    n_features, missing = bits.shape[1], False
    for i in range((n + _TOGETHER - 1) // _TOGETHER * _TOGETHER):
        row = first + min(i, n - 1)
        place = i // _TOGETHER * _TOGETHER * (width * n_features + 1) + i % _TOGETHER
        rows[place] = np.int64(_LEAST)
        for feature in range(n_features):
            here = bits[row, feature]
            slot = place + (1 + width * feature) * _TOGETHER
            other = slot + (width - 1) * _TOGETHER
            if here & np.int64(_MOST) > np.int64(_INFINITY):
                missing = True
                rows[slot], rows[other] = np.int64(_LEAST), np.int64(_MOST)
            else:
                key = _make_key(here)
                rows[slot], rows[other] = key, key
    return missing


@piece
def _step(keys, slots, words, group, place, lane):
    """The place of a child."""
    value = group[np.int64(slots[4 * place + 8]) + lane]
    return np.int64(words[2 * place + 5]) + (1 if value > keys[place] else 0)


@inlined_piece
def _step_together(keys, slots, words, group, a):
    """A step of `_TOGETHER` rows: their loads overlap, and no branch depends on a value."""
    return (
        _step(keys, slots, words, group, a[0], 0), _step(keys, slots, words, group, a[1], 1),
        _step(keys, slots, words, group, a[2], 2), _step(keys, slots, words, group, a[3], 3),
        _step(keys, slots, words, group, a[4], 4), _step(keys, slots, words, group, a[5], 5),
        _step(keys, slots, words, group, a[6], 6), _step(keys, slots, words, group, a[7], 7),
        _step(keys, slots, words, group, a[8], 8), _step(keys, slots, words, group, a[9], 9),
        _step(keys, slots, words, group, a[10], 10), _step(keys, slots, words, group, a[11], 11),
        _step(keys, slots, words, group, a[12], 12), _step(keys, slots, words, group, a[13], 13),
        _step(keys, slots, words, group, a[14], 14), _step(keys, slots, words, group, a[15], 15),
    )  # fmt: skip


@inlined_piece
def _compare(a, b):
    """Zero if no row has moved; without the branches of a comparison, each of which would be a guess."""
    return (
        (a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3])
        | (a[4] ^ b[4]) | (a[5] ^ b[5]) | (a[6] ^ b[6]) | (a[7] ^ b[7])
        | (a[8] ^ b[8]) | (a[9] ^ b[9]) | (a[10] ^ b[10]) | (a[11] ^ b[11])
        | (a[12] ^ b[12]) | (a[13] ^ b[13]) | (a[14] ^ b[14]) | (a[15] ^ b[15])
    )  # fmt: skip


@piece
def _fill_leaves(keys, slots, words, start, rows, n, n_slots, missing, leaves):
    """Places of the leaves of n packed rows."""
    tree_keys, tree_words = skip(keys, start), skip(words, 2 * start)
    tree_slots = skip(slots, 4 * start + (1 if missing else 0))
    for first in range(0, n, _TOGETHER):
        group = skip(rows, first * n_slots)
        places, moving = _ROOTS, 1
        while moving != 0:
            before = _step_together(tree_keys, tree_slots, tree_words, group, places)
            places = _step_together(tree_keys, tree_slots, tree_words, group, before)
            moving = _compare(places, before)
        for j in range(_TOGETHER):
            leaves[first + j] = places[j]


@piece
def _add_answers(answers, leaf_values, classes, root, leaves, n, tree_weight, totals, n_totals):
    """Add what a tree's leaves say about n rows; a leaf of one class adds to one total."""
    for i in range(n):
        if answers.is_regression:
            totals[i] += tree_weight * leaf_values[leaves[i]]
            continue
        leaf = root + _find_node(leaves[i])
        only = np.int64(classes[leaf])
        if only < 0:
            add_answer(answers, leaf, tree_weight, totals, i * n_totals)
        elif answers.is_hard:
            totals[i * n_totals + only] += tree_weight
        else:
            weight = leaf_values[leaves[i]]
            totals[i * n_totals + only] += tree_weight / weight * weight


_TREES = (*_PACKED, flat(int64))
_ROWS = (matrix(int64), buffer(int64), int64, buffer(int64))


def _make_block(X: Any) -> tuple[Any, Any, int, Any]:
    """The bits of the rows, room for a block of packed ones, how many they are, and room for their leaves."""
    n_slots = 2 * X.shape[1] + 1
    n_rows = min(max(_MOST_VALUES // n_slots // _TOGETHER, 1) * _TOGETHER, _MOST_ROWS)
    return X.view(np.int64), np.empty(n_rows * n_slots, np.int64), n_rows, np.empty(n_rows, np.int64)


@piece
def _pack_block(bits, first, n, rows):
    """Pack rows, in wider ones if values are missing; return this, and their width."""
    missing = _pack_rows(bits, first, n, 1, rows)
    if missing:
        _pack_rows(bits, first, n, 2, rows)
    return missing, (2 if missing else 1) * bits.shape[1] + 1


def find_packed_leaves(*arrays: Any) -> None:
    """Leaf of each row in each tree.

    Parameters
    ----------
    *arrays
        The trees: the packed nodes, seen as keys, slots, words and values, and where the nodes of each tree begin.
        Then the rows; and the results, one line a row, one column a tree.
    """
    *trees, X, leaves = arrays
    _find_packed_leaves(*trees, *_make_block(X), leaves)


@kernel(types.void(*_TREES, *_ROWS, int32[:, ::1]))
def _find_packed_leaves(keys, slots, words, leaf_values, starts, bits, rows, n_block, block, leaves):
    for first in range(0, bits.shape[0], n_block):
        n = min(n_block, bits.shape[0] - first)
        missing, n_slots = _pack_block(bits, first, n, rows)
        for t in range(starts.size - 1):
            _fill_leaves(keys, slots, words, _find_start(starts, t), rows, n, n_slots, missing, block)
            for i in range(n):
                leaves[first + i, t] = _find_node(block[i])


def sum_packed_outputs(*arrays: Any) -> None:
    """Add each tree's answer about each row, as `tree_walks.sum_outputs` does.

    Parameters
    ----------
    *arrays
        The trees, as in `find_packed_leaves`, the values of their nodes, and the classes of their leaves. Then the
        rows, the weights of the trees; whether this is regression, whether votes are hard; and the totals, one line a
        row.
    """
    *trees, values, classes, X, tree_weights, regression, hard, totals = arrays
    answers = read_answers(values, regression, hard)
    _sum_packed_outputs(
        *trees, answers, classes, *_make_block(X), tree_weights, totals.reshape(-1), totals.shape[1]
    )


@kernel(types.void(*_TREES, ANSWERS.type, buffer(int32), *_ROWS, flat(float64), buffer(float64), int64))
def _sum_packed_outputs(
    keys, slots, words, leaf_values, starts, answers, classes, bits, rows, n_block, block, tree_weights, totals,
    n_totals,
):  # fmt: skip
    for first in range(0, bits.shape[0], n_block):
        n = min(n_block, bits.shape[0] - first)
        missing, n_slots = _pack_block(bits, first, n, rows)
        for t in range(starts.size - 1):
            start = _find_start(starts, t)
            _fill_leaves(keys, slots, words, start, rows, n, n_slots, missing, block)
            _add_answers(
                answers, skip(leaf_values, start), classes, starts[t], block, n, tree_weights[t],
                skip(totals, first * n_totals), n_totals,
            )  # fmt: skip
