"""How much training weight stands behind the answers of trees."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse


def leaf_sizes(ensemble: Any, X: Any) -> NDArray[np.float64]:
    """Training weight of the leaf that each row reaches in each tree.

    Parameters
    ----------
    ensemble : ensemble or sequence of trees
        A fitted hedgerow ensemble of trees, scikit-learn's forests and bagging of trees, or a list of fitted trees.
    X : array-like or data frame of shape (n_samples, n_features)
        The rows.

    Returns
    -------
    ndarray of shape (n_members, n_samples)
        With a bootstrap, rows that were drawn twice count twice.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> stump = DecisionTreeClassifier(max_depth=1).fit(X, y)
    >>> leaf_sizes([stump], X[[0, 149]])  # one class stands apart
    array([[ 50., 100.]])
    """
    if hasattr(ensemble, "member_leaf_sizes"):
        return np.asarray(ensemble.member_leaf_sizes(X))
    trees = list(getattr(ensemble, "estimators_", ensemble))
    columns = getattr(ensemble, "estimators_features_", None)
    sizes = []
    for member, tree in enumerate(trees):
        # Forests and bagging show their members arrays, whatever they are shown themselves.
        rows = X if issparse(X) or hasattr(tree, "feature_names_in_") else np.asarray(X)
        sizes.append(measure_leaves(tree, rows if columns is None else rows[:, columns[member]]))
    return np.stack(sizes)


def measure_leaves(tree: Any, X: Any) -> NDArray[np.float64]:
    """Training weight of the leaf that each row reaches in one tree, (n_samples,)."""
    grown = getattr(tree, "flat_tree_", None) or getattr(tree, "tree_", None)
    if grown is None or not hasattr(tree, "apply"):
        raise ValueError(
            f"{type(tree).__name__} has no leaves, so nothing is known of the weight behind its answers; use trees, "
            "or a confidence of 'purity'"
        )
    weight = np.asarray(grown.weighted_n_node_samples, dtype=np.float64)
    return np.asarray(weight[tree.apply(X)])
