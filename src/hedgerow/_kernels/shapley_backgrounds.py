"""Shapley values of rows in a tree, where an unknown feature has the value of a background row.

A row x and a background row b walk down together. As long as both go the same way, nothing is decided. Where they part,
at a feature that neither has decided yet, both ways are followed: one with x's value of the feature, one with b's; and
later splits on the feature go the way of whose it is. A leaf that is reached with m features from x and n from b is the
answer for all sets of known features that hold those m and none of those n; the rest are free, so with

    M(a, b) = integral from 0 to 1 of t^a (1 - t)^b = a! b! / (a + b + 1)!

it gives value * M(m - 1, n) to each of the m features, and - value * M(m, n - 1) to each of the n. Sums of the two go
back up the way, so each visited split costs a few steps. Pairs of features have one power less in both roles.
"""

from __future__ import annotations

from math import lgamma
from typing import Any, NamedTuple

import numpy as np
from numba import boolean, float64, int32, int64, types, uint8, uint64
from numpy.typing import NDArray

from hedgerow._kernels.buffers import buffer, skip
from hedgerow._kernels.category_subsets import in_subset
from hedgerow._kernels.compilation import kernel, piece, rows
from hedgerow._kernels.records import ZERO
from hedgerow._kernels.shapley_plans import SPLIT, summarise_nodes
from hedgerow._kernels.tree_walks import NODES
from hedgerow._kernels.workspace import Workspace

_UNDECIDED, _ROW, _BACKGROUND = range(3)


class Background(NamedTuple):
    """A tree, and which way background rows go in it."""

    nodes: NDArray[Any]
    subsets: NDArray[np.uint64]
    values: NDArray[np.float64]  # of each node
    is_split: NDArray[np.int32]
    sides: NDArray[np.uint8]  # (row, node): 1 where the row goes left
    n_features: int
    mean: float  # what the tree says of the rows, on average


def read_background(nodes: Any, subsets: Any, values: Any, background: Any) -> Background:
    """Send background rows through a tree.

    Parameters
    ----------
    nodes, subsets : ndarray
        The tree.
    values : ndarray of float64
        What each node says.
    background : ndarray of shape (n, n_features)
        The rows.
    """
    means, is_split = summarise_nodes(nodes, np.ones(len(nodes)), values)
    sides = np.zeros((len(background), len(nodes)), np.uint8)
    find_sides(nodes, subsets, is_split, background, sides.reshape(-1))
    place, numbers = np.zeros(len(background), np.int64), np.arange(len(background))
    while (goes := is_split[place] == SPLIT).any():
        place[goes] = nodes["left"][place[goes]] + 1 - sides[numbers[goes], place[goes]]
    return Background(nodes, subsets, means, is_split, sides, background.shape[1], float(means[place].mean()))


class PairWalk(NamedTuple):
    """The way of a row and a background row (buffers): splits at which they part, and whose features are."""

    parted: NDArray[np.int64]  # nodes
    owner: NDArray[np.int64]  # whose way is followed there
    row_sums: NDArray[np.float64]  # what the row's way came to: for features of the row,
    background_sums: NDArray[np.float64]  # and for those of the background row
    decided: NDArray[np.int64]  # of each feature: whose value it has
    sides: NDArray[np.uint8]  # of the row, as in `Background`
    moments: NDArray[np.float64]  # M(a, b) at a * most + b
    most: int


PAIR_WALK = Workspace(PairWalk)


def _allocate_walk(background: Background) -> PairWalk:
    n_nodes = len(background.nodes)
    most = min(background.n_features, n_nodes // 2) + 1
    walk: PairWalk = PAIR_WALK.allocate(
        parted=most, owner=most, row_sums=most, background_sums=most, decided=background.n_features, sides=n_nodes,
        moments=_find_moments(most), most=most,
    )  # fmt: skip
    return walk


def _find_moments(most: int) -> NDArray[np.float64]:
    """M(a, b) for a and b below a number."""
    logarithms = np.array([lgamma(k + 1.0) for k in range(2 * most)])
    a, b = np.ogrid[:most, :most]
    return np.asarray(np.exp(logarithms[a] + logarithms[b] - logarithms[a + b + 1]))


def add_background_values(background: Background, X: Any, values: Any, pairs: Any = None) -> None:
    """Add the Shapley values of rows in a tree, summed over the background rows.

    Parameters
    ----------
    background : Background
        The tree and the rows that lend values.
    X, values : ndarray of shape (n, n_features)
        The rows, and what is added to.
    pairs : ndarray of shape (n, n_features, n_features) or None
        What interactions are added to, for each pair at the place of the feature that is decided first.
    """
    n_rows, n_features = X.shape
    with_pairs = pairs is not None
    if n_features != background.n_features or values.shape != X.shape:
        raise ValueError(
            f"rows {X.shape} and values {values.shape} do not fit {background.n_features} features"
        )
    if with_pairs and pairs.shape != (n_rows, n_features, n_features):
        raise ValueError(f"pairs {pairs.shape} do not fit rows {X.shape}")
    walk_with_background(
        background.nodes, background.subsets, background.values, background.is_split, background.sides.reshape(-1),
        len(background.sides), X, with_pairs, _allocate_walk(background), values.reshape(-1),
        pairs.reshape(-1) if with_pairs else np.empty(0),
    )  # fmt: skip


@piece
def _fill_sides(nodes, subsets, is_split, X, row, sides):
    """Which way a row goes at each split."""
    for node in range(nodes.size):
        here = nodes[node]
        if is_split[node] != SPLIT:
            continue
        value = X[row, here.feature]
        if here.categorical == 0:
            left = value <= here.threshold or (value != value and here.missing_left != 0)
        elif 0.0 <= value < here.code:
            left = in_subset(subsets, np.int64(here.threshold), np.int64(value))
        else:
            left = here.missing_left != 0
        sides[node] = 1 if left else 0


@kernel(types.void(NODES, buffer(uint64), buffer(int32), rows(float64), buffer(uint8)))
def find_sides(nodes, subsets, is_split, X, sides):
    """Which way each row goes at each split."""
    for row in range(X.shape[0]):
        _fill_sides(nodes, subsets, is_split, X, row, skip(sides, row * nodes.size))


@piece
def _go_together(nodes, is_split, walk, background_sides, node):
    """Go down to a leaf, or to where the rows part."""
    while is_split[node] == SPLIT:
        here = nodes[node]
        owner, left = walk.decided[np.int64(here.feature)], walk.sides[node]
        if owner == _UNDECIDED and left != background_sides[node]:
            return node
        if owner == _BACKGROUND:
            left = background_sides[node]
        node = np.int64(here.left) + (0 if left != 0 else 1)
    return node


@piece
def _moment(walk, a, b):
    """M(a, b); 0 where no feature could have it."""
    return walk.moments[a * walk.most + b] if a >= 0 and b >= 0 else 0.0


@piece
def _add_pairs(nodes, value, n_row, n_background, depth, n_features, walk, pairs):
    """Add what a leaf says about each pair of decided features."""
    both, mixed, neither = (
        value * _moment(walk, n_row - 2, n_background), -value * _moment(walk, n_row - 1, n_background - 1),
        value * _moment(walk, n_row, n_background - 2),
    )  # fmt: skip
    for i in range(depth):
        first = np.int64(nodes[walk.parted[i]].feature)
        for j in range(i + 1, depth):
            second = np.int64(nodes[walk.parted[j]].feature)
            if walk.owner[i] != walk.owner[j]:
                share = mixed
            else:
                share = both if walk.owner[i] == _ROW else neither
            pairs[first * n_features + second] += share


@piece
def _walk_pair(nodes, node_values, is_split, background_sides, with_pairs, n_features, walk, values, pairs):
    """Walk one row with one background row."""
    depth, n_row, n_background, node = ZERO, ZERO, ZERO, ZERO
    while True:
        node = _go_together(nodes, is_split, walk, background_sides, node)
        here = nodes[node]
        if is_split[node] == SPLIT:
            walk.parted[depth], walk.owner[depth] = node, _ROW
            walk.decided[np.int64(here.feature)] = _ROW
            depth += 1
            n_row += 1
            node = np.int64(here.left) + (0 if walk.sides[node] != 0 else 1)
            continue
        value = node_values[node]
        of_row = value * _moment(walk, n_row - 1, n_background)
        of_background = value * _moment(walk, n_row, n_background - 1)
        if with_pairs:
            _add_pairs(nodes, value, n_row, n_background, depth, n_features, walk, pairs)
        while depth > 0 and walk.owner[depth - 1] == _BACKGROUND:  # both ways are done
            depth -= 1
            n_background -= 1
            feature = np.int64(nodes[walk.parted[depth]].feature)
            walk.decided[feature] = _UNDECIDED
            values[feature] += walk.row_sums[depth] - of_background
            of_row += walk.row_sums[depth]
            of_background += walk.background_sums[depth]
        if depth == 0:
            return
        top = depth - 1
        walk.row_sums[top], walk.background_sums[top], walk.owner[top] = of_row, of_background, _BACKGROUND
        node = walk.parted[top]
        walk.decided[np.int64(nodes[node].feature)] = _BACKGROUND
        n_row -= 1
        n_background += 1
        node = np.int64(nodes[node].left) + (0 if background_sides[node] != 0 else 1)


@kernel(
    types.void(
        NODES, buffer(uint64), buffer(float64), buffer(int32), buffer(uint8), int64, rows(float64), boolean,
        PAIR_WALK.type, buffer(float64), buffer(float64),
    )
)  # fmt: skip
def walk_with_background(
    nodes, subsets, node_values, is_split, background_sides, n_background, X, with_pairs, walk, values, pairs
):
    """Walk each row with each background row; see the module."""
    n_features = X.shape[1]
    for row in range(X.shape[0]):
        _fill_sides(nodes, subsets, is_split, X, row, walk.sides)
        here_values = skip(values, row * n_features)
        here_pairs = skip(pairs, row * n_features * n_features if with_pairs else 0)
        for other in range(n_background):
            _walk_pair(
                nodes, node_values, is_split, skip(background_sides, other * nodes.size), with_pairs, n_features, walk,
                here_values, here_pairs,
            )  # fmt: skip
