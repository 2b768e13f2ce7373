import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import BaseEstimator
from sklearn.datasets import load_diabetes, load_iris
from sklearn.metrics import mean_absolute_error
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from tests.contract import parametrize_with_contract
from tests.ensembles.made_up import Replay

from hedgerow.ensembles.engine import EnsembleClassifier, EnsembleRegressor

X, y = load_iris(return_X_y=True)
R, z = load_diabetes(return_X_y=True)

DRAWN = "rows are drawn by weight, so weights act like repeats in distribution only"
BY_DRAWING = {f"check_sample_weight_equivalence_on_{kind}_data": DRAWN for kind in ("dense", "sparse")}


def expected_failures(ensemble):
    return BY_DRAWING if ensemble.resampling == "bootstrap" else {}


@parametrize_with_contract(
    [
        EnsembleClassifier(DecisionTreeClassifier(), n_estimators=5),
        EnsembleClassifier(DecisionTreeClassifier(), n_estimators=5, resampling="full", view="subspace"),
        EnsembleRegressor(DecisionTreeRegressor(), n_estimators=5),
        EnsembleRegressor(DecisionTreeRegressor(), n_estimators=5, resampling="full", view="subspace"),
    ],
    expected_failed_checks=expected_failures,
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


# The lecture's bagging of stumps (specification, I4): x = 1..10, ten bootstrap samples, entropy stumps.
LECTURE_SAMPLES = [
    [1, 2, 2, 3, 4, 4, 5, 6, 9, 9],
    [1, 2, 3, 4, 5, 8, 9, 10, 10, 10],
    [1, 2, 3, 4, 4, 5, 7, 7, 8, 9],
    [1, 1, 2, 4, 4, 5, 5, 7, 8, 9],
    [1, 1, 2, 5, 6, 6, 6, 10, 10, 10],
    [2, 4, 5, 6, 7, 7, 7, 8, 9, 10],
    [1, 4, 4, 6, 7, 8, 9, 9, 9, 10],
    [1, 2, 5, 5, 5, 7, 7, 8, 9, 10],
    [1, 3, 4, 4, 6, 7, 7, 8, 10, 10],
    [1, 1, 1, 1, 3, 3, 8, 8, 9, 9],
]
LECTURE_THRESHOLDS = [3.5, 6.5, 3.5, 3.0, 3.5, 7.5, 7.5, 7.5, 7.5, None]
FALLING = [1, 1, 1, -1, -1, -1, -1, -1, -1, -1]
RISING = [-1, -1, -1, -1, -1, -1, -1, 1, 1, 1]
LECTURE_PREDICTIONS = [FALLING, [1] * 10, FALLING, FALLING, FALLING, RISING, RISING, RISING, RISING, [1] * 10]


@pytest.fixture(scope="module")
def lecture():
    x = np.arange(1.0, 11.0)[:, None]
    labels = np.where((x[:, 0] <= 3) | (x[:, 0] >= 8), 1, -1)
    stump = DecisionTreeClassifier(criterion="entropy", max_depth=1)
    samples = Replay([np.array(sample) - 1 for sample in LECTURE_SAMPLES])
    ensemble = EnsembleClassifier(
        stump, resampling=samples, combination="vote", n_estimators=10, oob_score=True, random_state=0
    )
    return ensemble.fit(x, labels), x, labels


def test_the_lecture_grows_the_lectures_stumps(lecture):
    ensemble, _, _ = lecture
    thresholds = [
        None if tree.tree_.node_count == 1 else tree.tree_.threshold[0] for tree in ensemble.estimators_
    ]
    assert thresholds == LECTURE_THRESHOLDS


def test_the_lecture_predicts_the_lectures_table(lecture):
    ensemble, x, labels = lecture
    predictions = ensemble.classes_[ensemble.member_outputs(x).argmax(axis=2)]
    assert_array_equal(predictions, LECTURE_PREDICTIONS)
    shares = ensemble.predict_proba(x)
    assert_allclose(10 * (shares[:, 1] - shares[:, 0]), [2, 2, 2, -6, -6, -6, -6, 2, 2, 2])
    assert_array_equal(ensemble.predict(x), labels)


def test_the_lecture_scores_badly_out_of_bag(lecture):
    ensemble, _, _ = lecture
    n_out = 10 - sum(np.isin(np.arange(10), rows).astype(int) for rows in ensemble.estimators_samples_)
    shares = ensemble.oob_decision_function_
    sums = n_out * (shares[:, 1] - shares[:, 0])
    assert_allclose(sums, [-1, -1, -1, -1, -1, -1, 0, -2, 0, -2], atol=1e-12)
    # 3 right, 5 wrong, and both ties go to +1, the larger class: right at x = 9, wrong at x = 7.
    assert ensemble.oob_score_ == pytest.approx(0.4)


class OneMemberPerClass(BaseEstimator):
    """Member t sees only class t, and so always answers it: a made-up three-way tie."""

    adaptive = True

    def start(self, y, sample_weight):
        return np.unique(y).tolist(), y

    def draw(self, state, seed):
        return (state[1] == state[0][0]).astype(np.int32)

    def update(self, state, output, y):
        return (state[0][1:], state[1]), 1.0


def test_a_tie_of_votes_goes_to_the_class_with_the_larger_training_weight():
    ensemble = EnsembleClassifier(
        GaussianNB(), resampling=OneMemberPerClass(), combination="vote", n_estimators=3
    )
    assert set(ensemble.fit(X, y).predict(X)) == {0}
    assert set(ensemble.fit(X[:-1], y[:-1]).predict(X)) == {0}
    assert set(ensemble.fit(X[1:], y[1:]).predict(X)) == {1}
    assert set(ensemble.fit(X, y, 1.0 + (y == 2)).predict(X)) == {2}


def test_log_probabilities_are_logarithms():
    ensemble = EnsembleClassifier(DecisionTreeClassifier(), n_estimators=3, random_state=0).fit(X, y)
    assert_allclose(np.exp(ensemble.predict_log_proba(X)), ensemble.predict_proba(X))


@pytest.mark.parametrize("combination", ["vote", "mean_probability"])
def test_the_last_stage_is_the_prediction(combination):
    ensemble = EnsembleClassifier(
        DecisionTreeClassifier(max_depth=2), combination=combination, n_estimators=7, random_state=1
    ).fit(X, y)
    stages = list(ensemble.staged_predict(X))
    assert len(stages) == 7
    assert_array_equal(stages[-1], ensemble.predict(X))
    assert_array_equal(stages[0], ensemble.estimators_[0].predict(X))


def test_the_last_stage_of_a_regressor_is_the_prediction():
    ensemble = EnsembleRegressor(DecisionTreeRegressor(), n_estimators=5, random_state=1).fit(R, z)
    *_, last = ensemble.staged_predict(R)
    assert_allclose(last, ensemble.predict(R))
    assert_allclose(last, np.mean([member.predict(R) for member in ensemble.estimators_], axis=0))


def test_the_out_of_bag_score_may_be_any_score():
    ensemble = EnsembleRegressor(
        DecisionTreeRegressor(), n_estimators=30, oob_score=mean_absolute_error, random_state=0
    ).fit(R, z)
    covered = ~np.isnan(ensemble.oob_prediction_)
    assert ensemble.oob_score_ == mean_absolute_error(z[covered], ensemble.oob_prediction_[covered])


def test_a_target_of_one_class_is_answered():
    assert set(EnsembleClassifier(GaussianNB(), n_estimators=2).fit(X, np.full(150, "a")).predict(X)) == {"a"}
