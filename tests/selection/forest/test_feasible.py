import math

import numpy as np
import pytest
from hypothesis import given
from tests.kernels import naive
from tests.kernels.tables import NUMBERS, examples, problems

from hedgerow.selection.forest.feasible import describe_splits, feature_costs, find_feasible

CHECKS = [
    ((5, 5), (5, 0), (0, 5), 10.0, 3.9772799235),
    ((1, 1), (1, 0), (0, 1), 2.0, 0.8073549221),
    ((2, 1), (2, 0), (0, 1), 2.7548875022, 1.9707632539),
    ((10, 10), (8, 2), (2, 8), 5.5614381023, 7.9429948151),
    ((15, 15), (12, 3), (3, 12), 8.3421571534, 8.5530482967),
]


@pytest.mark.parametrize(("whole", "left", "right", "saved", "cost"), CHECKS)
def test_the_description_of_a_cut_by_pencil(whole, left, right, saved, cost):
    """Rogers 2007, eq. 2.23."""
    found = describe_splits(*(np.array([side], float) for side in (whole, left, right)))
    assert found == (pytest.approx([saved], abs=1e-9), pytest.approx([cost], abs=1e-9))


def test_the_price_of_a_feature_by_pencil():
    """Rogers 2007, eq. 2.24."""
    used = np.zeros(10, bool)
    np.testing.assert_allclose(feature_costs(used, 0), 3.3219280949, atol=1e-9)
    used[:2] = True
    costs = feature_costs(used, 3)
    np.testing.assert_allclose(costs[:2], 1.0)
    np.testing.assert_allclose(costs[2:], 6.6617780978, atol=1e-9)


def describe(labels, weights, n_classes):
    """Weight, number of classes and entropy."""
    counts = np.bincount(labels, weights, n_classes)
    return counts.sum(), np.count_nonzero(counts), naive.impurity(counts, "entropy")


def feasible_naively(problem, tree, rows, node, used, n_splits):
    """Features whose best cut of the node's rows pays for itself, by trying every cut."""
    y, w, n_features = problem.y[rows], problem.w[rows], problem.X.shape[1]
    feasible = set()
    for feature in range(n_features):
        best, best_side = -1.0, None
        for side in problem.sides(feature, rows):
            if side.any() and not side.all() and w[side].any() and w[~side].any():
                gain = naive.gain(y, w, side, "entropy", problem.n_classes)
                if gain > best + 1e-9:
                    best, best_side = gain, side
        if best_side is None:
            continue
        parts = [
            describe(y[s], w[s], problem.n_classes) for s in (np.full(rows.size, True), best_side, ~best_side)
        ]
        (n, k, bits), (n_1, k_1, bits_1), (n_2, k_2, bits_2) = parts
        cost = math.log2(max(n - 1, 1)) + math.log2(3**k - 2) - k * bits + k_1 * bits_1 + k_2 * bits_2
        if feature in used:
            cost += math.log2(len(used))
        else:
            known = n_splits * math.log2(len(used)) if used else 0.0
            cost += math.log2(n_features) + (n_splits + 1) * math.log2(len(used) + 1) - known
        if n * bits - n_1 * bits_1 - n_2 * bits_2 >= cost - 1e-9:
            feasible.add(feature)
    return feasible


@examples(60)
@given(
    problems(
        rows=(10, 70), kinds=NUMBERS, features=(1, 4), criteria=("entropy",), weights=("ones", "integers")
    )
)
def test_every_feature_that_pays_is_found(problem):
    prepared = problem.prepare(pruning="mdl")
    tree = prepared.grow(np.zeros(1, np.uint64), problem.w[None]).forest[0]
    found = find_feasible(tree, prepared, problem.w)
    used, row_numbers = [], {0: np.flatnonzero(problem.w > 0)}
    for n_splits, node in enumerate(np.flatnonzero(~tree.is_leaf)):
        rows, feature = row_numbers[node], tree.feature[node]
        expected = feasible_naively(problem, tree, rows, node, set(used), n_splits)
        assert feature in expected
        assert set(np.flatnonzero(found[n_splits])) == expected
        used.append(feature)
        child = tree.forest.apply(problem.X)[:, 0]
        below = descendants(tree, tree.children_left[node])
        goes_left = np.isin(child[rows], below)
        row_numbers[tree.children_left[node]] = rows[goes_left]
        row_numbers[tree.children_right[node]] = rows[~goes_left]


def descendants(tree, node):
    if tree.children_left[node] < 0:
        return [node]
    return descendants(tree, tree.children_left[node]) + descendants(tree, tree.children_right[node])


def test_batches_leave_no_trace(monkeypatch):
    rng = np.random.default_rng(0)
    from tests.kernels.tables import Problem

    X = rng.random((80, 6))
    problem = Problem(
        X, (X[:, 0] + X[:, 1] > 1).astype(int), np.ones(80, np.int64), 2, np.zeros(6, bool), "entropy"
    )
    prepared = problem.prepare(pruning="mdl")
    tree = prepared.grow(np.zeros(1, np.uint64), problem.w[None]).forest[0]
    whole = find_feasible(tree, prepared, problem.w)
    monkeypatch.setattr("hedgerow.selection.forest.feasible._MOST_CELLS", 100)
    np.testing.assert_array_equal(find_feasible(tree, prepared, problem.w), whole)
