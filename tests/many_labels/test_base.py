"""What all classifiers of many labels have in common."""

import pickle

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, make_scorer
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.contract import parametrize_with_contract

from hedgerow.datasets.generators.label_sets import make_label_sets
from hedgerow.many_labels import (
    BinaryRelevanceClassifier,
    ChainEnsembleClassifier,
    LabelPowersetClassifier,
    LabelSetECOCClassifier,
    MLKNNClassifier,
    PrunedSetsClassifier,
    PrunedSetsEnsembleClassifier,
    RAkELClassifier,
)

SEEDED = [
    BinaryRelevanceClassifier(random_state=0),
    BinaryRelevanceClassifier(threshold="pcut", random_state=0),
    LabelPowersetClassifier(random_state=0),
    LabelSetECOCClassifier(n_estimators=25, decision="set", random_state=0),
    RAkELClassifier(random_state=0),
    RAkELClassifier(overlap=False, threshold="pcut", random_state=0),
    ChainEnsembleClassifier(n_estimators=4, random_state=0),
    PrunedSetsClassifier(random_state=0),
    PrunedSetsEnsembleClassifier(n_estimators=4, random_state=0),
]
ALL = [*SEEDED, MLKNNClassifier(5)]
every_method = pytest.mark.parametrize("method", ALL, ids=repr)

sample = make_label_sets(150, random_state=0)
X, Y = sample.X, sample.Y

SHARES = {
    "check_classifiers_multilabel_output_format_predict_proba": "shares of votes and of leaves may be 0 and 1"
}
DRAWN = {
    "check_sample_weight_equivalence_on_dense_data": "rows are drawn, so weights act like repeats in distribution"
}
EXPECTED = {
    "ChainEnsembleClassifier": SHARES | DRAWN,
    "LabelSetECOCClassifier": DRAWN,
    "MLKNNClassifier": {
        "check_sample_weight_equivalence_on_dense_data": "weights do not count among neighbours"
    },
    "PrunedSetsEnsembleClassifier": SHARES | DRAWN,
}


# With "pcut" labels are cut where their number is right, not at one half, as the checks expect.
@parametrize_with_contract(
    [
        BinaryRelevanceClassifier(),
        LabelPowersetClassifier(),
        LabelSetECOCClassifier(n_estimators=5),
        RAkELClassifier(),
        ChainEnsembleClassifier(n_estimators=3, threshold=0.5),
        PrunedSetsClassifier(),
        PrunedSetsEnsembleClassifier(n_estimators=3, threshold=0.5),
        MLKNNClassifier(3),
    ],
    expected_failed_checks=lambda estimator: EXPECTED.get(type(estimator).__name__, SHARES),
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


@every_method
def test_whatever_holds_the_labels_the_answers_are_the_same(method):
    expected = clone(method).fit(X, Y)
    answers = expected.predict(X)
    assert answers.shape == Y.shape
    assert expected.predict_proba(X).shape == Y.shape
    assert ((expected.predict_proba(X) >= 0) & (expected.predict_proba(X) <= 1)).all()
    for given in (sparse.csr_matrix(Y), pd.DataFrame(Y, columns=list("abcdef")), Y.astype(bool)):
        assert_array_equal(clone(method).fit(X, given).predict(X), answers)
    words = clone(method).fit(X, np.where(Y, "yes", "no"))
    assert_array_equal(words.predict(X), np.where(answers, "yes", "no"))
    assert words.score(X, np.where(Y, "yes", "no")) == expected.score(X, Y)
    assert_array_equal(expected.classes_, [[0, 1]] * 6)
    assert_array_equal(words.classes_, [["no", "yes"]] * 6)


@every_method
def test_names_of_labels_are_kept_and_forgotten(method):
    named = clone(method).fit(*sample.frames())
    assert named.label_names_.tolist() == ["y1", "y2", "y3", "y4", "y5", "y6"]
    assert named.feature_names_in_[0] == "x1"
    named.fit(X, Y)
    assert not hasattr(named, "label_names_")


@every_method
def test_threads_and_pickles_leave_no_trace(method):
    one = clone(method).set_params(n_jobs=1).fit(X, Y)
    two = clone(method).set_params(n_jobs=2).fit(X, Y)
    for other in (two, pickle.loads(pickle.dumps(one))):
        assert_array_equal(other.predict_proba(X), one.predict_proba(X))
        assert_array_equal(other.predict(X), one.predict(X))


@every_method
def test_subset_accuracy_is_the_score(method):
    fitted = clone(method).fit(X[:100], Y[:100])
    assert fitted.score(X, Y) == accuracy_score(Y, fitted.predict(X))
    weights = np.arange(150.0)
    assert_allclose(fitted.score(X, Y, weights), accuracy_score(Y, fitted.predict(X), sample_weight=weights))
    with pytest.raises(ValueError, match="y has shape"):
        fitted.score(X, Y[:, :2])


@every_method
def test_inside_scikit_learns_tools(method):
    folded = cross_val_predict(method, X, Y, cv=3, method="predict_proba")
    assert folded.shape == Y.shape
    piped = make_pipeline(StandardScaler(), clone(method))
    scores = cross_val_score(piped, X, Y, cv=3, scoring=make_scorer(accuracy_score))
    assert_allclose(scores, cross_val_score(piped, X, Y, cv=3))


def test_parameters_can_be_searched_for():
    search = GridSearchCV(RAkELClassifier(random_state=0), {"labelset_size": [1, 3]}, cv=3).fit(X, Y)
    assert search.best_params_ == {"labelset_size": 3}


@every_method
def test_labels_that_never_change(method):
    labels = Y.copy()
    labels[:, 0], labels[:, 3] = 0, 1
    fitted = clone(method).fit(X, labels)
    assert (fitted.predict(X)[:, 0] == 0).all()
    assert (fitted.predict(X)[:, 3] == 1).all()
    nothing = clone(method).fit(X, np.zeros_like(Y))
    assert not nothing.predict(X).any()
    assert clone(method).fit(X, np.ones_like(Y)).predict(X).all()


@every_method
def test_more_labels_than_rows(method):
    many = np.random.default_rng(0).integers(2, size=(12, 80))
    fitted = clone(method).fit(X[:12], many)
    assert fitted.predict(X).shape == (150, 80)


@every_method
def test_rows_without_weight_are_not_seen(method):
    weights = np.ones(150)
    weights[100:] = 0
    if "Ensemble" in type(method).__name__:
        method = clone(method).set_params(max_samples=None)
    spoiled = Y.copy()
    spoiled[100:] = 1 - spoiled[100:]
    with_weights = clone(method).fit(X, spoiled, sample_weight=weights)
    without = clone(method).fit(X[:100], Y[:100])
    assert_array_equal(with_weights.predict_proba(X), without.predict_proba(X))


@every_method
def test_categories_and_missing_values(method):
    frame = pd.DataFrame(X[:, :3], columns=list("abc"))
    frame.loc[::5, "a"] = np.nan
    frame["topic"] = pd.Categorical(np.array(list("pqrstuvw"))[sample.topics])
    fitted = clone(method).fit(frame, Y)
    assert fitted.score(frame, Y) > 0.5
    assert fitted.predict(frame[:1]).shape == (1, 6)


@pytest.mark.parametrize("method", SEEDED, ids=repr)
@pytest.mark.parametrize("estimator", [LogisticRegression(), KNeighborsClassifier(3)], ids=repr)
def test_any_learner(method, estimator):
    """One that refuses a single class, and one that takes no weights."""
    fitted = clone(method).set_params(estimator=estimator).fit(X[:80], Y[:80])
    assert fitted.score(X[80:], Y[80:]) > 0.2
    with pytest.raises(ValueError, match="NaN"):
        clone(fitted).fit(np.where(X > 1, np.nan, X), Y)


def test_a_vector_has_two_classes():
    fitted = ChainEnsembleClassifier(random_state=0).fit(X, np.where(Y[:, 0], "b", "a"))
    assert fitted.classes_.tolist() == ["a", "b"]
    assert_array_equal(fitted.predict(X), fitted.classes_[fitted.predict_proba(X).argmax(axis=1)])


def test_wrong_sizes_are_refused():
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        RAkELClassifier().fit(X, Y[:10])
    with pytest.raises(ValueError, match=r"sample_weight.shape == "):
        RAkELClassifier().fit(X, Y, sample_weight=[1.0])


def test_checks_of_parameters():
    with pytest.raises(ValueError, match="combination='sum'"):
        RAkELClassifier(combination="sum").fit(X, Y)
