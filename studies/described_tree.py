"""A tree that splits where that shortens a description, in which naming a feature may cost less than published.

Rogers (2007), eq. 2.24, charges a new feature ``log2 F + (d + 1) log2(|S| + 1) - d log2 |S|`` bits. This is a plain
version of that tree, to see what a smaller charge changes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow import DecisionTreeClassifier
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.selection.forest.tree import cut_each, describe_splits, feature_costs


def find_features(
    X: NDArray[np.float64], y: NDArray[Any], charge: float
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The features that the tree uses, and those that would have paid for themselves at some node.

    Parameters
    ----------
    X, y : ndarray
        Rows without missing values, and their classes, 0 or 1.
    charge : float
        Share of the published cost of naming a feature.
    """
    prepared = DecisionTreeClassifier().prepare(TrainingSet.of(X, y, n_classes=2))
    used, feasible = np.zeros((2, X.shape[1]), np.bool_)
    nodes, n_splits = [np.ones(len(y), np.int64)], 0  # breadth first; a node is the rows in it
    while nodes:
        inside = nodes.pop(0)
        if np.unique(y[inside > 0]).size < 2:
            continue
        whole, left, right, found = cut_each(prepared, inside)
        saved, cost = describe_splits(whole, left, right)
        pays = found & (saved >= cost + charge * feature_costs(used, n_splits))
        feasible |= pays
        if not pays.any():
            continue
        best = int(np.argmax(np.where(pays, saved, -np.inf)))
        used[best] = True
        n_splits += 1
        column, rows = X[:, [best]], inside > 0
        stump = DecisionTreeClassifier(max_depth=1).fit(column[rows], y[rows])
        goes_left = stump.apply(column) == stump.apply(column).min()
        nodes += [inside * goes_left, inside * ~goes_left]
    return used, feasible
