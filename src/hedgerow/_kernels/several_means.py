"""What trees of several values say about rows whose leaves are known."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import float64, int32, int64, types

from hedgerow._kernels.compilation import flat, kernel, matrix, rows


@kernel(types.void(rows(float64), flat(int64), matrix(int32), flat(float64), float64[:, ::1]))
def _sum_means(values, starts, leaves, tree_weights, totals):
    for t in range(tree_weights.size):
        for row in range(totals.shape[0]):
            leaf = starts[t] + leaves[row, t]
            for j in range(totals.shape[1]):
                totals[row, j] += tree_weights[t] * values[leaf, 1 + j]


def sum_means(values: Any, starts: Any, leaves: Any, tree_weights: Any, totals: Any) -> None:
    """Add the means of each target in each tree's leaf, times the tree's weight, to the totals.

    Parameters
    ----------
    values : ndarray of shape (n_nodes, n_targets + 2)
        A weight, the means and a variance for each node.
    starts : ndarray of shape (n_trees + 1,)
        Where the nodes of each tree begin.
    leaves : ndarray of shape (n_rows, n_trees)
        The leaf of each row in each tree, counted from its root.
    tree_weights : ndarray of shape (n_trees,)
        How much each tree counts.
    totals : ndarray of shape (n_rows, n_targets)
        Where to add.
    """
    n_trees, n_columns = len(starts) - 1, totals.shape[1] + 2
    fits = leaves.shape == (len(totals), n_trees) and tree_weights.shape == (n_trees,)
    if not fits or values.ndim != 2 or values.shape[1] != n_columns:
        raise ValueError(f"values {values.shape}, leaves {leaves.shape} and totals {totals.shape} do not fit")
    _sum_means(np.ascontiguousarray(values), starts, leaves, tree_weights, totals)
