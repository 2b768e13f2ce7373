"""Which features would have paid for themselves at the nodes of a tree that splits by description length."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from hedgerow.trees.grower import TreeGrower
from hedgerow.trees.pruning import paths
from hedgerow.trees.tree import Tree

_MOST_CELLS = 2**22  # weights of the rows for some stumps, 32 MiB


def find_feasible(
    tree: Tree, prepared: TreeGrower, weights: NDArray[Any], unit: float = 1.0
) -> NDArray[np.bool_]:
    """Tell for each split of a tree which features passed the test, used or not.

    The tree is replayed in the order in which it grew. At a node every feature is cut at its best, by a stump of its
    own, and the cut is accepted when it saves more bits on the labels than it takes to describe it, given the
    features and the number of splits that the tree had by then. A leaf is a node where no feature passed.

    Parameters
    ----------
    tree : Tree
        Grown breadth first by description length.
    prepared : TreeGrower
        The table that it grew on.
    weights : ndarray of shape (n_samples,)
        The weights that it grew with.
    unit : float, default=1.0
        How many rows a weight of one stands for.

    Returns
    -------
    ndarray of bool of shape (n_splits, n_features)
        In the order of growth.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 2.23, 2.24 and section 8.4.
    """
    rows, passed = paths(tree, prepared.X)
    splits = np.flatnonzero(~tree.is_leaf)  # nodes are numbered in the order of growth
    feasible = np.zeros((splits.size, tree.n_features), np.bool_)
    used = np.zeros(tree.n_features, np.bool_)
    for n_splits, node in enumerate(splits):
        inside = np.zeros(weights.size, np.bool_)
        inside[rows[passed == node]] = True
        whole, left, right, found = cut_each(prepared, np.where(inside, weights, 0))
        saved, cost = describe_splits(whole * unit, left * unit, right * unit)
        feasible[n_splits] = found & (saved >= cost + feature_costs(used, n_splits))
        used[tree.feature[node]] = feasible[n_splits, tree.feature[node]] = True
    return feasible


def cut_each(
    prepared: TreeGrower, weights: NDArray[Any]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    """Cut every feature at its best, among the rows with weight.

    Parameters
    ----------
    prepared : TreeGrower
        Table and classes.
    weights : ndarray of shape (n_samples,)
        Weights of the rows; 0 for those outside the node.

    Returns
    -------
    whole, left, right : ndarray of shape (n_features, n_classes)
        Class weights before the cut and on either side of it.
    found : ndarray of bool of shape (n_features,)
        Whether a feature can be cut.
    """
    n_features = prepared.table.n_features
    stump = clone(prepared.template).set_params(max_depth=1, pruning=None)
    stumps = replace(prepared, template=stump)
    sides = np.zeros((3, n_features, prepared.n_classes))
    found = np.zeros(n_features, np.bool_)
    for batch in np.array_split(np.arange(n_features), -(-n_features * weights.size // _MOST_CELLS)):
        lines = np.broadcast_to(weights, (batch.size, weights.size))
        forest = stumps.grow(np.zeros(batch.size, np.uint64), lines, [np.array([f]) for f in batch]).forest
        roots = forest.starts[:-1]
        found[batch] = forest.nodes["left"][roots] >= 0
        sides[0, batch] = forest.values[roots]
        for side in (1, 2):  # children follow their parent; a root without any stands for them
            sides[side, batch] = forest.values[np.where(found[batch], roots + side, roots)]
    return sides[0], sides[1], sides[2], found


def describe_splits(
    whole: NDArray[np.float64], left: NDArray[np.float64], right: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Bits that splits save on the labels, and bits that it takes to describe their cuts.

    ``saved = n IG`` and ``cost = log2(n - 1) + log2(3^k - 2) - k Ent + k_1 Ent_1 + k_2 Ent_2`` (Rogers 2007, eq. 2.23,
    after Fayyad & Irani 1993).

    Parameters
    ----------
    whole, left, right : ndarray of shape (n_splits, n_classes)
        Class weights of the node, and of the two sides of each split.

    Returns
    -------
    saved, cost : ndarray of shape (n_splits,)

    Examples
    --------
    >>> saved, cost = describe_splits(np.array([[10.0, 10]]), np.array([[8.0, 2]]), np.array([[2.0, 8]]))
    >>> print(f"{saved[0]:.10f} {cost[0]:.10f}")
    5.5614381023 7.9429948151
    """
    weight, present, bits = _measure(whole)
    _, left_present, left_bits = _measure(left)
    _, right_present, right_bits = _measure(right)
    left_weight, right_weight = left.sum(axis=-1), right.sum(axis=-1)
    saved = weight * bits - left_weight * left_bits - right_weight * right_bits
    cost = np.log2(np.maximum(weight - 1.0, 1.0)) + np.log2(3.0**present - 2.0) - present * bits
    return saved, cost + left_present * left_bits + right_present * right_bits


def feature_costs(used: NDArray[np.bool_], n_splits: int) -> NDArray[np.float64]:
    """Bits to name each feature: few if the tree uses it already (Rogers 2007, eq. 2.24).

    Parameters
    ----------
    used : ndarray of bool of shape (n_features,)
        The features that the tree has used.
    n_splits : int
        How many splits it has.

    Examples
    --------
    >>> feature_costs(np.array([True, True] + [False] * 8), n_splits=3)[1:3].round(6)
    array([1.      , 6.661778])
    """
    n_used = int(np.count_nonzero(used))
    again = math.log2(max(n_used, 1))
    new = math.log2(used.size) + (n_splits + 1) * math.log2(n_used + 1) - n_splits * again
    return np.where(used, again, new)


def _measure(
    weights: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.float64]]:
    """Weight, number of classes and entropy along the last axis."""
    total = weights.sum(axis=-1, keepdims=True)
    shares = np.divide(weights, total, out=np.zeros_like(weights), where=total > 0)
    logarithms = np.log2(shares, out=np.zeros_like(shares), where=shares > 0)
    return total[..., 0], np.count_nonzero(weights > 0, axis=-1), -(shares * logarithms).sum(axis=-1)
