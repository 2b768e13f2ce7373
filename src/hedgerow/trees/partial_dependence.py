"""What a forest predicts where a few features are known: branches of the others count by their training weight."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.trees.tree import Forest, Tree

_MOST_CELLS = 2**22  # of the points and nodes that are looked at together, 32 MiB


def average_branches(
    forest: Forest, grid: ArrayLike, features: ArrayLike, encoding: FeatureEncoding | None = None
) -> NDArray[np.float64]:
    """Mean over the trees of what each says of rows of which some features are known (Friedman 2001, section 8.2).

    A split on a known feature sends the row on as ever; at any other split it goes both ways, by the shares of the
    training weight that went there.

    Parameters
    ----------
    forest : Forest
        Trees of values.
    grid : array-like of shape (n_points, n_known)
        The known values.
    features : array-like of shape (n_known,)
        The features that they are of.
    encoding : FeatureEncoding, default=None
        How the labels of categories become numbers.

    Returns
    -------
    ndarray of shape (n_points,)
    """
    places = np.asarray(features, np.intp)
    if encoding is None:
        known = np.asarray(grid, np.float64)
    else:
        of_known = tuple(encoding.categories[feature] for feature in places)
        known = replace(encoding, names=None, categories=of_known).encode(grid).astype(np.float64)
    sums = np.zeros(len(known))
    for tree in map(forest.__getitem__, range(len(forest))):
        size = max(1, _MOST_CELLS // tree.node_count)
        for first in range(0, len(known), size):
            block = slice(first, first + size)
            sums[block] += _average_tree(tree, dict(zip(places.tolist(), known[block].T, strict=True)))
    return sums / len(forest)


def _average_tree(tree: Tree, known: dict[int, NDArray[np.float64]]) -> NDArray[np.float64]:
    """Go down level by level, with the share of each point that reaches each node, as far as known features matter."""
    weight, feature, parent = tree.weighted_n_node_samples, tree.feature, _find_parents(tree)
    is_known, mean = np.isin(feature, [*known]), _average_leaves(tree, parent)
    is_open = _lead_to(is_known, parent)
    n_points = len(next(iter(known.values())))
    answer = np.zeros(n_points)
    level, reached = np.zeros(1, np.intp), np.ones((1, n_points))
    while level.size:
        ends = ~is_open[level]
        answer += mean[level[ends]] @ reached[ends]
        level, reached = level[~ends], reached[~ends]
        left = tree.children_left[level].astype(np.intp)
        goes_left = reached * (weight[left] / weight[level])[:, None]
        for place in np.flatnonzero(is_known[level]):
            node = int(level[place])
            goes_left[place] = reached[place] * _goes_left(tree, node, known[int(feature[node])])
        level, reached = np.concatenate([left, left + 1]), np.concatenate([goes_left, reached - goes_left])
        is_met = reached.any(axis=1)
        if not is_met.all():
            level, reached = level[is_met], reached[is_met]
    return answer


def _find_parents(tree: Tree) -> NDArray[np.intp]:
    """The node above each node, -1 above the root."""
    parent, inner = np.full(tree.node_count, -1, np.intp), np.flatnonzero(~tree.is_leaf)
    parent[tree.children_left[inner]] = parent[tree.children_right[inner]] = inner
    return parent


def _average_leaves(tree: Tree, parent: NDArray[np.intp]) -> NDArray[np.float64]:
    """Mean of the leaves below each node, by their weights; a node's own value may be another, such as a median."""
    sums, node = np.zeros(tree.node_count), np.flatnonzero(tree.is_leaf)
    share = tree.weighted_n_node_samples[node] * tree.value[node, 0]
    while node.size:
        sums += np.bincount(node, share, tree.node_count)
        above = parent[node]
        node, share = above[above >= 0], share[above >= 0]
    return sums / tree.weighted_n_node_samples


def _lead_to(is_wanted: NDArray[np.bool_], parent: NDArray[np.intp]) -> NDArray[np.bool_]:
    """The wanted nodes and all above them."""
    leads, nodes = np.zeros(parent.size, np.bool_), np.flatnonzero(is_wanted)
    while nodes.size:
        leads[nodes] = True
        above = np.unique(parent[nodes])
        nodes = above[(above >= 0) & ~leads[above]]
    return leads


def _goes_left(tree: Tree, node: int, values: NDArray[np.float64]) -> NDArray[np.bool_]:
    is_missing, split = np.isnan(values), tree.nodes[node]
    if split["categorical"]:
        goes_left = np.isin(values, tree.categories_left(node))
        is_missing |= values >= split["code"]
    else:
        goes_left = values <= split["threshold"]
    return np.where(is_missing, split["missing_left"] != 0, goes_left)
