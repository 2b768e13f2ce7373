"""A forest whose nodes draw one feature and become leaves where it cannot divide them.

Our forests draw again until a feature divides the node. Published tree sizes (Rogers 2007, table 8.2) look like those
of trees that do not. This is a plain version, to see what that changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class PlainForest:
    """What some trees say about some rows.

    Parameters
    ----------
    answers : ndarray of bool of shape (n_trees, n_asked)
        Whether each tree says class 1.
    leaves : ndarray of int of shape (n_trees, n_asked)
        The leaf that each row reaches.
    in_bag : ndarray of bool of shape (n_trees, n_rows)
        Whether a tree has seen a training row.
    n_nodes : float
        Mean number of nodes of a tree.
    """

    answers: NDArray[np.bool_]
    leaves: NDArray[np.intp]
    in_bag: NDArray[np.bool_]
    n_nodes: float


def grow_and_ask(
    X: NDArray[np.float64], y: NDArray[Any], X_asked: NDArray[np.float64], n_trees: int, seed: int
) -> PlainForest:
    """Grow trees on bootstrap samples.

    Parameters
    ----------
    X, y : ndarray
        Training rows without missing values, and their classes, 0 or 1.
    X_asked : ndarray
        Rows to answer about.
    n_trees, seed : int
        Number of trees, and where their randomness comes from.
    """
    rng = np.random.default_rng(seed)
    n_rows, n_asked = len(X), len(X_asked)
    answers, leaves = np.zeros((n_trees, n_asked), np.bool_), np.zeros((n_trees, n_asked), np.intp)
    in_bag, n_nodes = np.zeros((n_trees, n_rows), np.bool_), np.zeros(n_trees)
    X, X_asked, y = np.ascontiguousarray(X), np.ascontiguousarray(X_asked), y.astype(np.int64)
    for t in range(n_trees):
        drawn = rng.integers(0, n_rows, n_rows)
        in_bag[t, drawn] = True
        n_nodes[t] = _grow_tree(X, y, drawn, X_asked, rng, answers[t], leaves[t])
    return PlainForest(answers, leaves, in_bag, float(n_nodes.mean()))


@njit(cache=True)
def _grow_tree(X, y, drawn, X_asked, rng, answers, leaves):  # type: ignore[no-untyped-def]
    """Grow one tree and drop the asked rows through it as it grows; answer with its number of nodes."""
    n_features = X.shape[1]
    stack = [(drawn, np.arange(X_asked.shape[0]))]
    n_nodes = 0
    while len(stack) > 0:
        rows, asked = stack.pop()
        n_nodes += 1
        positive = y[rows].sum()
        feature = rng.integers(0, n_features)
        threshold = np.nan
        if 0 < positive < rows.size:
            threshold = _find_threshold(X[rows, feature], y[rows])
        if np.isnan(threshold):
            answers[asked] = 2 * positive > rows.size
            leaves[asked] = n_nodes
            continue
        left, asked_left = X[rows, feature] <= threshold, X_asked[asked, feature] <= threshold
        stack.append((rows[left], asked[asked_left]))
        stack.append((rows[~left], asked[~asked_left]))
    return n_nodes


@njit(cache=True)
def _find_threshold(values, labels):  # type: ignore[no-untyped-def]
    """The cut with the largest information gain; NaN where all values are the same."""
    order = np.argsort(values)
    n, total, seen = values.size, labels.sum(), 0
    best, threshold = np.inf, np.nan
    for k in range(1, n):
        seen += labels[order[k - 1]]
        below, above = values[order[k - 1]], values[order[k]]
        if below < above:
            left = _entropy_mass(seen, k) + _entropy_mass(total - seen, n - k)
            if left < best - 1e-12:
                best, threshold = left, 0.5 * (below + above)
    return threshold


@njit(cache=True)
def _entropy_mass(positive, n):  # type: ignore[no-untyped-def]
    """Entropy times the number of rows, in bits."""
    mass = 0.0
    for count in (positive, n - positive):
        if count > 0:
            mass -= count * np.log2(count / n)
    return mass
