import pickle

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_diabetes, load_iris, load_wine
from sklearn.exceptions import NotFittedError
from sklearn.tree import DecisionTreeClassifier as PeerClassifier
from sklearn.tree import DecisionTreeRegressor as PeerRegressor

from hedgerow import (
    BaggingRegressor,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    ExtraTreesClassifier,
    RandomForestClassifier,
)
from hedgerow.trees.scikit_learn_tree import part_single_precision

X, y = load_iris(return_X_y=True)
R, z = load_diabetes(return_X_y=True)
NOISE = np.random.default_rng(0)
WEIGHTS = NOISE.uniform(0.1, 3.0, len(X))
GAPS = np.where(NOISE.random(X.shape) < 0.2, np.nan, X).astype(np.float32)


def singles(rows):
    return np.asarray(rows, np.float32)


def assert_same_split(ours, theirs, node=0, other=0):
    """Both trees part the rows alike and say the same, whatever the numbers of their nodes."""
    for name in ("feature", "n_node_samples"):
        assert getattr(ours, name)[node] == getattr(theirs, name)[other]
    for name in ("threshold", "impurity", "weighted_n_node_samples", "value"):
        assert_allclose(getattr(ours, name)[node], getattr(theirs, name)[other], rtol=1e-6, atol=1e-9)
    for side in ("children_left", "children_right"):
        below = getattr(ours, side)[node], getattr(theirs, side)[other]
        assert (below[0] == -1) == (below[1] == -1)
        if below[0] != -1:
            assert below[0] > node
            assert_same_split(ours, theirs, *below)


@pytest.mark.parametrize("criterion", ["gini", "entropy", "log_loss"])
@pytest.mark.parametrize("weights", [None, WEIGHTS])
def test_a_tree_of_classes_is_the_one_that_scikit_learn_grows(criterion, weights):
    # One feature and few levels, so no two cuts gain the same.
    column = X[:, [2]]
    ours = DecisionTreeClassifier(criterion=criterion, max_depth=2).fit(column, y, weights)
    theirs = PeerClassifier(criterion=criterion, max_depth=2, random_state=0).fit(column, y, weights)
    assert type(ours.tree_) is type(theirs.tree_)
    assert_same_split(ours.tree_, theirs.tree_)
    for name in (
        "max_depth",
        "node_count",
        "n_leaves",
        "n_features",
        "n_outputs",
        "max_n_classes",
        "capacity",
    ):
        assert getattr(ours.tree_, name) == getattr(theirs.tree_, name)
    assert_array_equal(ours.tree_.n_classes, theirs.tree_.n_classes)
    for name in ("n_outputs_", "max_features_", "n_features_in_", "n_classes_"):
        assert getattr(ours, name) == getattr(theirs, name)


def test_a_tree_of_values_is_the_one_that_scikit_learn_grows():
    ours = DecisionTreeRegressor(max_depth=3).fit(singles(R[:, [2]]), z)
    theirs = PeerRegressor(max_depth=3, random_state=0).fit(R[:, [2]], z)
    assert_same_split(ours.tree_, theirs.tree_)
    assert ours.tree_.value.shape == (ours.tree_.node_count, 1, 1)


@pytest.mark.parametrize(
    ("model", "rows", "target", "weights"),
    [
        (DecisionTreeClassifier(max_features=2, random_state=0), X, np.array(["b", "a", "c"])[y], None),
        (DecisionTreeClassifier(criterion="gini", class_weight="balanced"), X[20:], y[20:], None),
        (DecisionTreeClassifier(criterion="sum_minority", max_depth=4), X, y, WEIGHTS),
        (DecisionTreeClassifier(split="pert", random_state=0), X, y, WEIGHTS),
        (DecisionTreeClassifier(max_leaf_nodes=6), GAPS, y, None),
        (DecisionTreeClassifier(pruning="mdl"), GAPS, y, WEIGHTS),
        (DecisionTreeClassifier(), X[:9], y[:9], None),  # one class, one leaf
        (DecisionTreeRegressor(split="random", random_state=0), GAPS, y * 1.5, WEIGHTS),
        (DecisionTreeRegressor(max_depth=5, min_samples_leaf=3), singles(R), z, None),
        (DecisionTreeRegressor(), X, np.zeros(len(X)), None),
        (DecisionTreeRegressor(ccp_alpha=50.0), singles(R), z, None),
    ],
    ids=lambda value: repr(value) if hasattr(value, "fit") else "",
)
def test_it_says_what_the_estimator_says(model, rows, target, weights):
    model.fit(rows, target, weights)
    tree, flat = model.tree_, model.flat_tree_
    assert tree is model.tree_  # made once
    assert_array_equal(tree.apply(singles(rows)), model.apply(rows))
    assert_array_equal(tree.decision_path(singles(rows)).toarray(), model.decision_path(rows).toarray())
    is_class = hasattr(model, "classes_")
    said = model.predict_proba(rows) if is_class else model.predict(rows)[:, None]
    assert_allclose(tree.predict(singles(rows)).reshape(said.shape), said, atol=1e-12)
    assert_allclose(tree.compute_feature_importances(), model.feature_importances_, atol=1e-9)
    assert tree.n_leaves == model.get_n_leaves()
    assert tree.max_depth == model.get_depth()
    is_leaf = tree.children_left == -1
    assert_array_equal(is_leaf, flat.is_leaf)
    for array in (tree.feature, tree.threshold):
        assert (array[is_leaf] == -2).all()
        assert (array[~is_leaf] != -2).all()
    assert (tree.children_right[is_leaf] == -1).all()
    assert (tree.children_left[~is_leaf] > np.flatnonzero(~is_leaf)).all()
    depth, n_leaves = tree.compute_node_depths(), is_leaf.sum()
    assert_array_equal(depth - depth.min(), flat.depth)
    assert n_leaves == tree.n_leaves
    # What flows into a node flows out of it.
    left, right = tree.children_left[~is_leaf], tree.children_right[~is_leaf]
    for counts in (tree.n_node_samples, tree.weighted_n_node_samples):
        assert_allclose(counts[left] + counts[right], counts[~is_leaf])
    if is_class:
        assert_allclose(tree.value.sum(axis=2), 1.0)


def test_a_path_ends_in_the_leaf():
    tree = DecisionTreeClassifier().fit(X, y)
    path = tree.decision_path(X)
    assert path.shape == (len(X), tree.tree_.node_count)
    assert path.has_sorted_indices
    ends = [path.indices[path.indptr[row] : path.indptr[row + 1]][-1] for row in range(len(X))]
    assert_array_equal(ends, tree.apply(X))
    assert_array_equal(path.toarray().sum(axis=1) - 1, tree.flat_tree_.depth[ends])


def test_forests_and_bags_have_such_trees():
    forest = RandomForestClassifier(4, random_state=0).fit(X, y)
    shares = [tree.tree_.predict(singles(X)) for tree in forest.estimators_]
    assert_allclose(np.mean(shares, axis=0), forest.predict_proba(X), atol=1e-12)
    bags = BaggingRegressor(n_estimators=3, random_state=0).fit(singles(R), z)
    means = [tree.tree_.predict(singles(R))[:, 0] for tree in bags.estimators_]
    assert_allclose(np.mean(means, axis=0), bags.predict(singles(R)))


@pytest.mark.parametrize("load", [load_iris, load_wine])
def test_decimals_take_the_same_side_in_single_precision(load):
    rows, target = load(return_X_y=True)
    for kind in (RandomForestClassifier, ExtraTreesClassifier):
        for tree in kind(10, random_state=1).fit(rows, target).estimators_:
            assert_array_equal(tree.tree_.apply(singles(rows)), tree.apply(rows))


def test_thresholds_move_only_where_a_decimal_changes_its_side():
    decimals = np.round(NOISE.uniform(-100, 100, (300, 2)), 1)
    halfway = decimals.mean(axis=1)
    moved = part_single_precision(halfway)
    assert_array_equal(singles(np.round(halfway, 2)) <= moved, np.round(halfway, 2) <= halfway)
    assert_allclose(moved, halfway, rtol=1e-6)
    assert (moved != halfway).any()
    between = singles(decimals).astype(np.float64).mean(axis=1)
    assert_array_equal(part_single_precision(between), between)
    odd = np.array([np.inf, 1e300, -2.0, 0.0, 5e-324])
    assert_array_equal(part_single_precision(odd), odd)


def test_one_row():
    tree = DecisionTreeRegressor().fit([[1.0]], [3.0]).tree_
    assert (tree.node_count, tree.n_leaves, tree.max_depth) == (1, 1, 0)
    assert_array_equal(tree.predict(singles([[9.0]])), [[3.0]])
    assert tree.impurity[0] == 0


def test_subsets_of_categories_cannot_be_said():
    frame = pd.DataFrame({"city": list("abcd") * 5, "size": np.arange(20.0)})
    tree = DecisionTreeClassifier().fit(frame, frame["city"].isin(["a", "c"]))
    assert not hasattr(tree, "tree_")
    with pytest.raises(AttributeError, match=r"no splits by subsets of categories, .* read flat_tree_"):
        tree.tree_  # noqa: B018
    assert tree.decision_path(frame).shape == (20, 3)
    numbers = DecisionTreeClassifier().fit(frame, frame["size"] > 9)
    assert numbers.tree_.feature[0] == 1


def test_before_fit():
    for name in ("tree_", "n_outputs_", "max_features_"):
        with pytest.raises(NotFittedError):
            getattr(DecisionTreeClassifier(), name)
    with pytest.raises(NotFittedError):
        DecisionTreeClassifier().decision_path(X)


def test_what_is_looked_at_is_not_kept_in_pickles():
    tree = DecisionTreeClassifier().fit(X, y)
    before = len(pickle.dumps(tree))
    tree.tree_, tree.predict(X)
    assert len(pickle.dumps(tree)) == before
    assert_array_equal(pickle.loads(pickle.dumps(tree)).tree_.threshold, tree.tree_.threshold)


def test_another_criterion_is_another_impurity():
    tree = DecisionTreeClassifier(criterion="gini").fit(X, y)
    assert tree.tree_.impurity[0] == pytest.approx(2 / 3)
    tree.criterion = "entropy"
    assert tree.tree_.impurity[0] == pytest.approx(np.log2(3))


def test_splitter_is_another_name_of_split():
    ours = DecisionTreeClassifier(splitter="random", random_state=0).fit(X, y)
    assert_array_equal(
        ours.flat_tree_.nodes,
        DecisionTreeClassifier(split="random", random_state=0).fit(X, y).flat_tree_.nodes,
    )
    for split in ("random", "pert", "top_k"):
        with pytest.raises(ValueError, match=f"splitter='best' and split='{split}' say different things"):
            DecisionTreeClassifier(splitter="best", split=split).fit(X, y)
    with pytest.raises(ValueError, match="splitter='pert' must be"):
        DecisionTreeClassifier(splitter="pert").fit(X, y)
    with pytest.raises(ValueError, match="use it with split='best'"):
        DecisionTreeClassifier(splitter="random", pruning="mdl").fit(X, y)
