import pickle

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris, make_circles
from sklearn.model_selection import cross_val_score
from sklearn.svm import SVC
from tests.contract import parametrize_with_contract

from hedgerow import BaggingClassifier
from hedgerow.codes.minimal.splits import fold
from hedgerow.codes.minimal.tuned_svc import PairEvaluator, TunedSVC, decode_power

X, y = load_iris(return_X_y=True)
QUICK = {"n_generations": 3, "population": 4, "random_state": 0}
DRAWN = "rows are dealt to folds, so weights act like repeats in distribution only"


@parametrize_with_contract(
    [TunedSVC(n_generations=2, population=4)],
    expected_failed_checks=lambda machine: {"check_sample_weight_equivalence_on_dense_data": DRAWN},
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def test_bits_become_powers_of_two():
    bits = np.array([1, 0, 1, 1, 0, 0, 1, 0], dtype=np.uint8)
    assert np.log2(decode_power(bits, -5, 15)) == pytest.approx(8.960784, abs=1e-6)
    assert decode_power(bits, -5, 15) == pytest.approx(498.270141, abs=1e-6)
    assert decode_power(np.zeros(16, np.uint8), -15, 3) == 2.0**-15
    assert decode_power(np.ones(16, np.uint8), -15, 3) == 8.0


@pytest.mark.parametrize("weights", [None, np.linspace(0.5, 2, 150)], ids=["equal", "weighted"])
def test_shared_distances_judge_as_fitting_anew_does(weights):
    splits = fold(y, 2, np.random.RandomState(0))
    evaluator = PairEvaluator(X, y, weights, splits)
    for C, gamma in [(1.0, 0.5), (100.0, 0.01), (0.03, 4.0)]:
        wrong = np.zeros(150)
        for train, held_out in splits:
            machine = SVC(C=C, gamma=gamma)
            machine.fit(X[train], y[train], sample_weight=None if weights is None else weights[train])
            wrong[held_out] = machine.predict(X[held_out]) != y[held_out]
        assert evaluator.error(C, gamma) == pytest.approx(np.average(wrong, weights=weights))


def test_the_machine_is_that_of_the_pair_that_was_found():
    machine = TunedSVC(**QUICK).fit(X, y)
    rows = (X - X.mean(axis=0)) / X.std(axis=0)
    twin = SVC(C=machine.C_, gamma=machine.gamma_).fit(rows, y)
    assert_array_equal(machine.predict(X), twin.predict(rows))
    assert_allclose(machine.decision_function(X), twin.decision_function(rows))
    assert 2**-5 <= machine.C_ <= 2**15
    assert 2**-15 <= machine.gamma_ <= 2**3
    assert machine.history_.shape == (4,)
    assert (np.diff(machine.history_) <= 0).all()
    assert 4 <= machine.n_judged_ <= 16


def test_tuning_pays_where_the_default_is_far_off():
    """Two rings with much noise around: as good as the best of a grid, and better than the worst pairs by far."""
    rings, side = make_circles(300, noise=0.15, factor=0.5, random_state=0)
    tuned = cross_val_score(TunedSVC(random_state=0), rings, side, cv=3).mean()
    grid = [
        cross_val_score(SVC(C=2.0**c, gamma=2.0**g), rings, side, cv=3).mean()
        for c in (-5, 0, 5, 10, 15)
        for g in (-15, -9, -3, 0, 3)
    ]
    assert tuned > max(grid) - 0.03
    assert min(grid) < tuned - 0.2


def test_ranges_are_kept_and_scale_can_be_left_alone():
    machine = TunedSVC(C_exponents=(0, 0), gamma_exponents=(-2, -2), standardise=False, **QUICK).fit(X, y)
    assert (machine.C_, machine.gamma_) == (1.0, 0.25)
    assert_array_equal(machine.predict(X), SVC(C=1.0, gamma=0.25).fit(X, y).predict(X))


def test_large_tables_are_tuned_on_some_rows():
    machine = TunedSVC(max_tuning_rows=30, **QUICK).fit(X, y)
    assert machine.score(X, y) > 0.8
    assert machine.svc_.shape_fit_ == (150, 4)


def test_the_same_seed_gives_the_same_machine_and_it_travels():
    first, second = (TunedSVC(**QUICK).fit(X, y) for _ in range(2))
    assert (first.C_, first.gamma_) == (second.C_, second.gamma_)
    assert_array_equal(pickle.loads(pickle.dumps(first)).predict(X), second.predict(X))


def test_names_labels_and_weights():
    frame = pd.DataFrame(X, columns=["a", "b", "c", "d"])
    labels = np.array(["setosa", "versicolor", "virginica"])[y]
    weights = np.where(y == 2, 0.0, 1.0)
    machine = TunedSVC(**QUICK).fit(frame, labels, sample_weight=weights)
    assert machine.classes_.tolist() == ["setosa", "versicolor"]
    assert machine.feature_names_in_.tolist() == ["a", "b", "c", "d"]
    assert machine.score(frame[y < 2], labels[y < 2]) == 1.0


def test_a_class_of_one_row():
    machine = TunedSVC(**QUICK).fit(X[:51], y[:51])
    assert machine.predict(X[:50]).tolist() == [0] * 50


def test_it_is_a_learner_of_ensembles():
    bagging = BaggingClassifier(TunedSVC(n_generations=1, population=3), n_estimators=3, random_state=0)
    assert bagging.fit(X, y).score(X, y) > 0.9


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_bits": 0}, "n_bits=0 must be an int from 1 to 32"),
        ({"population": 1}, "population=1 must be an int of 2 or more"),
        ({"cv": 1}, "cv=1 must be an int of 2 or more"),
        ({"max_tuning_rows": 1}, "max_tuning_rows=1 must be an int of 2 or more"),
        ({"patience": 0}, "patience=0 must be an int of 1 or more"),
        ({"n_generations": 1.5}, "n_generations=1.5 must be an int of 0 or more"),
        ({"C_exponents": (3, 1)}, r"C_exponents=\(3, 1\) must be the smallest and the largest"),
        ({"gamma_exponents": 2}, "gamma_exponents=2 must be the smallest and the largest"),
    ],
)
def test_bad_parameters_are_refused_by_name(parameters, message):
    with pytest.raises(ValueError, match=message):
        TunedSVC(**parameters).fit(X, y)


def test_one_class_is_refused():
    with pytest.raises(ValueError, match="y has one class only"):
        TunedSVC().fit(X[:50], y[:50])
