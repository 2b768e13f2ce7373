import pickle

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.datasets import load_wine
from sklearn.linear_model import LinearRegression, RidgeClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC
from tests.contract import parametrize_with_contract

from hedgerow.ensembles import DDAGClassifier, NestedDichotomiesClassifier, PairwiseClassifier
from hedgerow.ensembles.bagging import BaggingClassifier

X, Y = load_wine(return_X_y=True)
KINDS = (NestedDichotomiesClassifier, DDAGClassifier, PairwiseClassifier)
every_kind = pytest.mark.parametrize("kind", KINDS)


@parametrize_with_contract(
    [
        NestedDichotomiesClassifier(n_estimators=3),
        DDAGClassifier(),
        PairwiseClassifier(),
        PairwiseClassifier(GaussianNB(), decision="coupling"),
    ],
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


@every_kind
@pytest.mark.parametrize("learner", [None, GaussianNB(), RidgeClassifier(), SVC()])
def test_any_classifier_learns_the_questions(kind, learner):
    fitted = kind(learner, random_state=0).fit(X[::2], Y[::2])
    assert fitted.score(X[1::2], Y[1::2]) > 0.5
    assert_allclose(fitted.predict_proba(X).sum(axis=1), 1.0)


@every_kind
def test_labels_may_be_words_and_threads_leave_no_trace(kind):
    names = np.array(["oak", "ash", "elm"])
    plain = kind(random_state=3, n_jobs=1).fit(X[::2], Y[::2])
    named = kind(random_state=3, n_jobs=2).fit(X[::2], names[Y[::2]])
    assert set(named.predict(X)) <= set(names)
    again = kind(random_state=3, n_jobs=2).fit(X[::2], Y[::2])
    assert_array_equal(again.predict_proba(X), plain.predict_proba(X))
    loaded = pickle.loads(pickle.dumps(plain))
    assert_array_equal(loaded.predict_proba(X), plain.predict_proba(X))
    assert_array_equal(loaded.predict(X), plain.predict(X))


@every_kind
def test_whole_weights_are_repeats_and_weightless_classes_are_never_predicted(kind):
    weights = np.random.default_rng(0).integers(0, 3, len(X)) * (Y != 1)
    weighted = kind(random_state=0).fit(X, Y, weights)
    repeated = kind(random_state=0).fit(np.repeat(X, weights, axis=0), np.repeat(Y, weights))
    assert_array_equal(weighted.classes_, [0, 1, 2])
    assert_allclose(weighted.predict_proba(X)[:, 1], 0.0)
    assert_array_equal(weighted.predict(X), repeated.predict(X))
    assert_allclose(weighted.predict_proba(X)[:, [0, 2]], repeated.predict_proba(X))


@every_kind
def test_one_class_is_always_the_answer(kind):
    fitted = kind(random_state=0).fit(X[:5], ["only"] * 5)
    assert set(fitted.predict(X)) == {"only"}
    assert_allclose(fitted.predict_proba(X[:2]), 1.0)


@every_kind
def test_two_classes_are_one_question(kind):
    rows = Y < 2
    fitted = kind(GaussianNB(), random_state=0).fit(X[rows], Y[rows])
    alone = GaussianNB().fit(X[rows], Y[rows])
    assert len(fitted.models_) == 1
    assert_array_equal(fitted.predict(X), alone.predict(X))
    assert_allclose(fitted.predict_proba(X), np.clip(alone.predict_proba(X), 1e-7, 1 - 1e-7), atol=2e-7)


@every_kind
def test_frames_with_categories_and_holes(kind):
    frame = pd.DataFrame(X[:, :3], columns=["a", "b", "c"])
    frame["grape"] = np.array(["red", "white", None], object)[Y]
    frame.loc[::7, "a"] = np.nan
    fitted = kind(random_state=0).fit(frame, Y)
    assert fitted.feature_names_in_.tolist() == ["a", "b", "c", "grape"]
    assert fitted.score(frame, Y) > 0.95
    with pytest.raises(ValueError, match="NaN"):
        kind(GaussianNB()).fit(frame.drop(columns="grape"), Y)


@every_kind
def test_a_sample_may_lack_a_class(kind):
    rare = np.where(np.arange(len(Y)) < 2, 3, Y)  # two rows, which a bootstrap sample may miss
    bagging = BaggingClassifier(kind(), n_estimators=12, random_state=0).fit(X, rare)
    assert any(len(member.classes_) == 3 for member in bagging.estimators_)
    assert bagging.predict_proba(X).shape == (len(X), 4)


@every_kind
def test_wrong_learners_leave_nothing(kind):
    for wrong in (LinearRegression(), GaussianNB, "tree"):
        estimator = kind(wrong)
        with pytest.raises(ValueError, match=r"is not a classifier|cannot be fitted"):
            estimator.fit(X, Y)
        assert not hasattr(estimator, "classes_")


@every_kind
def test_fit_leaves_its_learner_alone(kind):
    learner = GaussianNB()
    kind(learner).fit(X, Y)
    assert not hasattr(learner, "classes_")
    assert clone(kind(learner, random_state=3)).random_state == 3
