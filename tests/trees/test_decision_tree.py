import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import make_classification

from hedgerow import DecisionTreeClassifier, DecisionTreeRegressor

TREES = [DecisionTreeClassifier, DecisionTreeRegressor]


def classes(n=400, seed=0):
    return make_classification(n, 10, n_informative=5, n_classes=3, flip_y=0.1, random_state=seed)


@pytest.mark.parametrize("kind", TREES)
def test_fit_does_not_touch_its_input(kind):
    X, y = classes()
    X_before, y_before = X.copy(), y.copy()
    w = np.random.default_rng(0).random(400)
    w_before = w.copy()
    for array in (X, y, w):
        array.setflags(write=False)
    kind().fit(X, y, w)
    np.testing.assert_array_equal(X, X_before)
    np.testing.assert_array_equal(y, y_before)
    np.testing.assert_array_equal(w, w_before)


@pytest.mark.parametrize("kind", TREES)
@pytest.mark.parametrize("split", ["best", "random", "pert", "top_k"])
def test_the_same_seed_grows_the_same_tree(kind, split):
    X, y = classes()
    tree = kind(split=split, max_features=2, random_state=3)
    first, again = clone(tree).fit(X, y), pickle.loads(pickle.dumps(clone(tree).fit(X, y)))
    np.testing.assert_array_equal(first.flat_tree_.nodes, again.flat_tree_.nodes)
    np.testing.assert_array_equal(first.predict(X), again.predict(X))
    other = clone(tree).set_params(random_state=4).fit(X, y)
    mine, others = first.flat_tree_, other.flat_tree_
    assert others.node_count != mine.node_count or (others.nodes != mine.nodes).any()


def test_leaves_depth_and_importances():
    X, y = classes()
    tree = DecisionTreeClassifier().fit(X, y)
    leaves = tree.apply(X)
    assert tree.flat_tree_.is_leaf[leaves].all()
    assert len(np.unique(leaves)) == tree.get_n_leaves() == (tree.flat_tree_.node_count + 1) // 2
    assert tree.get_depth() == tree.flat_tree_.depth.max()
    assert tree.feature_importances_.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("kind", TREES)
def test_limits(kind):
    X, y = classes()
    assert kind(max_depth=3).fit(X, y).get_depth() == 3
    assert kind(max_leaf_nodes=7).fit(X, y).get_n_leaves() == 7
    assert kind(min_samples_leaf=20).fit(X, y).flat_tree_.n_node_samples.min() >= 20
    tree = kind(min_samples_split=50).fit(X, y).flat_tree_
    assert tree.n_node_samples[~tree.is_leaf].min() >= 50
    tree = kind(min_weight_fraction_leaf=0.1).fit(X, y, np.linspace(0.1, 2.0, 400)).flat_tree_
    assert tree.weighted_n_node_samples.min() >= 0.1 * tree.weighted_n_node_samples[0] * (1 - 1e-9)


def test_a_fitted_tree_around_a_grown_one():
    X, y = classes()
    tree = DecisionTreeClassifier(max_depth=2).fit(X, y)
    again = DecisionTreeClassifier(max_depth=2).from_tree(tree.flat_tree_)
    assert again.classes_.tolist() == [0, 1, 2]
    np.testing.assert_array_equal(again.predict_proba(X), tree.predict_proba(X))
    values = DecisionTreeRegressor().fit(X, y)
    np.testing.assert_array_equal(
        DecisionTreeRegressor().from_tree(values.flat_tree_).predict(X), values.predict(X)
    )
