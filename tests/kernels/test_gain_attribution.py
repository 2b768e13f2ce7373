"""The gains of splits for rows, against a walk written out in plain Python."""

import numpy as np
import pytest

from hedgerow import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow._kernels.gain_attribution import attribute_changes
from hedgerow.trees.binning import BinnedTable
from hedgerow.trees.grower import TreeGrower

NO_SUMS, NO_CHANGES = np.empty((0, 0, 2), np.float32), np.empty((0, 0))


def grow(n_classes, *, n_rows=60, n_features=4, n_trees=5, seed=0, missing=False, categorical=False):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 6, (n_rows, n_features)).astype(float)
    if missing:
        X[rng.random(X.shape) < 0.2] = np.nan
    table = BinnedTable.from_matrix(X, np.arange(n_features) < 2 if categorical else None)
    donors = rng.permutation(n_rows).astype(np.int32)
    twins = table.with_twins(donors)
    y = rng.integers(0, n_classes, n_rows) if n_classes else rng.normal(size=n_rows)
    bag = (rng.random((n_trees, n_rows)) < 0.6).astype(np.uint8)
    tree = (DecisionTreeClassifier if n_classes else DecisionTreeRegressor)(max_features=2)
    seeds = rng.integers(2**60, size=n_trees).astype(np.uint64)
    forest = (
        TreeGrower(tree, twins, y, n_classes, twins.codes.T.astype(float))
        .grow(seeds, bag.astype(np.int64))
        .forest
    )
    return forest, table, donors, bag, y


def goes_left(tree, node, code):
    record = tree.nodes[node]
    if code == 65_535:
        return bool(record["missing_left"])
    if record["categorical"]:
        return code in tree.categories_left(node)
    return code <= record["code"]


def walk_naively(forest, table, donors, bag, wanted, y, weights):
    n, n_features = table.n_samples, table.n_features
    totals, counts = np.zeros((n, n_features)), np.zeros((n, n_features), int)
    changes = np.zeros((len(forest), 2 * n_features))
    for t in range(len(forest)):
        tree = forest[t]
        for row in np.flatnonzero(bag[t] == wanted):
            node, told = 0, True
            while tree.nodes["left"][node] >= 0:
                feature = tree.nodes["feature"][node]
                code = (
                    table.codes[feature, row]
                    if feature < n_features
                    else table.codes[feature - n_features, donors[row]]
                )
                child = tree.nodes["left"][node] + (0 if goes_left(tree, node, code) else 1)
                if forest.n_classes:
                    shares = [tree.values[k, y[row]] / tree.values[k].sum() for k in (node, child)]
                    raised = shares[1] - shares[0]
                    told = told and min(shares) > 0
                    gain = np.log2(shares[1] / shares[0]) if told else 0.0
                else:
                    raised = gain = (y[row] - tree.values[node, 1]) ** 2 - (
                        y[row] - tree.values[child, 1]
                    ) ** 2
                changes[t, feature] += raised * weights[row]
                if told and feature < n_features:
                    totals[row, feature] += gain
                    counts[row, feature] += 1
                node = child
    return totals, counts, changes


def attribute(forest, table, donors, bag, wanted, y, weights, first, last, sums, changes):
    regression = forest.n_classes == 0
    attribute_changes(
        forest.nodes, np.asarray(forest.values), forest.subsets, forest.starts, forest.word_starts, table.columns(),
        donors, bag, np.uint8(wanted), np.zeros(1, np.int32) if regression else y.astype(np.int32),
        y.astype(float) if regression else np.zeros(1), weights, regression, first, last, sums, changes,
    )  # fmt: skip


@pytest.mark.parametrize("n_classes", [0, 2, 4])
@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize("categorical", [False, True])
@pytest.mark.parametrize("wanted", [0, 1])
def test_equals_the_naive_walk(n_classes, missing, categorical, wanted):
    forest, table, donors, bag, y = grow(n_classes, missing=missing, categorical=categorical)
    weights = np.random.default_rng(1).random(60)
    expected = walk_naively(forest, table, donors, bag, wanted, y, weights)
    sums, changes = np.zeros((60, 4, 2), np.float32), np.zeros((5, 8))
    for first, last in ((0, 23), (23, 60)):
        attribute(forest, table, donors, bag, wanted, y, weights, first, last, sums, changes)
    np.testing.assert_allclose(sums[:, :, 0], expected[0], atol=1e-4)
    np.testing.assert_array_equal(sums[:, :, 1], expected[1])
    np.testing.assert_allclose(changes, expected[2], atol=1e-9)


def test_empty_arrays_are_skipped():
    forest, table, donors, bag, y = grow(2)
    weights, changes = np.ones(60), np.zeros((5, 8))
    attribute(forest, table, donors, bag, 0, y, weights, 0, 60, NO_SUMS, changes)
    np.testing.assert_allclose(changes, walk_naively(forest, table, donors, bag, 0, y, weights)[2], atol=1e-9)
    sums = np.zeros((60, 4, 2), np.float32)
    attribute(forest, table, donors, bag, 1, y, weights, 0, 60, sums, NO_CHANGES)
    assert sums[:, :, 1].sum() > 0


def test_the_change_of_rows_a_tree_has_seen_is_the_gain_of_its_splits():
    """Summed over a node's own rows, the rise of their class's share is the node's size times its Gini gain."""
    forest, table, donors, bag, y = grow(3, seed=4)
    changes = np.zeros((5, 8))
    attribute(forest, table, donors, bag, 1, y, np.ones(60), 0, 60, NO_SUMS, changes)
    for t in range(len(forest)):
        tree, gains = forest[t], np.zeros(8)
        gini = 1 - ((tree.values / tree.values.sum(axis=1, keepdims=True)) ** 2).sum(axis=1)
        weight = tree.values.sum(axis=1)
        for node in np.flatnonzero(tree.nodes["left"] >= 0):
            left = tree.nodes["left"][node]
            lost = weight[node] * gini[node] - weight[left : left + 2] @ gini[left : left + 2]
            gains[tree.nodes["feature"][node]] += lost
        np.testing.assert_allclose(changes[t], gains, atol=1e-9)
