from typing import ClassVar

import numpy as np
import pandas as pd
import pytest
from joblib import parallel_config
from numpy.testing import assert_array_equal
from scipy.sparse import csr_array
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_diabetes, load_iris
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    GradientBoostingClassifier,
    VotingClassifier,
)
from sklearn.linear_model import LinearRegression, LogisticRegression, RidgeClassifier
from sklearn.model_selection import (
    GroupKFold,
    KFold,
    PredefinedSplit,
    RepeatedStratifiedKFold,
    cross_val_predict,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import hedgerow
from hedgerow.analysis.committees import committee_outputs, default_committee, heterogeneous_committee

X, Y = load_iris(return_X_y=True)
TEXT = np.array(["s", "c", "v"])[Y]
X_VALUES, VALUES = load_diabetes(return_X_y=True)
LINEAR = LogisticRegression(max_iter=300)
FOLDS = KFold(4, shuffle=True, random_state=0)


def test_a_list_says_what_cross_validated_estimators_say():
    trio = [GaussianNB(), KNeighborsClassifier(1), DecisionTreeClassifier(random_state=0)]
    outputs = committee_outputs(trio, X, TEXT, cv=FOLDS)
    assert outputs.predicted.all()
    for answers, estimator in zip(outputs.answers, trio, strict=True):
        assert_array_equal(outputs.classes[answers], cross_val_predict(estimator, X, TEXT, cv=FOLDS))
    assert_array_equal(outputs.classes[outputs.truth], TEXT)


def test_regressors_say_what_cross_validated_regressors_say():
    pair = [LinearRegression(), DecisionTreeRegressor(max_depth=3, random_state=0)]
    outputs = committee_outputs(pair, X_VALUES, VALUES, cv=FOLDS)
    for answers, estimator in zip(outputs.answers, pair, strict=True):
        assert_array_equal(answers, cross_val_predict(estimator, X_VALUES, VALUES, cv=FOLDS))
    assert_array_equal(outputs.truth, VALUES)
    assert committee_outputs(LinearRegression(), X_VALUES, VALUES, random_state=0).predicted.all()


def test_an_ensemble_votes_with_its_members():
    forest = hedgerow.RandomForestClassifier(7, random_state=3)
    outputs = committee_outputs(forest, X, TEXT, cv=FOLDS)
    assert outputs.n_members == 7
    for train, test in FOLDS.split(X):
        fitted = hedgerow.RandomForestClassifier(7, random_state=3).fit(X[train], TEXT[train])
        assert_array_equal(outputs.answers[:, test], fitted.member_outputs(X[test]).argmax(axis=2))


@pytest.mark.parametrize(
    ("committee", "n_members"),
    [
        (GaussianNB(), 1),
        (GradientBoostingClassifier(n_estimators=2), 1),
        (BaggingClassifier(GaussianNB(), 3), 3),
        ([BaggingClassifier(GaussianNB(), 3)], 1),
        ((GaussianNB(), BaggingClassifier(GaussianNB(), 3)), 2),
    ],
)
def test_who_has_a_vote(committee, n_members):
    assert committee_outputs(committee, X, Y, cv=2, random_state=0).n_members == n_members


def test_out_of_bag_and_training_answers():
    forest = hedgerow.RandomForestClassifier(25, random_state=0)
    fitted = hedgerow.RandomForestClassifier(25, random_state=0).fit(X, TEXT)
    said = fitted.member_outputs(X).argmax(axis=2)
    bags = np.array([np.bincount(rows, minlength=150) for rows in fitted.estimators_samples_])
    out_of_bag = committee_outputs(forest, X, TEXT, predictions="oob")
    assert_array_equal(out_of_bag.predicted, bags == 0)
    assert_array_equal(out_of_bag.answers, said)
    trained = committee_outputs(forest, X, TEXT, predictions="train")
    assert_array_equal(trained.answers, said)
    assert trained.predicted.all()


def test_a_splitter_that_tests_again_gives_more_votes():
    repeats = RepeatedStratifiedKFold(n_splits=3, n_repeats=4, random_state=0)
    outputs = committee_outputs([GaussianNB(), KNeighborsClassifier()], X, TEXT, cv=repeats)
    assert outputs.n_members == 8
    assert outputs.predicted.all()
    splits = list(repeats.split(X, TEXT))
    for repeat in range(4):
        for train, test in splits[3 * repeat : 3 * repeat + 3]:
            bayes = GaussianNB().fit(X[train], TEXT[train]).predict(X[test])
            near = KNeighborsClassifier().fit(X[train], TEXT[train]).predict(X[test])
            assert_array_equal(outputs.classes[outputs.answers[2 * repeat, test]], bayes)
            assert_array_equal(outputs.classes[outputs.answers[2 * repeat + 1, test]], near)


def test_nobody_speaks_about_rows_that_are_not_tested():
    split = PredefinedSplit(np.where(np.arange(150) < 20, -1, np.arange(150) % 3))
    outputs = committee_outputs(GaussianNB(), X, Y, cv=split)
    assert_array_equal(outputs.predicted[0], np.arange(150) >= 20)
    with pytest.raises(ValueError, match="groups"):
        committee_outputs(GaussianNB(), X, Y, cv=GroupKFold(2))


@pytest.mark.parametrize("predictions", ["cv", "oob"])
def test_only_who_has_seen_a_class_judges_it(predictions):
    labels = TEXT.astype("<U5")
    labels[[0, 60, 61]] = ["once", "twice", "twice"]
    forest = hedgerow.RandomForestClassifier(40, random_state=0)
    outputs = committee_outputs(forest, X, labels, predictions=predictions, random_state=0)
    assert outputs.classes.tolist() == ["c", "once", "s", "twice", "v"]
    assert not outputs.predicted[:, 0].any()
    assert outputs.predicted[:, [60, 61]].any(axis=0).all()  # dealt to different folds, so each has been seen
    if predictions == "oob":
        bags = hedgerow.RandomForestClassifier(40, random_state=0).fit(X, labels).estimators_samples_
        for member, bag in enumerate(bags):
            assert outputs.predicted[member, 60] == (60 not in bag and 61 in bag)


def test_folds_share_out_every_class():
    labels = np.repeat([0, 1, 2], [90, 50, 10])

    class Counting(ClassifierMixin, BaseEstimator):
        seen: ClassVar = []

        def fit(self, X, y):
            self.classes_ = np.unique(y)
            self.seen.append(np.bincount(y))
            return self

        def predict(self, X):
            return np.zeros(len(X), dtype=int)

    committee_outputs(Counting(), X, labels, cv=5, random_state=0)
    assert_array_equal(Counting.seen, [[72, 40, 8]] * 5)


def test_the_same_seed_gives_the_same_votes_for_any_n_jobs():
    forest = hedgerow.RandomForestClassifier(5)
    with parallel_config("threading"):
        one, two, other = (
            committee_outputs(forest, X, TEXT, random_state=seed, n_jobs=n_jobs)
            for seed, n_jobs in ((0, 1), (0, 2), (1, 1))
        )
    assert_array_equal(one.answers, two.answers)
    assert not np.array_equal(one.answers, other.answers)
    assert forest.random_state is None


def test_a_seed_of_ones_own_is_kept():
    fixed = committee_outputs(
        BaggingClassifier(DecisionTreeClassifier(), 3, random_state=5), X, Y, cv=FOLDS, random_state=1
    )
    again = committee_outputs(
        BaggingClassifier(DecisionTreeClassifier(), 3, random_state=5), X, Y, cv=FOLDS, random_state=2
    )
    assert_array_equal(fixed.answers, again.answers)


def test_weights_of_members_and_rows():
    voting = VotingClassifier([("bayes", GaussianNB()), ("near", KNeighborsClassifier())], weights=[3, 1])
    outputs = committee_outputs(voting, X, Y, random_state=0)
    assert_array_equal(outputs.weights, [3.0, 1.0])
    weights = np.where(np.arange(150) % 2, 5.0, 1.0)
    mixed = committee_outputs([GaussianNB(), KNeighborsClassifier()], X, Y, sample_weight=weights, cv=FOLDS)
    assert_array_equal(mixed.sample_weight, weights)
    for train, test in FOLDS.split(X):
        fitted = GaussianNB().fit(X[train], Y[train], sample_weight=weights[train])
        assert_array_equal(mixed.answers[0, test], fitted.predict(X[test]))


def test_ensembles_may_stop_early_in_some_folds():
    # separable in one half of the table, so boosting ends after one round there
    rows = np.concatenate([np.linspace(0, 1, 40), np.linspace(0, 1, 40)])[:, None]
    labels = np.concatenate([np.arange(40) >= 20, np.random.default_rng(0).random(40) < 0.5])
    booster = AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=5, random_state=0)
    split = PredefinedSplit(np.repeat([0, 1], 40))
    outputs = committee_outputs(booster, rows, labels, cv=split)
    n_heard = outputs.predicted.sum(axis=0)
    assert set(n_heard[40:]) == {1}
    assert set(n_heard[:40]) == {outputs.n_members}
    assert outputs.n_members > 1


def test_frames_and_sparse_tables_are_passed_on_as_they_are():
    frame = pd.DataFrame(X, columns=list("abcd")).assign(
        kind=pd.Categorical(np.where(X[:, 0] > 5, "big", "small"))
    )
    outputs = committee_outputs(hedgerow.RandomForestClassifier(3), frame, TEXT, random_state=0)
    assert outputs.n_samples == 150
    sparse = committee_outputs(LINEAR, csr_array(X), Y, cv=FOLDS)
    assert_array_equal(sparse.answers, committee_outputs(LINEAR, X, Y, cv=FOLDS).answers)


@pytest.mark.parametrize("regression", [False, True])
def test_the_committees_that_come_with_the_package(regression):
    table, target = (X_VALUES[:60], VALUES[:60]) if regression else (X, TEXT)
    trio = committee_outputs(
        heterogeneous_committee(regression=regression), table, target, cv=3, random_state=0
    )
    assert trio.n_members == 3
    forest = committee_outputs(
        default_committee(regression=regression, sparse=False), table, target, cv=2, random_state=0
    )
    assert forest.n_members == 100
    sparse = default_committee(regression=regression, sparse=True)
    assert (
        committee_outputs(sparse, csr_array(table), target, predictions="oob", random_state=0).n_members
        == 100
    )


@pytest.mark.parametrize(
    ("committee", "options", "message"),
    [
        ([], {}, "the committee is empty"),
        ([GaussianNB(), LinearRegression()], {}, "mixes classifiers and regressors"),
        (GaussianNB(), {"predictions": "test"}, "predictions='test' must be 'cv', 'oob' or 'train'"),
        (GaussianNB(), {"predictions": "oob"}, "needs a committee that is one ensemble with bags"),
        ([BaggingClassifier(GaussianNB(), 3)], {"predictions": "oob"}, "one ensemble with bags"),
        (GaussianNB(), {"cv": 1}, "cv=1 must be an int of 2 or more"),
    ],
)
def test_what_cannot_be_is_refused(committee, options, message):
    with pytest.raises(ValueError, match=message):
        committee_outputs(committee, X, Y, **options)


def test_a_single_row_cannot_be_held_out():
    with pytest.raises(ValueError, match="n_samples=1"):
        committee_outputs(GaussianNB(), X[:1], Y[:1])


def test_probabilities_are_those_of_cross_validation():
    pair = [GaussianNB(), LINEAR]
    outputs = committee_outputs(pair, X, TEXT, cv=FOLDS, probabilities=True, names=["bayes", "line"])
    for said, estimator in zip(outputs.probabilities, pair, strict=True):
        expected = cross_val_predict(estimator, X, TEXT, cv=FOLDS, method="predict_proba")
        np.testing.assert_allclose(said, expected)
    assert outputs.names == ("bayes", "line")
    assert committee_outputs(pair, X, TEXT, cv=FOLDS).probabilities is None


def test_who_has_no_probabilities_is_certain_and_who_knows_fewer_classes_gives_the_others_none():
    labels = np.array(["a", "b"] * 20 + ["c"])
    table = X[:41] + (labels == "b")[:, None]
    outputs = committee_outputs(
        [RidgeClassifier(), GaussianNB()], table, labels, cv=2, probabilities=True, random_state=0
    )
    assert set(np.unique(outputs.probabilities[0])) == {0.0, 1.0}
    assert_array_equal(outputs.probabilities[0].argmax(axis=1), outputs.answers[0])
    assert outputs.probabilities.shape == (2, 41, 3)
    np.testing.assert_allclose(outputs.probabilities.sum(axis=2), 1)


@pytest.mark.parametrize("cv", [3, GroupKFold(3)])
def test_groups_stay_together(cv):
    groups = np.arange(150) // 5
    memory = KNeighborsClassifier(1)
    twins = np.repeat(X[::5], 5, axis=0)  # all rows of a group are the same, and have a label of their own
    labels = np.random.default_rng(0).integers(0, 2, 30).repeat(5)
    apart = committee_outputs(memory, twins, labels, cv=cv, groups=groups, random_state=0)
    mixed = committee_outputs(memory, twins, labels, cv=3, random_state=0)
    assert mixed.errors()[0] < 0.1 < apart.errors()[0]
    values = committee_outputs(
        LinearRegression(), X_VALUES, VALUES, cv=3, groups=np.arange(442) % 9, random_state=0
    )
    assert values.predicted.all()


def test_groups_and_names_must_fit():
    with pytest.raises(ValueError, match="groups holds one group"):
        committee_outputs(GaussianNB(), X, Y, groups=np.zeros(150))
    with pytest.raises(ValueError, match="3 names were given for 1 members"):
        committee_outputs([GaussianNB()], X, Y, names=["a", "b", "c"])
