"""Walk rows down fitted trees."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import boolean, float64, int32, int64, types, uint64
from numpy.typing import NDArray

from hedgerow._kernels.buffers import buffer, skip
from hedgerow._kernels.category_subsets import in_subset
from hedgerow._kernels.compilation import flat, kernel, matrix, piece
from hedgerow._kernels.records import NODE, NODE_TYPE
from hedgerow._kernels.workspace import Workspace

NODES = types.Array(NODE_TYPE, 1, "C", readonly=True)
_BLOCK = 1024  # rows that go down a tree while its nodes are in the cache
_TOGETHER = 8


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
def _fill_leaves(nodes, words, thresholds, root, subsets, first_word, X, values, first, last, plain, leaves):
    """Leaves of the rows first, ..., last - 1 (at most a block)."""
    row = first
    if plain:
        row_step, column_step = X.strides[0] // 8, X.strides[1] // 8
        tree_words, tree_thresholds = skip(words, 4 * root), skip(thresholds, 4 * root)
        while row + _TOGETHER <= last:
            find_leaves_together(
                tree_words, tree_thresholds, values, row, row_step, column_step, leaves, row - first
            )
            row += _TOGETHER
    for rest in range(row, last):
        leaves[rest - first] = find_leaf(nodes, root, subsets, first_word, X, rest)


class Answers(NamedTuple):
    """What the nodes of trees say (buffers), and how it is asked."""

    values: NDArray[
        np.float64
    ]  # (node, width); where nodes list their classes, a weight for each listed class
    classes: NDArray[np.uint16]  # the lists of classes, in order; or empty
    starts: NDArray[np.int64]  # where the list of each node begins; or empty
    width: int  # 0 where classes are listed
    is_listed: int
    is_regression: int
    is_hard: int


ANSWERS = Workspace(Answers)


def read_answers(values: Any, regression: bool, hard: bool) -> Any:
    """What nodes say, from their values: an array with a line a node, or `ClassWeights`.

    Parameters
    ----------
    values : ndarray or ClassWeights
        Values of all nodes.
    regression : bool
        Whether a node says a mean.
    hard : bool
        Whether a node votes for its heaviest class.
    """
    is_listed = not isinstance(values, np.ndarray)
    return ANSWERS.allocate(
        values=np.ascontiguousarray(values.weights if is_listed else values),
        classes=values.classes if is_listed else 0, starts=values.starts if is_listed else 0,
        width=0 if is_listed else values.shape[1], is_listed=is_listed, is_regression=regression, is_hard=hard,
    )  # fmt: skip


@piece
def add_answer(answers, node, tree_weight, totals, row):
    """Add what a node says about a row: its mean, its class shares, or a vote; `row` is a place in the totals."""
    values, classes = skip(answers.values, node * answers.width), answers.classes
    if answers.is_regression:
        totals[row] += tree_weight * values[1]
        return
    n_present = answers.width
    if answers.is_listed:
        first = answers.starts[node]
        n_present = answers.starts[node + 1] - first
        values, classes = skip(answers.values, first), skip(classes, first)
        if n_present == 0:  # as a node without weight says that has a number for every class
            totals[row] += tree_weight if answers.is_hard else np.nan
            return
    weight, best = 0.0, 0
    for k in range(n_present):
        weight += values[k]
        if values[k] > values[best]:
            best = k
    if answers.is_hard:
        totals[row + (np.int64(classes[best]) if answers.is_listed else best)] += tree_weight
    else:
        share = tree_weight / weight
        for k in range(n_present):
            totals[row + (np.int64(classes[k]) if answers.is_listed else k)] += share * values[k]


_TREES = (NODES, buffer(int64), buffer(float64), flat(uint64), flat(int64), flat(int64))
_ROWS = (matrix(float64), buffer(float64))


def find_leaves(*arrays: Any) -> None:
    """Leaf of each row in each tree.

    Parameters
    ----------
    *arrays
        The trees: nodes, the same seen as whole numbers and as floats, words of subsets, and where nodes and words of
        each tree begin. Then the rows; whether there are no categories and no missing values; and the results, one
        line a row, one column a tree.
    """
    *trees, X, plain, leaves = arrays
    X = _check_trees(trees, X)
    if leaves.shape != (len(X), len(trees[4]) - 1):
        raise ValueError(
            f"leaves of {len(X)} rows in {len(trees[4]) - 1} trees have no place in {leaves.shape}"
        )
    _find_leaves(*trees, X, X.ravel("K"), plain, np.empty(_BLOCK, np.int64), leaves)


def _check_trees(trees: Any, X: Any) -> Any:
    """Check that the views of the nodes fit each other; return the rows in one piece of memory."""
    nodes, words, thresholds, _, starts, word_starts = trees
    if not len(words) == len(thresholds) == 4 * len(nodes) or len(starts) != len(word_starts):
        raise ValueError("the arrays of the trees do not fit each other")
    return X if X.flags.forc else np.ascontiguousarray(X)


@kernel(types.void(*_TREES, *_ROWS, boolean, buffer(int64), int32[:, ::1]))
def _find_leaves(nodes, words, thresholds, subsets, starts, word_starts, X, values, plain, block, leaves):
    for first in range(0, X.shape[0], _BLOCK):
        last = min(first + _BLOCK, X.shape[0])
        for t in range(starts.size - 1):
            _fill_leaves(
                nodes, words, thresholds, starts[t], subsets, word_starts[t], X, values, first, last, plain, block
            )  # fmt: skip
            for row in range(first, last):
                leaves[row, t] = block[row - first]


def sum_outputs(*arrays: Any) -> None:
    """Add each tree's answer about each row, times the tree's weight, to the totals.

    The answer is the leaf's mean, its class shares, or with `hard` one vote for its heaviest class.

    Parameters
    ----------
    *arrays
        The trees, as in `find_leaves`, and the values of their nodes. Then the rows, the weights of the trees; whether
        there are no categories and no missing values, whether this is regression, whether votes are hard; and the
        totals, one line a row.
    """
    *trees, values, X, tree_weights, plain, regression, hard, totals = arrays
    X = _check_trees(trees, X)
    n_totals = 1 if regression else values.shape[1]
    if (
        len(values) != len(trees[0])
        or len(tree_weights) != len(trees[4]) - 1
        or totals.shape != (len(X), n_totals)
    ):
        raise ValueError(
            f"values {values.shape}, weights {tree_weights.shape} and totals {totals.shape} do not fit"
        )
    answers, block = read_answers(values, regression, hard), np.empty(_BLOCK, np.int64)
    _sum_outputs(*trees, answers, X, X.ravel("K"), tree_weights, plain, block, totals.reshape(-1), n_totals)


@kernel(
    types.void(
        *_TREES, ANSWERS.type, *_ROWS, flat(float64), boolean, buffer(int64), buffer(float64), int64
    )
)  # fmt: skip
def _sum_outputs(
    nodes, words, thresholds, subsets, starts, word_starts, answers, X, values, tree_weights, plain, block, totals,
    n_totals,
):  # fmt: skip
    for first in range(0, X.shape[0], _BLOCK):
        last = min(first + _BLOCK, X.shape[0])
        for t in range(starts.size - 1):
            _fill_leaves(
                nodes, words, thresholds, starts[t], subsets, word_starts[t], X, values, first, last, plain, block
            )  # fmt: skip
            for row in range(first, last):
                add_answer(answers, starts[t] + block[row - first], tree_weights[t], totals, row * n_totals)
