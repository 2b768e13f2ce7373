"""A forest whose nodes draw one feature and become leaves where it cannot divide them.

Our forests draw again until a feature divides the node. Published tree sizes (Rogers 2007, table 8.2) look like those
of trees that do not. This is a plain version, to see what that changes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray


def grow_and_ask(
    X: NDArray[np.float64], y: NDArray[Any], X_test: NDArray[np.float64], n_trees: int, seed: int
) -> tuple[NDArray[np.bool_], float]:
    """Grow trees on bootstrap samples.

    Parameters
    ----------
    X, y : ndarray
        Training rows without missing values, and their classes, 0 or 1.
    X_test : ndarray
        Rows to answer about.
    n_trees, seed : int
        Number of trees, and where their randomness comes from.

    Returns
    -------
    answers : ndarray of bool of shape (n_trees, n_test)
        Whether each tree says class 1.
    n_nodes : float
        Mean number of nodes of a tree.
    """
    rng = np.random.default_rng(seed)
    answers = np.zeros((n_trees, len(X_test)), np.bool_)
    X, X_test = np.ascontiguousarray(X), np.ascontiguousarray(X_test)
    n_nodes = [_grow_tree(X, y.astype(np.int64), X_test, rng, answers[t]) for t in range(n_trees)]
    return answers, float(np.mean(n_nodes))


@njit(cache=True)
def _grow_tree(X, y, X_test, rng, answers):  # type: ignore[no-untyped-def]
    """Grow one tree and drop the test rows through it as it grows; answer with its number of nodes."""
    n, n_features = X.shape
    stack = [(rng.integers(0, n, n), np.arange(X_test.shape[0]))]
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
            continue
        left, asked_left = X[rows, feature] <= threshold, X_test[asked, feature] <= threshold
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
