import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier as PeerTree
from tests.ensembles.made_up import Dichotomies, Rotation

from hedgerow import DecisionTreeClassifier, EnsembleClassifier
from hedgerow.ensembles.leaves import find_leaf_sizes, find_leaves, has_leaves

X, y = load_iris(return_X_y=True)
TREES = [
    {},
    {"view": "subspace"},
    {"view": Rotation()},
    {"code": Dichotomies()},
    {"estimator": PeerTree(max_depth=2)},
    {"estimator": PeerTree(max_depth=2), "view": "subspace"},
    {"estimator": PeerTree(max_depth=2), "view": Rotation()},
]


def grow(**choices):
    defaults = {"estimator": DecisionTreeClassifier(max_depth=2), "n_estimators": 5, "random_state": 0}
    return EnsembleClassifier(**defaults | choices).fit(X, y)


@pytest.mark.parametrize("choices", TREES, ids=str)
def test_rows_of_one_leaf_get_one_answer_and_one_size(choices):
    ensemble = grow(**choices)
    leaves = find_leaves(ensemble.members_, X)
    assert has_leaves(ensemble.members_)
    assert leaves.shape == (150, 5)
    sizes, answers = find_leaf_sizes(ensemble.members_, X), ensemble.member_outputs(X)
    for member in range(5):
        assert len(set(leaves[:, member])) == ensemble.estimators_[member].get_n_leaves()
        for leaf in set(leaves[:, member]):
            inside = leaves[:, member] == leaf
            assert len(set(sizes[member, inside])) == 1
            assert np.ptp(answers[member, inside], axis=0).max() < 1e-12


def test_leaves_are_those_of_the_trees():
    ensemble = grow()
    expected = np.stack([tree.apply(X) for tree in ensemble.estimators_], axis=1)
    assert_array_equal(find_leaves(ensemble.members_, X), expected)


def test_others_have_none():
    members = grow(estimator=GaussianNB()).members_
    assert not has_leaves(members)
    with pytest.raises(ValueError, match="GaussianNB has no leaves, so rows cannot meet there"):
        find_leaves(members, X)


class Bare:
    """Members that are nothing but a list."""

    def __init__(self, estimators):
        self.estimators = estimators

    def __len__(self):
        return len(self.estimators)

    def __getitem__(self, index):
        return self.estimators[index]


def test_members_of_an_unknown_kind_are_asked_one_by_one():
    trees = Bare([PeerTree(max_depth=depth).fit(X, y) for depth in (1, 2)])
    assert has_leaves(trees)
    assert_array_equal(find_leaves(trees, X), np.stack([trees[0].apply(X), trees[1].apply(X)], axis=1))
    assert not has_leaves(Bare([GaussianNB()]))
