"""Cut grown trees back: by rows held out, or by cost per leaf."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from hedgerow.trees.tree import Forest, Tree


def prune_by_held_out(
    forest: Forest,
    X: Any,
    targets: NDArray[Any],
    weights: NDArray[Any],
    held_out: NDArray[np.bool_],
) -> Forest:
    """Reduced-error pruning (Quinlan 1987): a split goes when the held-out rows are predicted no worse without it.

    Nodes are judged bottom-up by what grew them, then the held-out rows join the values of what is left.
    """
    trees = []
    for t in range(len(forest)):
        answers = targets[min(t, len(targets) - 1)] if targets.ndim == 2 else targets
        rows = np.flatnonzero(held_out[t] & (weights[t] > 0))
        trees.append(_prune_one(forest[t], X[rows], answers[rows], weights[t][rows].astype(np.float64)))
    return Forest.join([tree.forest for tree in trees])


def prune_by_cost(forest: Forest, alpha: float, criterion: str) -> Forest:
    """Minimal cost-complexity pruning (Breiman et al. 1984): drop splits that save less than alpha per leaf."""
    return Forest.join(
        [
            cut_below(tree, _cut_weakest(tree, alpha, criterion)[0]).forest
            for tree in map(forest.__getitem__, range(len(forest)))
        ]
    )


def cut_below(tree: Tree, is_cut: NDArray[np.bool_]) -> Tree:
    """Make the given nodes leaves, drop what hung below them, and number the rest anew."""
    left = tree.nodes["left"]
    kept = np.zeros(tree.node_count, np.bool_)
    kept[0] = True
    for node in range(tree.node_count):
        if kept[node] and left[node] >= 0 and not is_cut[node]:
            kept[left[node] : left[node] + 2] = True
    nodes = tree.nodes.copy()
    ends = kept & is_cut
    nodes["feature"][ends], nodes["left"][ends], nodes["gain"][ends] = -1, -1, 0.0
    nodes["threshold"][ends], nodes["categorical"][ends], nodes["code"][ends] = 0.0, 0, 0
    number = np.cumsum(kept) - 1
    inner = nodes["left"] >= 0
    nodes["left"][inner] = number[nodes["left"][inner]]
    return Tree(nodes[kept], tree.values[kept], tree.subsets, tree.n_classes, tree.n_features, tree.targets)


def paths(tree: Tree, X: Any) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """All (row, node) pairs in which the row passes the node."""
    parent = np.full(tree.node_count, -1)
    inner = np.flatnonzero(~tree.is_leaf)
    parent[tree.nodes["left"][inner]] = parent[tree.nodes["left"][inner] + 1] = inner
    node = tree.forest.apply(X)[:, 0].astype(np.intp)
    rows, nodes, row = [], [], np.arange(X.shape[0])
    while row.size:
        rows.append(row)
        nodes.append(node)
        above = parent[node]
        row, node = row[above >= 0], above[above >= 0]
    return (
        (np.concatenate(rows), np.concatenate(nodes))
        if rows
        else (np.empty(0, np.intp), np.empty(0, np.intp))
    )


def trace_paths(tree: Tree, X: Any) -> csr_matrix:
    """Ones where a row passes a node, (n_samples, n_nodes)."""
    rows, passed = paths(tree, X)
    path = csr_matrix((np.ones(rows.size, np.int64), (rows, passed)), shape=(X.shape[0], tree.node_count))
    path.sort_indices()
    return path


def _prune_one(tree: Tree, X: Any, y: NDArray[Any], weights: NDArray[np.float64]) -> Tree:
    rows, passed = paths(tree, X)
    n_nodes = tree.node_count
    if tree.n_classes:
        wrong = tree.values.argmax(axis=1)[passed] != y[rows]
        errors = np.bincount(passed, weights[rows] * wrong, minlength=n_nodes)
    else:
        errors = np.bincount(
            passed, weights[rows] * (tree.values[passed, 1] - y[rows]) ** 2, minlength=n_nodes
        )
    below, is_cut = errors.copy(), np.zeros(n_nodes, np.bool_)
    left = tree.nodes["left"]
    for node in np.flatnonzero(~tree.is_leaf)[::-1]:
        below[node] = below[left[node]] + below[left[node] + 1]
        if errors[node] <= below[node]:
            below[node], is_cut[node] = errors[node], True
    return _backfit(cut_below(tree, is_cut), X, y, weights)


def _backfit(tree: Tree, X: NDArray[np.floating[Any]], y: NDArray[Any], weights: NDArray[np.float64]) -> Tree:
    """Let more rows join the values of the nodes they pass."""
    rows, passed = paths(tree, X)
    values = tree.values.copy()
    if tree.n_classes:
        np.add.at(values, (passed, y[rows]), weights[rows])
    else:
        weight, mean, variance = values.T.copy()
        added = [
            np.bincount(passed, weights[rows] * y[rows] ** power, minlength=len(values))
            for power in (0, 1, 2)
        ]
        total = weight + added[0]
        first = weight * mean + added[1]
        second = weight * (variance + mean**2) + added[2]
        values[:, 0], values[:, 1] = total, first / total
        values[:, 2] = np.maximum(second / total - values[:, 1] ** 2, 0.0)
    return Tree(tree.nodes, values, tree.subsets, tree.n_classes, tree.n_features)


def node_impurity(tree: Tree, criterion: str) -> NDArray[np.float64]:
    """Impurity of each node under a criterion, of several targets the mean."""
    if tree.n_classes == 0:
        return tree.values[:, -1]
    if tree.targets is not None:
        by_target = [
            _impurity_of(values, criterion) for values in tree.targets.split(np.asarray(tree.values))
        ]
        return np.asarray(np.mean(by_target, axis=0))
    return _impurity_of(tree.values, criterion)


def _impurity_of(values: Any, criterion: str) -> NDArray[np.float64]:
    """Impurity of nodes by their class weights."""
    shares = values / values.sum(axis=1, keepdims=True)
    if criterion == "gini":
        return np.asarray(1.0 - (shares**2).sum(axis=1))
    if criterion == "sum_minority":
        return np.asarray(1.0 - shares.max(axis=1))
    logs = np.log2(shares, out=np.zeros_like(shares), where=shares > 0)
    return np.asarray(np.maximum(-(shares * logs).sum(axis=1), 0.0))


def find_pruning_path(tree: Tree, criterion: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What is saved for each leaf by the splits that go one after the other, and the impurity of what is left.

    Parameters
    ----------
    tree : Tree
        A grown tree.
    criterion : str
        What it was grown by.

    Returns
    -------
    alphas, impurities : ndarray of shape (n_cuts + 1,)
        The first of them are 0 and the impurity of the whole tree.
    """
    _, alphas, impurities = _cut_weakest(tree, np.inf, criterion)
    return alphas, impurities


def _cut_weakest(
    tree: Tree, alpha: float, criterion: str
) -> tuple[NDArray[np.bool_], NDArray[np.float64], NDArray[np.float64]]:
    """Cut the weakest link, again and again, while it saves no more than alpha for each leaf it costs."""
    from hedgerow._kernels.weakest_links import cut_weakest_links

    weight = tree.weighted_n_node_samples
    risk = node_impurity(tree, criterion) * weight / weight[0]
    is_cut = np.zeros(tree.node_count, np.bool_)
    alphas, risks = np.empty(tree.n_leaves), np.empty(tree.n_leaves)
    left = tree.nodes["left"].astype(np.int64)
    n_cut = cut_weakest_links(left, np.ascontiguousarray(risk), float(alpha), is_cut, alphas, risks)
    return is_cut, alphas[: n_cut + 1], risks[: n_cut + 1]
