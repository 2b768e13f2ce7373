import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris
from sklearn.linear_model import Perceptron, RidgeClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import LinearSVC

from hedgerow.ensembles.coded.sides import predict_sides
from hedgerow.ensembles.engine import EnsembleClassifier

X, y = load_iris(return_X_y=True)


class Mute(Perceptron):
    """Neither probabilities nor a decision function."""

    @property
    def decision_function(self):
        raise AttributeError

    def predict(self, X):
        return self.classes_[(X @ self.coef_.ravel() + self.intercept_[0] > 0).astype(int)]


def fit(estimator, **choices):
    return EnsembleClassifier(estimator, code="one_vs_rest", n_estimators=3, random_state=0, **choices).fit(
        X, y
    )


def test_probabilities_come_first():
    ensemble = fit(GaussianNB())
    expected = [2 * member.predict_proba(X)[:, 1] - 1 for member in ensemble.estimators_]
    assert_allclose(predict_sides(ensemble.members_, X), expected, atol=1e-12)


def test_a_decision_function_is_cut():
    ensemble = fit(RidgeClassifier())
    expected = [np.clip(member.decision_function(X), -1, 1) for member in ensemble.estimators_]
    assert_array_equal(predict_sides(ensemble.members_, X), expected)


def test_predictions_are_the_last_resort():
    ensemble = fit(Mute())
    expected = [2.0 * member.predict(X) - 1 for member in ensemble.estimators_]
    assert_array_equal(predict_sides(ensemble.members_, X), expected)


@pytest.mark.parametrize("estimator", [None, LinearSVC(), GaussianNB()])
@pytest.mark.parametrize("view", ["subspace", "rotation"])
def test_members_may_stand_behind_a_view(estimator, view):
    ensemble = fit(estimator, view=view)
    sides = predict_sides(ensemble.members_, X)
    assert sides.shape == (3, 150)
    assert np.abs(sides).max() <= 1
    assert (np.sign(sides[0]) == np.where(y == 0, 1, -1)).mean() > 0.8


def test_a_member_that_saw_one_side_always_takes_it():
    ensemble = fit(LinearSVC(), resampling="full")
    rest = EnsembleClassifier(
        LinearSVC(), code="one_vs_rest", n_estimators=3, resampling="full", random_state=0
    )
    rest.fit(X, y, sample_weight=(y != 0).astype(float))  # nobody sees class 0
    assert_array_equal(predict_sides(rest.members_, X)[0], -1.0)
    assert len(ensemble.members_) == 3
