"""Models as labels: who is right about which row."""

import pickle

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal
from sklearn.base import clone
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from tests.contract import parametrize_with_contract

from hedgerow import datasets
from hedgerow.ensembles.stratified_folds import deal_folds
from hedgerow.many_labels import InstancePruningClassifier, MLKNNClassifier, RAkELClassifier
from hedgerow.many_labels.instance_pruning import (
    find_correct,
    find_precise,
    pick_models,
)
from hedgerow.trees.estimators import DecisionTreeClassifier

generator = np.random.default_rng(0)
X = generator.normal(size=(150, 2))
y = np.where(X[:, 0] < 0, np.where(X[:, 1] > 0, "up", "down"), np.where(X[:, 1] > 0, "down", "up"))


class Side(DecisionTreeClassifier):
    """A model that is right on one side only."""

    def __init__(self, left=True):
        super().__init__()
        self.left = left

    def fit(self, X, y):
        self.classes_ = np.array(["down", "up"])
        return self

    def predict(self, X):
        return np.where((np.asarray(X)[:, 1] > 0) == self.left, "up", "down")


def test_the_specified_labels():
    answers = np.array([[0, 1, 1, 0], [0, 0, 1, 1], [1, 1, 1, 0]])  # Check P0.ibep
    correct = find_correct(answers, np.array([0, 1, 1, 1]))
    assert correct.astype(int).tolist() == [[1, 1, 0], [1, 0, 1], [1, 1, 1], [0, 1, 0]]


def test_fitted_models_are_heard_where_they_are_right():
    library = [Side(True).fit(X, y), Side(False).fit(X, y)]
    pruned = InstancePruningClassifier(library, n_folds="prefit").fit(X, y)
    assert_array_equal(pruned.correct_, np.column_stack([X[:, 0] < 0, X[:, 0] >= 0]))
    new = generator.normal(size=(200, 2))
    new = new[np.abs(new[:, 0]) > 0.3]
    assert_array_equal(pruned.choose(new)[:, 0], new[:, 0] < 0)
    expected = np.where((new[:, 0] < 0) == (new[:, 1] > 0), "up", "down")
    assert np.mean(pruned.predict(new) == expected) > 0.99
    assert pruned.estimators_ == library


def test_answers_are_of_models_that_have_not_seen_the_row():
    library = [DecisionTreeClassifier()]
    noise = generator.integers(2, size=150)
    pruned = InstancePruningClassifier(library, random_state=0).fit(X, noise)
    assert 0.3 < pruned.correct_.mean() < 0.7  # a tree is right about all rows that it has seen
    folds = deal_folds(np.random.default_rng(3), noise, 5)
    assert np.bincount(folds).tolist() == [30] * 5
    assert np.ptp([noise[folds == fold].sum() for fold in range(5)]) <= 1


def test_models_that_never_err_or_always_do_are_constants():
    library = [DummyClassifier(strategy="most_frequent"), DummyClassifier(strategy="constant", constant=0)]
    labels = np.ones(20, int)
    labels[0] = 0
    pruned = InstancePruningClassifier([library[0]], random_state=0).fit(X[1:20], labels[1:])
    assert pruned.meta_learner_ is None
    assert (pruned.predict(X) == 1).all()
    assert pruned.choose(X).all()


def test_where_nobody_is_believed_the_best_are_heard():
    scores = np.array([[0.9, 0.6, 0.2], [0.4, 0.3, 0.4]])
    assert pick_models(scores, 0.5).astype(int).tolist() == [[1, 1, 0], [1, 0, 1]]


def test_the_threshold_of_greatest_precision():
    scores = np.array([[0.9, 0.6], [0.9, 0.7]])
    correct = np.array([[True, False], [True, False]])
    assert find_precise(scores, correct) == 0.7
    assert find_precise(scores, ~correct) == 0.5
    pruned = InstancePruningClassifier([Side(True), Side(False)], n_folds="prefit", threshold="precision")
    assert 0.5 <= pruned.fit(X, y).threshold_ <= 0.95


@pytest.mark.parametrize(
    "meta",
    [RAkELClassifier(random_state=0), RandomForestClassifier(5), MLKNNClassifier(3)],
    ids=lambda m: type(m).__name__,
)
def test_any_learner_of_many_labels_may_choose(meta):
    library = [GaussianNB(), LogisticRegression(), DecisionTreeClassifier(max_depth=3)]
    one = InstancePruningClassifier(library, meta, random_state=0, n_jobs=1).fit(X, y)
    two = InstancePruningClassifier(library, clone(meta), random_state=0, n_jobs=2).fit(X, y)
    assert_array_equal(one.predict_proba(X), two.predict_proba(X))
    assert_array_equal(pickle.loads(pickle.dumps(one)).predict(X), one.predict(X))
    assert one.score(X, y) > 0.8


def test_categories_missing_values_and_weights():
    votes = datasets.load("votes")
    pruned = InstancePruningClassifier(n_folds=3, random_state=0)
    pruned.fit(votes.features, votes.target, sample_weight=np.arange(len(votes.target)) % 3)
    assert pruned.score(votes.features, votes.target) > 0.9
    frame = pd.DataFrame({"kind": list("ab") * 30})
    assert InstancePruningClassifier([GaussianNB()]).fit(frame, [0, 1] * 30).score(frame, [0, 1] * 30) == 1


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"n_folds": 1}, "n_folds=1"),
        ({"n_folds": "prefit"}, "needs fitted estimators"),
        ({"threshold": 1.5}, "threshold=1.5"),
        ({"threshold": "best"}, "threshold='best'"),
        ({"estimators": []}, "estimators is empty"),
        ({"estimators": [3]}, "not a classifier"),
        ({"meta_learner": DummyClassifier}, "meta_learner"),
    ],
)
def test_wrong_parameters_are_refused(wrong, message):
    with pytest.raises((ValueError, TypeError), match=message):
        InstancePruningClassifier(**wrong).fit(X, y)


@parametrize_with_contract(
    [InstancePruningClassifier([DecisionTreeClassifier(max_depth=2), GaussianNB()], n_folds=2)],
    expected_failed_checks=lambda estimator: {
        "check_sample_weight_equivalence_on_dense_data": "a row and its copy may be in different folds"
    },
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)
