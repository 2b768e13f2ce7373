"""Read the trees of a fitted forest, hedgerow's or scikit-learn's, as an evaluation."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.relevance.contrasts import Block, Evaluation
from hedgerow.relevance.summary import GainMoments
from hedgerow.trees.binning import CodedTable
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.trees.grower import TreeGrower
from hedgerow.trees.statistics import attribute
from hedgerow.trees.tree import Forest


def read_fitted(
    ensemble: Any,
    table: CodedTable,
    X: NDArray[np.floating[Any]],
    y: NDArray[Any],
    weights: NDArray[np.float64] | None = None,
) -> Evaluation:
    """Take the trees of a fitted forest, with the table and the target they were grown on.

    Parameters
    ----------
    ensemble : RandomForest or ExtraTrees of hedgerow or scikit-learn, or an ensemble of hedgerow's trees
        The fitted forest.
    table : BinnedTable or SparseTable
        The training table.
    X : ndarray of shape (n_samples, n_features)
        The same as numbers.
    y : ndarray of shape (n_samples,)
        Class codes, or values.
    weights : ndarray of shape (n_samples,), default=None
        Weights of the rows.

    Returns
    -------
    Evaluation
        One block, without twins.
    """
    n_samples = table.n_samples
    if ensemble.n_features_in_ != table.n_features:
        raise ValueError(
            f"the forest was fitted on {ensemble.n_features_in_} features and X has {table.n_features}; pass the "
            "training table"
        )
    forest = _read_trees(ensemble, table)
    seen = np.zeros((len(forest), n_samples), np.uint8)
    for t, rows in enumerate(ensemble.estimators_samples_):
        if len(rows) and np.max(rows) >= n_samples:
            raise ValueError(
                f"the forest was fitted on more rows than the {n_samples} of X; pass the training table"
            )
        seen[t, rows] = 1
    weights = np.ones(n_samples) if weights is None else weights
    gains = np.zeros((len(forest), forest.n_features))
    attribute(forest, table, y, seen, 0, weights=weights, changes=gains)
    gains /= np.maximum(weights.sum() - seen @ weights, np.finfo(float).tiny)[:, None]
    kind = DecisionTreeClassifier if forest.n_classes else DecisionTreeRegressor
    prepared = TreeGrower(kind(), table, y, forest.n_classes, X)
    donors = np.arange(n_samples, dtype=np.int32)
    return Evaluation(
        prepared, (Block(forest, donors, np.packbits(seen, axis=1), GainMoments.of(gains)),), weights
    )


def _read_trees(ensemble: Any, table: CodedTable) -> Forest:
    own = getattr(getattr(ensemble, "members_", None), "forest", None)
    if isinstance(own, Forest):
        return own
    trees = getattr(ensemble, "estimators_", None)
    if trees is None or not hasattr(trees[0], "tree_") or not hasattr(ensemble, "estimators_samples_"):
        raise ValueError(
            f"{type(ensemble).__name__} has no trees to read; pass a fitted forest of hedgerow or of scikit-learn"
        )
    n_classes = len(ensemble.classes_) if hasattr(ensemble, "classes_") else 0
    return Forest.join([_read_tree(tree.tree_, n_classes, table) for tree in trees])


def _read_tree(tree: Any, n_classes: int, table: CodedTable) -> Forest:
    """scikit-learn's tree with siblings side by side, its thresholds as codes of the table."""
    from hedgerow._kernels.records import NODE

    order, left = _put_siblings_together(tree.children_left, tree.children_right)
    is_split = left >= 0
    nodes = np.zeros(order.size, NODE)
    nodes["left"] = left
    nodes["feature"] = np.where(is_split, tree.feature[order], -1)
    nodes["threshold"] = np.where(is_split, tree.threshold[order], 0.0)
    nodes["n_rows"] = tree.n_node_samples[order]
    nodes["missing_left"] = tree.missing_go_to_left[order]
    weight, impurity = tree.weighted_n_node_samples[order], tree.impurity[order]
    split = np.flatnonzero(is_split)
    for node in split:
        feature = nodes["feature"][node]
        below = np.searchsorted(table.list_values(feature), nodes["threshold"][node], side="right")
        nodes["code"][node] = max(int(below) - 1, 0)
    children = (
        weight[left[split]] * impurity[left[split]] + weight[left[split] + 1] * impurity[left[split] + 1]
    )
    nodes["gain"][split] = np.maximum(impurity[split] - children / weight[split], 0.0)
    value = tree.value[order, 0]
    values = value * weight[:, None] if n_classes else np.stack([weight, value[:, 0], impurity], axis=1)
    starts, words = np.array([0, order.size], np.int64), np.zeros(2, np.int64)
    return Forest(
        nodes,
        np.ascontiguousarray(values),
        np.empty(0, np.uint64),
        starts,
        words,
        n_classes,
        table.n_features,
    )


def _put_siblings_together(
    children_left: NDArray[np.intp], children_right: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.int32]]:
    """Old numbers of the nodes in an order where a right child follows its left sibling, and new left children."""
    order, left = [0], [-1]
    for place in range(children_left.size):
        node = order[place]
        if children_left[node] >= 0:
            left[place] = len(order)
            order += [int(children_left[node]), int(children_right[node])]
            left += [-1, -1]
    return np.array(order), np.array(left, np.int32)
