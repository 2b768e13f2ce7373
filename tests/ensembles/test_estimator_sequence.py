import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

from hedgerow import (
    AdaBoostClassifier,
    BaggingClassifier,
    EnsembleClassifier,
    RandomForestClassifier,
    RandomForestRegressor,
    load_model,
    save_model,
)
from hedgerow.ensembles import RandomRotationClassifier

X, y = load_iris(return_X_y=True)


def grow(seed=0, n_estimators=4, **options):
    return RandomForestClassifier(n_estimators, max_depth=3, random_state=seed, **options).fit(X, y)


def shares(ensemble):
    return ensemble.predict_proba(X)


def test_an_ensemble_is_a_row_of_estimators():
    forest = grow()
    assert len(forest) == len([*forest]) == 4
    assert_array_equal(forest[-1].apply(X), forest.estimators_[3].apply(X))
    assert [tree.get_n_leaves() for tree in forest[1:3]] == [
        tree.get_n_leaves() for tree in forest.estimators_[1:3]
    ]
    assert forest.estimator_.max_depth == 3
    with pytest.raises(IndexError):
        forest[4]


def test_two_forests_become_one():
    first, second = grow(0), grow(1, 2)
    expected = (4 * shares(first) + 2 * shares(second)) / 6
    both = first.estimators_ + second.estimators_
    first.estimators_ += second.estimators_
    first.n_estimators = len(first.estimators_)
    assert_allclose(shares(first), expected)
    assert len(first) == len(both) == 6
    assert_array_equal(first.apply(X)[:, 4:], second.apply(X))
    third = grow(2)
    third.estimators_ = both
    assert_array_equal(shares(third), shares(first))


def test_the_sequence_is_a_list():
    forest, other = grow(), grow(1)
    expected = [tree.apply(X) for tree in forest]
    trees = forest.estimators_
    trees.extend(other.estimators_[:1])
    trees.append(other[1])
    trees.insert(0, other[2])
    trees[1] = other[3]
    expected[0] = other[3].apply(X)
    expected = [other[2].apply(X), *expected, other[0].apply(X), other[1].apply(X)]
    assert_array_equal(forest.apply(X).T, expected)
    assert_array_equal(trees.pop().apply(X), expected.pop())
    del trees[1:3]
    del expected[1:3]
    assert_array_equal(forest.apply(X).T, expected)
    assert len(trees) == len(forest) == 4
    assert len([1] + trees) == 5  # noqa: RUF005 - somebody writes it so
    assert repr(trees) == "<4 estimators>"


def test_a_forest_of_chosen_trees_goes_to_files_and_pickles(tmp_path):
    forest = grow()
    forest.estimators_ = [forest[2], forest[0]]
    save_model(forest, tmp_path / "forest.hdg")
    for again in (load_model(tmp_path / "forest.hdg"), pickle.loads(pickle.dumps(forest))):
        assert_array_equal(shares(again), shares(forest))
        with pytest.raises(AttributeError, match="estimators_ were set by hand"):
            again.estimators_samples_  # noqa: B018


def test_what_was_known_of_other_members_is_forgotten():
    forest = grow(n_estimators=40, oob_score=True)
    forest.estimators_ = forest.estimators_[:20]
    assert not hasattr(forest, "oob_score_")
    with pytest.raises(ValueError, match="estimators_ were set by hand; set warm_start=False"):
        forest.set_params(warm_start=True, n_estimators=50).fit(X, y)
    forest.set_params(warm_start=False, n_estimators=4, oob_score=False).fit(X, y)
    assert_array_equal(shares(forest), shares(grow()))
    assert len(forest.estimators_samples_) == 4


def test_bagged_models_of_others_join_too():
    first, second = (BaggingClassifier(GaussianNB(), 3, random_state=seed).fit(X, y) for seed in (0, 1))
    expected = (shares(first) + shares(second)) / 2
    first.estimators_ += second.estimators_
    assert_allclose(shares(first), expected)
    assert repr(first.estimator_) == "GaussianNB()"


def refuse(match, change):
    with pytest.raises(ValueError, match=match):
        change()


def test_what_cannot_be_put_together():
    forest, before = grow(), shares(grow())
    refuse("needs at least one", lambda: setattr(forest, "estimators_", []))
    refuse(
        "LogisticRegression cannot stand among the trees",
        lambda: forest.estimators_.append(LogisticRegression()),
    )
    values = RandomForestRegressor(1).fit(X, y)
    refuse(
        r"\(4, 0\) cannot stand among trees of \(4, 3\)",
        lambda: forest.estimators_.extend(values.estimators_),
    )
    assert_array_equal(shares(forest), before)
    boosted = AdaBoostClassifier(n_estimators=3).fit(X, y)
    refuse("follows from those before it", boosted.estimators_.pop)
    rotated = RandomRotationClassifier(n_estimators=2).fit(X, y)
    refuse("features or classes of their own", rotated.estimators_.reverse)
    bags = BaggingClassifier(GaussianNB(), 2, max_features=2).fit(X, y)
    refuse("columns of its own", lambda: bags.estimators_.append(bags[0]))


@pytest.mark.parametrize(
    "make", [RandomForestClassifier, BaggingClassifier, EnsembleClassifier, AdaBoostClassifier]
)
@pytest.mark.parametrize(
    "ask",
    [
        len,
        list,
        *(
            lambda model, name=name: getattr(model, name)
            for name in ("estimators_", "estimator_", "feature_importances_", "estimators_samples_")
        ),
        *(lambda model, name=name: getattr(model, name) for name in ("estimators_features_", "members_")),
    ],
)
def test_before_fit(make, ask):
    with pytest.raises(NotFittedError, match="is not fitted yet"):
        ask(make())


def test_methods_of_forests_before_fit():
    for method in ("apply", "decision_path", "proximity", "member_outputs", "member_leaf_sizes"):
        with pytest.raises(NotFittedError):
            getattr(RandomForestClassifier(), method)(X)


def test_rows_are_numbered_in_32_bits():
    assert {rows.dtype for rows in grow().estimators_samples_} == {np.dtype(np.int32)}


def test_rows_that_were_never_left_out_are_told_of():
    with pytest.warns(UserWarning, match=r"Some inputs do not have OOB scores: \d+ of 150 rows") as told:
        forest = grow(n_estimators=2, oob_score=True)
    assert told[0].filename == __file__
    assert f"scores: {forest.n_never_out_of_bag_} of" in str(told[0].message)
