"""Judge a grown tree node by node: ties may be broken either way, a worse split may not be taken."""

import numpy as np
import pytest
from tests.kernels import naive

TOLERANCE = 1e-8


def judge(problem, tree, *, weights=None, min_rows=1, min_weight=0.0, max_depth=10**9, min_split=2):
    """Check counts, gains and the choice of every split against the exhaustive twin.

    Every node takes the best of all cuts of numbers, and of all subsets of categories where an order of them finds it.
    Gains are always those of the rows that the thresholds part.
    """
    w = problem.w if weights is None else weights
    rows_of = naive.rows_of_nodes(tree, problem.X, np.flatnonzero(w > 0))
    depth = tree.depth
    for node in range(tree.node_count):
        rows = rows_of[node]
        y, here = problem.y[rows], w[rows].astype(float)
        assert rows.size == tree.n_node_samples[node]
        check_values(problem, tree, node, y, here)
        promised, possible = promises(problem, rows, here, min_rows, min_weight)
        if tree.is_leaf[node]:
            stopped = len(np.unique(y)) < 2 or depth[node] == max_depth or rows.size < min_split
            assert stopped or possible == -np.inf
            continue
        left = np.isin(rows, rows_of[tree.children_left[node]])
        assert naive.allowed(here, left, min_rows, min_weight)
        actual = naive.gain(y, here, left, problem.criterion, problem.n_classes)
        assert tree.gain[node] == pytest.approx(actual, abs=TOLERANCE)
        assert promised - TOLERANCE <= actual <= possible + TOLERANCE


def promises(problem, rows, w, min_rows, min_weight):
    """Least and greatest gain that a node may take."""
    promised = possible = -np.inf
    limits = (min_rows, min_weight)
    y = problem.y[rows]
    for f in range(problem.X.shape[1]):
        rule = (y, w, problem.criterion, problem.n_classes, *limits)
        best = naive.best_gain(problem.sides(f, rows), *rule)
        possible = max(possible, best)
        many = problem.n_classes > 2 or problem.criterion in ("gain_ratio", "sum_minority")
        if problem.is_categorical[f] and many:
            prefixes = naive.prefix_sides(problem.X[rows, f], y, w, problem.n_classes)
            best = naive.best_gain(prefixes, *rule)
        promised = max(promised, best)
    return promised, possible


def check_values(problem, tree, node, y, w):
    if problem.n_classes:
        np.testing.assert_allclose(
            tree.values[node], np.bincount(y, w, problem.n_classes), rtol=1e-9, atol=1e-9
        )
        return
    is_median = problem.criterion == "absolute_error"
    value = naive.weighted_median(y, w) if is_median else np.average(y, weights=w)
    impurity = naive.node_impurity(y, w, problem.criterion, 0)
    np.testing.assert_allclose(tree.values[node], [w.sum(), value, impurity], rtol=1e-7, atol=1e-7)
