import pickle

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.datasets import load_digits, load_iris, load_wine, make_classification
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.metrics import log_loss
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neural_network import MLPClassifier
from sklearn.tree import DecisionTreeClassifier
from tests.contract import parametrize_with_contract

from hedgerow.codes import Decoding, class_separability, measure_distances
from hedgerow.codes.protocol import CODES
from hedgerow.ensembles.bagging import BaggingClassifier
from hedgerow.ensembles.coded.ecoc import ECOCClassifier
from hedgerow.ensembles.coded.sides import predict_sides
from hedgerow.ensembles.engine import EnsembleClassifier

X, y = load_iris(return_X_y=True)
NAMES = np.array(["setosa", "versicolor", "virginica"])[y]
D, d = load_digits(return_X_y=True)
DRAWN = "rows are drawn by weight, so weights act like repeats in distribution only"


@parametrize_with_contract(
    [
        ECOCClassifier(DecisionTreeClassifier(), n_estimators=6),
        ECOCClassifier(n_estimators=6, bootstrap=False, calibration=None),
    ],
    expected_failed_checks=lambda ecoc: (
        {
            "check_sample_weight_equivalence_on_dense_data": DRAWN,
            "check_sample_weight_equivalence_on_sparse_data": DRAWN,
        }
        if ecoc.bootstrap
        else {}
    ),
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


@pytest.mark.parametrize("code", sorted(CODES.places.keys() - {"identity", "minimal"}))
def test_every_code_learns(code):
    ecoc = ECOCClassifier(code=code, random_state=0).fit(X[::2], NAMES[::2])
    assert ecoc.score(X[1::2], NAMES[1::2]) > 0.85
    assert len(ecoc.estimators_) == ecoc.code_matrix_.shape[1]


@pytest.mark.parametrize(
    "decoding",
    ["hamming", "l1", "euclidean", "attenuated", "linear", "exponential", "hinge", "probabilistic"],
)
@pytest.mark.parametrize("calibration", ["softmax", "platt", None])
def test_every_decoding_and_calibration(decoding, calibration):
    ecoc = ECOCClassifier(
        code="sparse_random", decoding=decoding, calibration=calibration, oob_score=True, random_state=0
    ).fit(X, NAMES)
    probabilities = ecoc.predict_proba(X)
    assert ecoc.score(X, NAMES) > 0.95
    assert ecoc.oob_score_ > 0.85
    assert_allclose(probabilities.sum(axis=1), 1)
    assert probabilities.min() >= 0
    if calibration != "platt":
        assert (ecoc.classes_[probabilities.argmax(axis=1)] == ecoc.predict(X)).mean() > 0.99


def test_smith_and_windeatt_in_one_call():
    network = MLPClassifier((3,), solver="lbfgs", max_iter=15)
    ecoc = ECOCClassifier(network, n_estimators=8, weights="csep", calibration="platt", random_state=0)
    with pytest.warns(match="lbfgs failed to converge"):
        ecoc.fit(X / X.max(axis=0), y)
    sides = predict_sides(ecoc.members_, X / X.max(axis=0)).T
    weights = class_separability(sides, y, ecoc.code_matrix_)
    assert_allclose(ecoc.class_weights_, weights)
    # F = 1 - sum W |s - z|, P6.4
    chances, letters = (sides + 1) / 2, (ecoc.code_matrix_ + 1) / 2
    expected = 1 - (weights[None] * np.abs(chances[:, None] - letters[None])).sum(axis=2)
    assert_allclose(ecoc.decision_function(X / X.max(axis=0)), expected)
    assert ecoc.score(X / X.max(axis=0), y) > 0.9


def test_weights_may_come_from_out_of_bag_rows():
    training, honest = (
        ECOCClassifier(n_estimators=10, weights="csep", csep_rows=rows, random_state=0).fit(X, y)
        for rows in ("training", "oob")
    )
    seen = np.stack([np.isin(np.arange(150), rows) for rows in honest.estimators_samples_], axis=1)
    expected = class_separability(predict_sides(honest.members_, X).T, y, honest.code_matrix_, seen=~seen)
    assert_allclose(honest.class_weights_, expected)
    assert np.abs(training.class_weights_ - honest.class_weights_).max() > 1e-3


def test_a_tree_column_is_a_tree_on_its_sides():
    ecoc = ECOCClassifier(n_estimators=8, bootstrap=False, random_state=0).fit(D[:400], d[:400])
    for column, tree in zip(ecoc.code_matrix_.T, ecoc.estimators_, strict=True):
        assert_array_equal(tree.predict(D[:400]), column[d[:400]] > 0)


def test_parity_with_one_versus_rest_and_one():
    scaled, model = X / X.max(axis=0), LogisticRegression()
    ours = ECOCClassifier(model, code="one_vs_rest", bootstrap=False, decoding="linear").fit(scaled, y)
    theirs = OneVsRestClassifier(model).fit(scaled, y)
    chances = np.stack([each.predict_proba(scaled)[:, 1] for each in theirs.estimators_], axis=1)
    assert_allclose(predict_sides(ours.members_, scaled).T, 2 * chances - 1, atol=1e-6)
    assert_array_equal(ours.predict(scaled), theirs.predict(scaled))
    pairs = ECOCClassifier(RidgeClassifier(), code="one_vs_one", bootstrap=False, decoding="hamming").fit(
        D, d
    )
    votes = OneVsOneClassifier(RidgeClassifier()).fit(D, d)
    assert (pairs.predict(D) == votes.predict(D)).mean() > 0.99  # ties are settled in different ways


def test_the_lecture_is_hamming_decoding_of_free_partitions():
    # I2: votes = (B + X M^T) / 2.
    votes = EnsembleClassifier(GaussianNB(), code="random_partitions", combination="vote", random_state=0)
    votes.set_params(n_estimators=15, resampling="full").fit(X, y)
    sides = np.where(predict_sides(votes.members_, X) >= 0, 1, -1).T
    expected = (15 + sides @ votes.code_matrix_.T) / 2
    assert_allclose(votes.members_.sum_outputs(X, None, hard=True), expected)
    distances = measure_distances(sides.astype(float), votes.code_matrix_)
    assert_allclose(expected, 15 - distances)


def test_two_classes_are_bagging_or_one_member():
    binary = y[:100]
    bagged = ECOCClassifier(n_estimators=9, random_state=3).fit(X[:100], binary)
    alone = ECOCClassifier(n_estimators=9, bootstrap=False).fit(X[:100], binary)
    plain = BaggingClassifier(n_estimators=9, random_state=3).fit(X[:100], binary)
    assert len(bagged.estimators_) == 9
    assert len(alone.estimators_) == 1
    assert_allclose(bagged.decision_function(X), 2 * plain.predict_proba(X)[:, 1] - 1)
    assert alone.decision_function(X).shape == (150,)


def test_copies_of_one_split_are_warned_of():
    ensemble = EnsembleClassifier(GaussianNB(), code="random_partitions", resampling="full", n_estimators=4)
    with pytest.warns(UserWarning, match="two classes can be split in one way only, .* all 4 members"):
        ensemble.fit(X[:100], y[:100])


def test_one_class_is_answered():
    ecoc = ECOCClassifier().fit(X[:50], NAMES[:50])
    assert set(ecoc.predict(X)) == {"setosa"}
    assert_array_equal(ecoc.predict_proba(X), 1.0)


def test_same_seed_same_answer_for_any_number_of_workers():
    one, two, other = (
        ECOCClassifier(n_estimators=30, weights="csep", oob_score=True, n_jobs=n_jobs, random_state=seed).fit(
            D, d
        )
        for n_jobs, seed in ((1, 0), (2, 0), (1, 1))
    )
    assert_array_equal(one.predict_proba(D), two.predict_proba(D))
    assert_array_equal(one.oob_decision_function_, two.oob_decision_function_)
    assert np.abs(one.predict_proba(D) - other.predict_proba(D)).max() > 0
    again = pickle.loads(pickle.dumps(one))
    assert_array_equal(again.predict_proba(D), one.predict_proba(D))
    assert_array_equal(clone(one).fit(D, d).code_matrix_, one.code_matrix_)


def test_members_see_the_rows_that_the_ensemble_reports():
    # One class is so rare that its side is often missing from a bootstrap sample.
    rare = np.where(np.arange(150) < 2, 0, np.where(y == 2, 2, 1))
    ecoc = ECOCClassifier(GaussianNB(), code="one_vs_rest", n_estimators=30, random_state=0).fit(X, rare)
    for member, rows, column in zip(
        ecoc.estimators_, ecoc.estimators_samples_, ecoc.code_matrix_.T, strict=True
    ):
        assert_array_equal(np.unique(column[rare[rows]]), [-1, 1])
        assert member.class_count_.sum() == len(rows) == 150


def test_rows_of_classes_left_out_are_dropped():
    ecoc = ECOCClassifier(GaussianNB(), code="one_vs_one", bootstrap=False).fit(X, y)
    assert [int(member.class_count_.sum()) for member in ecoc.estimators_] == [100, 100, 100]


def test_relabelled_classes_are_relabelled_answers():
    numbers = ECOCClassifier(n_estimators=20, random_state=0).fit(X, y)
    words = ECOCClassifier(n_estimators=20, random_state=0).fit(X, NAMES)
    assert_array_equal(words.predict(X), np.unique(NAMES)[numbers.predict(X)])


def test_frames_with_categories_and_holes():
    frame = pd.DataFrame(X, columns=["a", "b", "c", "d"])
    frame["kind"] = pd.Categorical(np.where(y == 0, "round", "long"))
    frame.loc[::7, "a"] = np.nan
    ecoc = ECOCClassifier(n_estimators=15, random_state=0).fit(frame, NAMES)
    assert ecoc.score(frame, NAMES) > 0.95
    assert_array_equal(ecoc.feature_names_in_, frame.columns)
    assert ecoc.feature_importances_.shape == (5,)


def test_without_bootstrap_whole_weights_are_repeats():
    counts = np.random.default_rng(0).integers(0, 3, 150)
    rows = np.repeat(np.arange(150), counts)
    choices = {"n_estimators": 9, "bootstrap": False, "weights": "csep", "random_state": 0}
    weighted = ECOCClassifier(GaussianNB(), **choices).fit(X, y, sample_weight=counts.astype(float))
    repeated = ECOCClassifier(GaussianNB(), **choices).fit(X[rows], y[rows])
    assert_allclose(weighted.class_weights_, repeated.class_weights_)
    assert_allclose(weighted.predict_proba(X), repeated.predict_proba(X), atol=1e-4)


def test_a_class_without_weight_is_never_answered_and_breaks_nothing():
    ecoc = ECOCClassifier(n_estimators=20, weights="csep", random_state=0)
    ecoc.fit(X, y, sample_weight=(y != 1).astype(float))
    assert ecoc.predict_proba(X).shape == (150, 3)
    assert ecoc.score(X[y != 1], y[y != 1]) > 0.9


def test_hundreds_of_classes():
    generator = np.random.default_rng(0)
    centres = generator.normal(size=(300, 6)) * 4
    labels = np.repeat(np.arange(300), 6)
    table = centres[labels] + generator.normal(size=(1800, 6)) * 0.2
    ecoc = ECOCClassifier(n_estimators=60, random_state=0, n_jobs=2).fit(table[::2], labels[::2])
    assert ecoc.score(table[1::2], labels[1::2]) > 0.8


def test_a_fold_without_some_classes_is_another_problem():
    folds = [np.arange(100), np.arange(50, 150)]
    for rows in folds:
        ecoc = ECOCClassifier(code="dense_random", n_estimators=None, random_state=0).fit(
            X[rows], NAMES[rows]
        )
        assert set(ecoc.predict(X)) <= set(NAMES[rows])


def test_calibrated_probabilities_are_better_than_shares():
    half = slice(0, None, 2), slice(1, None, 2)
    losses = {}
    for calibration in ("softmax", "platt", None):
        ecoc = ECOCClassifier(n_estimators=60, calibration=calibration, random_state=0).fit(
            D[half[0]], d[half[0]]
        )
        losses[calibration] = log_loss(d[half[1]], ecoc.predict_proba(D[half[1]]))
    assert losses["softmax"] < losses[None]
    assert losses["platt"] < losses[None]


def test_many_columns_correct_what_few_get_wrong():
    W, w = load_wine(return_X_y=True)
    X, y = make_classification(
        1500, 12, n_informative=10, n_classes=8, n_clusters_per_class=1, class_sep=1.5, random_state=0
    )
    tree = DecisionTreeClassifier(random_state=0).fit(X[::2], y[::2]).score(X[1::2], y[1::2])
    minimal, coded = (
        ECOCClassifier(code=code, random_state=0).fit(X[::2], y[::2]).score(X[1::2], y[1::2])
        for code in ("binary", "maximal_distance")
    )
    assert minimal < coded
    assert tree + 0.05 < coded
    assert ECOCClassifier(n_estimators=50, oob_score=True, random_state=0).fit(W, w).oob_score_ > 0.93


@pytest.mark.parametrize(
    "mixture",
    [
        {"view": "rotation", "code": "even_partitions"},
        {"view": "subspace", "code": "dense_random", "n_estimators": None},
        {"resampling": "divboost", "code": "one_vs_rest"},
        {"resampling": "adaboost", "code": "random_partitions"},
        {"resampling": "subsample", "code": [[1, 1], [1, -1], [-1, 0]], "n_estimators": 30},
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "combination", ["mean_probability", "vote", Decoding("hamming", weights="csep")], ids=str
)
def test_any_mixture_is_one_line(mixture, combination):
    choices = {"n_estimators": 30, "random_state": 0, "combination": combination, **mixture}
    ensemble = EnsembleClassifier(DecisionTreeClassifier(max_depth=3), **choices).fit(X, NAMES)
    assert ensemble.score(X, NAMES) > 0.85
    assert ensemble.code_matrix_.shape == (3, len(ensemble.members_))
    stages = list(ensemble.staged_predict(X))
    assert_array_equal(stages[-1], ensemble.predict(X))


def test_member_outputs_are_decoded():
    ensemble = EnsembleClassifier(code="one_vs_one", n_estimators=3, random_state=0).fit(X, y)
    outputs = ensemble.member_outputs(X)
    assert outputs.shape == (3, 150, 3)
    assert_array_equal(outputs[0, :, 2], 0.5)
    assert_allclose(ensemble.members_.sum_outputs(X, None, hard=False), outputs.sum(axis=0))
    weights = np.array([1.0, 2.0, 0.5])
    assert_allclose(ensemble.members_.sum_outputs(X, weights, False), np.tensordot(weights, outputs, 1))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"code": "morse"}, "code='morse' must be 'binary'"),
        ({"decoding": "near"}, "decoding='near' must be 'hamming'"),
        ({"weights": "equal"}, "weights='equal' must be 'csep' or None"),
        ({"calibration": "isotonic"}, "calibration='isotonic' must be 'softmax', 'platt' or None"),
        ({"n_estimators": 1}, "1 columns tell at most 2 classes apart, but there are 3; use at least 2"),
        ({"n_estimators": 2, "code": "one_vs_rest"}, "n_estimators=2 members cannot learn the 3 columns"),
        ({"n_estimators": 0}, "n_estimators=0 must be an int of 1 or more"),
        ({"code": [[1], [-1]]}, "the code has 2 rows, but there are 3 classes"),
        ({"code": None}, "combination=Decoding.* needs the matrix of a code, but code=None"),
    ],
)
def test_wrong_choices_are_refused_with_the_way_out(wrong, message):
    with pytest.raises(ValueError, match=message):
        ECOCClassifier(**{"n_estimators": 5, **wrong}).fit(X, y)


def test_a_code_cannot_be_lengthened():
    ensemble = EnsembleClassifier(code="dense_random", n_estimators=3, warm_start=True)
    with pytest.raises(ValueError, match="warm_start=True cannot add columns to code='dense_random'"):
        ensemble.fit(X, y)


def test_only_codes_have_a_matrix():
    with pytest.raises(AttributeError, match="has no matrix"):
        _ = EnsembleClassifier(n_estimators=2).fit(X, y).code_matrix_
