import pickle

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_digits, load_wine, make_blobs
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.metrics import balanced_accuracy_score
from sklearn.metrics.pairwise import laplacian_kernel
from sklearn.preprocessing import scale
from tests.contract import parametrize_with_contract

from hedgerow.combination.class_pairs import couple_pairs
from hedgerow.ensembles.bagging import BaggingClassifier
from hedgerow.learners import TIPCACClassifier

X, Y = load_wine(return_X_y=True)
X = scale(X)
TRAIN, TEST = slice(0, None, 2), slice(1, None, 2)
every_kernel = pytest.mark.parametrize("kernel", [None, "rbf", "linear", laplacian_kernel])


CUT = (
    "predict follows the thresholds of the pairs, predict_proba their curves, which need not meet at one half"
)


@parametrize_with_contract(
    [TIPCACClassifier(), TIPCACClassifier("rbf"), TIPCACClassifier("rbf", decision="coupling")],
    expected_failed_checks=lambda estimator: (
        {} if estimator.decision == "coupling" else {"check_classifiers_train": CUT}
    ),
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


@every_kernel
@pytest.mark.parametrize("decision", ["ddag", "vote", "coupling"])
def test_every_choice_learns(kernel, decision):
    fitted = TIPCACClassifier(kernel, decision=decision).fit(X[TRAIN], Y[TRAIN])
    assert fitted.score(X[TEST], Y[TEST]) > 0.93
    assert_allclose(fitted.predict_proba(X).sum(axis=1), 1.0)
    assert fitted.transform(X).shape == (178, 2)


def test_all_directions_and_two_classes_are_fishers_discriminant():
    rows = Y < 2
    fitted = TIPCACClassifier(n_directions="all").fit(X[rows], Y[rows])
    lda = LinearDiscriminantAnalysis().fit(X[rows], Y[rows])
    correlation = np.corrcoef(fitted.transform(X).ravel(), lda.decision_function(X))[0, 1]
    assert abs(correlation) == pytest.approx(1.0)


def test_with_two_classes_the_kernel_sees_the_table():
    generator = np.random.default_rng(0)
    rows = generator.normal(size=(300, 2))
    inside = (rows**2).sum(axis=1) < 1.2  # a disc, which no line parts
    plain, kernel = (
        TIPCACClassifier(kernel, sigma=1.0).fit(rows[:200], inside[:200]) for kernel in (None, "rbf")
    )
    assert plain.score(rows[200:], inside[200:]) < 0.75
    assert kernel.score(rows[200:], inside[200:]) > 0.95


@every_kernel
def test_whole_weights_are_repeats_and_weightless_classes_are_never_predicted(kernel):
    weights = np.random.default_rng(0).integers(0, 3, len(X)) * (Y != 1)
    weighted = TIPCACClassifier(kernel).fit(X, Y, weights)
    repeated = TIPCACClassifier(kernel).fit(np.repeat(X, weights, axis=0), np.repeat(Y, weights))
    assert_array_equal(weighted.predict(X), repeated.predict(X))
    assert_allclose(weighted.predict_proba(X)[:, [0, 2]], repeated.predict_proba(X), atol=1e-6)
    assert_allclose(weighted.predict_proba(X)[:, 1], 0.0)


@every_kernel
def test_labels_may_be_words_and_threads_leave_no_trace(kernel):
    names = np.array(["ash", "elm", "oak"])
    one = TIPCACClassifier(kernel, n_jobs=1).fit(X[TRAIN], names[Y[TRAIN]])
    two = TIPCACClassifier(kernel, n_jobs=2).fit(X[TRAIN], names[Y[TRAIN]])
    assert_array_equal(one.predict_proba(X), two.predict_proba(X))
    assert_array_equal(one.predict(X), names[TIPCACClassifier(kernel).fit(X[TRAIN], Y[TRAIN]).predict(X)])
    assert_array_equal(pickle.loads(pickle.dumps(one)).predict_proba(X), two.predict_proba(X))


def test_probabilities_are_the_pairs_coupled():
    fitted = TIPCACClassifier("rbf").fit(X[TRAIN], Y[TRAIN])
    chances = fitted.pairs_.find_chances(fitted.transform(X[TEST]))
    pairs = np.full((len(chances), 3, 3), 0.5)
    for number, (first, second) in enumerate([(0, 1), (0, 2), (1, 2)]):
        pairs[:, first, second], pairs[:, second, first] = chances[:, number], 1 - chances[:, number]
    sizes = np.bincount(Y[TRAIN])
    assert_allclose(fitted.predict_proba(X[TEST]), couple_pairs(pairs, np.add.outer(sizes, sizes)))


def test_the_order_of_a_knockout():
    generator = np.random.default_rng(0)
    rows, labels = (
        generator.normal(size=(200, 6)),
        generator.integers(6, size=200),
    )  # noise: many wins are cyclic
    answers = [
        TIPCACClassifier(order=order).fit(rows, labels).predict(rows)
        for order in (None, np.arange(6), np.arange(6)[::-1], [2, 0, 4, 1, 5, 3])
    ]
    assert_array_equal(answers[0], answers[1])
    assert (answers[0] != answers[3]).any()
    assert_array_equal(answers[0], answers[2])  # first and last meet first, whichever way the list runs


def test_many_more_features_than_rows():
    generator = np.random.default_rng(0)
    labels = np.arange(90) % 3
    rows = generator.normal(size=(90, 2000)) + 0.35 * generator.normal(size=(3, 2000))[labels]
    for kernel in (None, "rbf"):
        fitted = TIPCACClassifier(kernel).fit(rows[:60], labels[:60])
        assert fitted.score(rows[60:], labels[60:]) > 0.9


def test_balanced_thresholds_find_rare_classes():
    generator = np.random.default_rng(0)
    labels = np.repeat([0, 1, 2], [600, 600, 30])
    rows = generator.normal(size=(1230, 5)) + 1.5 * np.eye(5)[labels]
    plain, balanced = (
        TIPCACClassifier(threshold_score=score).fit(rows[::2], labels[::2]).predict(rows[1::2])
        for score in ("accuracy", "balanced")
    )
    assert (
        balanced_accuracy_score(labels[1::2], balanced) > balanced_accuracy_score(labels[1::2], plain) + 0.05
    )


def test_a_kernel_finds_more_than_lines_in_digits():
    rows, labels = load_digits(return_X_y=True)
    plain, kernel = (
        TIPCACClassifier(kernel).fit(rows[TRAIN], labels[TRAIN]).score(rows[TEST], labels[TEST])
        for kernel in (None, "rbf")
    )
    assert kernel > plain > 0.92


def test_many_classes():
    rows, labels = make_blobs([8] * 60, 12, cluster_std=1.0, shuffle=False, random_state=0)
    fitted = TIPCACClassifier().fit(rows[::2], labels[::2])
    assert fitted.score(rows[1::2], labels[1::2]) > 0.9
    assert fitted.predict_proba(rows[:5]).shape == (5, 60)


def test_frames_with_categories():
    frame = pd.DataFrame(X[:, :3], columns=["a", "b", "c"])
    frame["grape"] = np.array(["red", "white", None], object)[Y]
    fitted = TIPCACClassifier().set_output(transform="pandas").fit(frame, Y)
    assert fitted.score(frame, Y) > 0.95
    assert list(fitted.transform(frame).columns) == ["tipcacclassifier0", "tipcacclassifier1"]
    frame.loc[0, "a"] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        fitted.predict(frame)
    with pytest.raises(ValueError, match="NaN"):
        TIPCACClassifier().fit(frame, Y)


def test_one_class_and_one_row_of_a_class():
    assert set(TIPCACClassifier().fit(X[:5], ["only"] * 5).predict(X)) == {"only"}
    lonely = np.r_[np.flatnonzero(Y < 2), np.flatnonzero(Y == 2)[:1]]
    assert TIPCACClassifier("rbf").fit(X[lonely], Y[lonely]).predict(X[lonely[-1:]]) == [2]


def test_it_is_a_learner_like_any_other():
    bagging = BaggingClassifier(TIPCACClassifier(), n_estimators=5, random_state=0).fit(X[TRAIN], Y[TRAIN])
    assert bagging.score(X[TEST], Y[TEST]) > 0.93


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"spectrum": "units"}, "spectrum='units' must be .* 'unit'"),
        ({"threshold": "mean"}, "threshold='mean'"),
        ({"threshold_score": "recall"}, "threshold_score='recall'"),
        ({"decision": "dag"}, "decision='dag' must be 'ddag'"),
        ({"variance": 0}, r"variance=0 must be a number in \(0, 1\]"),
        ({"variance": 1.5}, "variance=1.5"),
        ({"n_directions": 0}, "n_directions=0"),
        ({"n_directions": "some"}, "n_directions='some'"),
        ({"kernel": "gauss"}, "kernel='gauss'"),
        ({"kernel": "rbf", "sigma": -1}, "sigma=-1"),
        ({"order": [0, 1]}, "order="),
    ],
)
def test_what_is_refused(choices, message):
    with pytest.raises(ValueError, match=message):
        TIPCACClassifier(**choices).fit(X, Y)
