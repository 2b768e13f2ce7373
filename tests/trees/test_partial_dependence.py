from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from sklearn.datasets import load_diabetes
from sklearn.inspection import PartialDependenceDisplay, partial_dependence

from hedgerow import (
    DecisionTreeRegressor,
    ExtraTreesRegressor,
    RandomForestRegressor,
)
from hedgerow.trees import partial_dependence as partial_dependence_of_trees
from hedgerow.trees.partial_dependence import average_branches

X, y = load_diabetes(return_X_y=True)
X = X.astype(np.float32)


@pytest.mark.parametrize("features", [[2], [8, 2], [0, 3, 9]])
def test_the_mean_is_scikit_learns(features):
    forest = RandomForestRegressor(5, max_features=0.5, random_state=0).fit(X, y)
    grid = X[::9, features]
    theirs = np.zeros(len(grid))
    for tree in forest.estimators_:
        tree.tree_.compute_partial_dependence(np.ascontiguousarray(grid), np.array(features), theirs)
    assert_allclose(average_branches(forest.members_.forest, grid, features), theirs / 5)


def test_all_features_known_is_a_prediction():
    forest = ExtraTreesRegressor(3, max_depth=6, random_state=0).fit(X, y)
    known = average_branches(forest.members_.forest, X[:40], np.arange(10))
    assert_allclose(known, forest.predict(X[:40]))


def test_a_feature_of_no_split_leaves_the_mean_of_the_rows():
    tree = DecisionTreeRegressor(max_depth=5).fit(X * (np.arange(10) != 4), y)
    assert_allclose(average_branches(tree.flat_tree_.forest, [[1.0], [2.0]], [4]), y.mean())


def test_points_in_blocks_are_the_same_points(monkeypatch):
    forest = RandomForestRegressor(2, random_state=0).fit(X, y).members_.forest
    expected = average_branches(forest, X[:50, :2], [0, 1])
    monkeypatch.setattr(partial_dependence_of_trees, "_MOST_CELLS", 1000)
    assert_allclose(average_branches(forest, X[:50, :2], [0, 1]), expected)


def test_leaves_count_and_not_the_nodes_above_them():
    tree = DecisionTreeRegressor(max_depth=4).fit(X, y)
    expected = average_branches(tree.flat_tree_.forest, X[:5, [2]], [2])
    values = tree.flat_tree_.values.copy()
    values[~tree.flat_tree_.is_leaf, 1] = 1e9  # as a median is not the mean of medians
    other = replace(tree.flat_tree_, values=values)
    assert_allclose(average_branches(other.forest, X[:5, [2]], [2]), expected)


def recursion_and_brute(model, table, features, **options):
    return [
        partial_dependence(model, table, features, method=method, **options)["average"]
        for method in ("recursion", "brute")
    ]


def test_recursion_is_brute_force_where_features_are_independent():
    # Every pair of values is there once, so a branch has the same share of the rows below any split.
    grid = np.stack(np.meshgrid(np.arange(6.0), np.arange(6.0)), axis=-1).reshape(-1, 2)
    target = grid[:, 0] ** 2 + 3 * (grid[:, 1] > 2)
    for model in (
        DecisionTreeRegressor(max_depth=4),
        RandomForestRegressor(3, bootstrap=False, max_depth=3, random_state=0),
    ):
        fast, slow = recursion_and_brute(model.fit(grid, target), grid, [0], grid_resolution=6)
        assert_allclose(fast, slow, atol=1e-9)


def test_recursion_is_brute_force_on_stumps_with_gaps():
    gappy = np.where(np.random.default_rng(0).random(X.shape) < 0.1, np.nan, X)
    model = RandomForestRegressor(8, max_depth=1, bootstrap=False, max_features=3, random_state=0).fit(
        gappy, y
    )
    fast, slow = recursion_and_brute(model, gappy, [2])
    assert_allclose(fast, slow)


def test_frames_with_categories():
    frame = pd.DataFrame({"city": np.array(list("abcd") * 25), "size": np.repeat(np.arange(25.0), 4)})
    target = frame["size"] + 7.0 * frame["city"].isin(["b", "d"])
    tree = DecisionTreeRegressor(max_depth=3).fit(frame, target)
    for feature, options in (("city", {"categorical_features": ["city"]}), ("size", {})):
        fast, slow = recursion_and_brute(tree, frame, [feature], **options)
        assert_allclose(fast, slow)
    unseen = average_branches(tree.flat_tree_.forest, [["z"], [np.nan]], [0], tree._encoding)
    assert unseen[0] == unseen[1]


def test_the_display_takes_forests():
    forest = RandomForestRegressor(3, random_state=0).fit(X, y)
    shown = PartialDependenceDisplay.from_estimator(
        forest, X, [2, (2, 8)], method="recursion", grid_resolution=5
    )
    assert shown.pd_results[0]["average"].shape == (1, 5)
