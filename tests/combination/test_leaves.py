import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_matrix
from sklearn.datasets import load_diabetes, load_iris
from sklearn.ensemble import (
    BaggingClassifier,
    RandomForestClassifier,
    RandomForestRegressor,
    VotingClassifier,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from hedgerow import RandomForestClassifier as Forest
from hedgerow.combination import leaf_sizes

X, y = load_iris(return_X_y=True)


def test_a_leaf_is_as_large_as_the_weight_it_was_grown_on():
    tree = DecisionTreeClassifier(max_depth=2, random_state=0).fit(X, y, np.arange(150.0))
    leaves = tree.apply(X)
    expected = [np.arange(150.0)[leaves == leaf].sum() for leaf in leaves]
    assert_allclose(leaf_sizes([tree], X), [expected])


@pytest.mark.parametrize("table", [X, pd.DataFrame(X, columns=list("abcd")), csr_matrix(X)])
def test_scikit_learns_forests_count_what_was_drawn(table):
    forest = RandomForestClassifier(5, max_leaf_nodes=4, random_state=0).fit(table, y)
    sizes = leaf_sizes(forest, table)
    assert sizes.shape == (5, 150)
    for member, rows in enumerate(forest.estimators_samples_):
        leaves = forest.estimators_[member].apply(X)
        assert_array_equal(sizes[member], [(leaves[rows] == leaf).sum() for leaf in leaves])


def test_bagging_shows_each_member_its_columns():
    bagging = BaggingClassifier(DecisionTreeClassifier(max_depth=1), 4, max_features=2, random_state=0).fit(
        X, y
    )
    expected = [
        tree.tree_.weighted_n_node_samples[tree.apply(X[:, columns])]
        for tree, columns in zip(bagging.estimators_, bagging.estimators_features_, strict=True)
    ]
    assert_array_equal(leaf_sizes(bagging, X), expected)


def test_members_that_know_the_names_are_shown_the_names():
    table = pd.DataFrame(X, columns=list("abcd"))
    panel = VotingClassifier([("stump", DecisionTreeClassifier(max_depth=1))]).fit(table, y)
    assert_array_equal(np.unique(leaf_sizes(panel, table)), [50, 100])


def test_trees_of_values_have_leaves_too():
    table, target = load_diabetes(return_X_y=True)
    forest = RandomForestRegressor(3, max_depth=1, random_state=0).fit(table, target)
    assert_array_equal(
        leaf_sizes(forest, table).max(axis=1) + leaf_sizes(forest, table).min(axis=1), [442] * 3
    )


def test_hedgerows_forests_know_their_leaves():
    forest = Forest(5, max_leaf_nodes=4, random_state=0).fit(X, y)
    sizes = leaf_sizes(forest, X)
    assert_array_equal(sizes, leaf_sizes(list(forest.estimators_), X))
    for member, rows in enumerate(forest.estimators_samples_):
        leaves = forest.estimators_[member].apply(X)
        assert_array_equal(sizes[member], [(leaves[rows] == leaf).sum() for leaf in leaves])


def test_others_have_none():
    with pytest.raises(
        ValueError, match=r"GaussianNB has no leaves, .* use trees, or a confidence of 'purity'"
    ):
        leaf_sizes([GaussianNB().fit(X, y)], X)
