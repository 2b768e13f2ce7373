import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.tree import DecisionTreeRegressor as PeerTree

from hedgerow.boosting import LogitBoostClassifier
from hedgerow.boosting.additive import losses

rng = np.random.default_rng(0)
X = rng.normal(size=(60, 3))
w = rng.uniform(0.5, 1.5, 60)  # no two stumps are equally good
TWO = (X[:, 0] + X[:, 1] + rng.normal(size=60) > 0).astype(int)
THREE = np.digitize(X[:, 0] + 0.5 * rng.normal(size=60), [-0.5, 0.5])


def boost_two(X, y, n_rounds):
    """Friedman, Hastie & Tibshirani (2000), algorithm 3, as printed."""
    F = np.zeros(len(y))
    for _ in range(n_rounds):
        p = np.exp(F) / (np.exp(F) + np.exp(-F))
        response = np.clip((y - p) / (p * (1 - p)), -4, 4)
        tree = PeerTree(max_depth=1).fit(X, response, w * p * (1 - p))
        F += tree.predict(X) / 2
    return F


def boost_many(X, y, n_rounds):
    """Algorithm 6, as printed."""
    J = y.max() + 1
    F = np.zeros((len(y), J))
    for _ in range(n_rounds):
        p = np.exp(F) / np.exp(F).sum(axis=1, keepdims=True)
        f = np.empty_like(F)
        for j in range(J):
            response = np.clip(((y == j) - p[:, j]) / (p[:, j] * (1 - p[:, j])), -4, 4)
            f[:, j] = PeerTree(max_depth=1).fit(X, response, w * p[:, j] * (1 - p[:, j])).predict(X)
        F += (J - 1) / J * (f - f.mean(axis=1, keepdims=True))
    return F


def test_two_classes_are_algorithm_three():
    F = boost_two(X, TWO, 10)
    model = LogitBoostClassifier(n_estimators=10).fit(X, TWO, w)
    assert_allclose(model.decision_function(X), 2 * F, atol=1e-9)
    assert_allclose(model.predict_proba(X)[:, 1], np.exp(F) / (np.exp(F) + np.exp(-F)), atol=1e-9)


def test_many_classes_are_algorithm_six():
    F = boost_many(X, THREE, 8)
    model = LogitBoostClassifier(n_estimators=8).fit(X, THREE, w)
    assert_allclose(model.decision_function(X), F, atol=1e-9)
    assert_allclose(model.predict_proba(X), np.exp(F) / np.exp(F).sum(axis=1, keepdims=True), atol=1e-9)


def test_both_algorithms_agree_about_two_classes():
    F = boost_many(X, TWO, 10)
    model = LogitBoostClassifier(n_estimators=10).fit(X, TWO, w)
    assert_allclose(model.decision_function(X), 2 * F[:, 1], atol=1e-9)


def test_with_linear_regression_it_is_logistic_regression(monkeypatch):
    """Newton's method on a linear model ends at the maximum of the likelihood, if no response is cut off."""
    monkeypatch.setattr(losses, "MAX_RESPONSE", 1e9)
    model = LogitBoostClassifier(LinearRegression(), n_estimators=30).fit(X, TWO)
    theirs = LogisticRegression(C=np.inf, tol=1e-10).fit(X, TWO)
    assert_allclose(model.decision_function(X), theirs.decision_function(X), atol=1e-4)


def test_the_likelihood_rises():
    model = LogitBoostClassifier(n_estimators=30, learning_rate=0.3).fit(X, THREE)
    assert model.train_loss_[0] == pytest.approx(np.log(3))
    assert (np.diff(model.train_loss_) < 0).all()


def test_separable_classes_and_many_rounds_stay_finite():
    iris, species = load_iris(return_X_y=True)
    model = LogitBoostClassifier(n_estimators=300).fit(iris, species)
    assert np.isfinite(model.decision_function(iris)).all()
    assert model.score(iris, species) > 0.98


def test_it_finds_tumours():
    C, tumour = load_breast_cancer(return_X_y=True)
    model = LogitBoostClassifier(n_estimators=60, learning_rate=0.5).fit(C[::2], tumour[::2])
    assert model.score(C[1::2], tumour[1::2]) > 0.94
