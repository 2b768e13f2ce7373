import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_diabetes, load_iris
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import StandardScaler
from tests.contract import parametrize_with_contract

from hedgerow.learners import SmallNetworkClassifier, SmallNetworkRegressor

X, y = load_iris(return_X_y=True)
ROUNDED = "in 50 steps through a hidden layer, other roundings of the same sums lead elsewhere"
RANDOM = np.random.default_rng(0)


@parametrize_with_contract(
    [
        SmallNetworkClassifier(0, max_iter=50),
        SmallNetworkClassifier(2, max_iter=50),
        SmallNetworkRegressor(2, max_iter=50),
    ],
    expected_failed_checks=lambda network: (
        {"check_sample_weight_equivalence_on_dense_data": ROUNDED}
        if network.n_hidden and isinstance(network, SmallNetworkClassifier)
        else {}
    ),
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def test_without_hidden_units_it_is_a_logistic_regression():
    scaled = StandardScaler().fit_transform(X)
    ours = SmallNetworkClassifier(0, decay=0.01, tol=1e-12, max_iter=1000).fit(X, y)
    theirs = LogisticRegression(C=1 / (150 * 0.01), tol=1e-10, max_iter=1000).fit(scaled, y)
    assert_allclose(ours.predict_proba(X), theirs.predict_proba(scaled), atol=1e-4)


def test_without_hidden_units_it_is_a_ridge_regression():
    data, target = load_diabetes(return_X_y=True)
    scaled = StandardScaler().fit_transform(data)
    ours = SmallNetworkRegressor(0, decay=0.1, tol=1e-14, max_iter=1000).fit(data, target)
    theirs = Ridge(alpha=0.1 * len(target)).fit(scaled, target)
    assert_allclose(ours.predict(data), theirs.predict(scaled), rtol=1e-4)


def test_it_reaches_the_loss_of_scikit_learns_network():
    """The same objective: their penalty alpha / 2n is our decay / 2."""
    scaled = StandardScaler().fit_transform(X)
    theirs = MLPClassifier(
        5, activation="tanh", solver="lbfgs", alpha=150 * 0.01, max_iter=2000, random_state=0
    ).fit(scaled, y)
    losses = [
        SmallNetworkClassifier(5, decay=0.01, max_iter=2000, tol=1e-10, random_state=seed).fit(X, y).loss_
        for seed in range(3)
    ]
    assert min(losses) < theirs.loss_ * 1.02


def test_integer_weights_are_repeats():
    counts = RANDOM.integers(0, 4, 150)
    settings = {"max_iter": 1000, "tol": 1e-12, "decay": 0.1, "random_state": 0}
    weighted = SmallNetworkClassifier(0, **settings).fit(X, y, counts)
    repeated = SmallNetworkClassifier(0, **settings).fit(np.repeat(X, counts, axis=0), np.repeat(y, counts))
    assert_allclose(weighted.predict_proba(X), repeated.predict_proba(X), atol=1e-4)
    scaled = SmallNetworkClassifier(0, **settings).fit(X, y, 1000.0 * counts)
    assert_allclose(weighted.predict_proba(X), scaled.predict_proba(X), atol=1e-6)


def test_a_warm_start_goes_on_and_keeps_classes_that_have_no_weight_left():
    cold = SmallNetworkClassifier(3, max_iter=5, warm_start=True, random_state=0).fit(X, y)
    first = cold.loss_
    assert cold.fit(X, y).loss_ < first
    cold.fit(X, y, np.where(y == 2, 0.0, 1.0))
    assert cold.predict_proba(X).shape == (150, 3)
    fresh = SmallNetworkClassifier(3, max_iter=5, random_state=0)
    assert fresh.fit(X, y).loss_ == fresh.fit(X, y).loss_


def test_missing_numbers_lie_at_the_mean_and_constants_say_nothing():
    holes = np.where(RANDOM.random(X.shape) < 0.2, np.nan, X)
    holes = np.column_stack([holes, np.full(150, 3.0), np.full(150, np.nan)])
    model = SmallNetworkClassifier(random_state=0).fit(holes, y)
    assert model.score(holes, y) > 0.9
    filled = np.where(np.isnan(holes), model.means_, holes)
    assert_allclose(model.predict_proba(holes), model.predict_proba(filled))


def test_labels_names_and_a_single_class():
    names = np.array(["a", "b", "c"])[y]
    frame = pd.DataFrame(X, columns=list("wxyz"))
    model = SmallNetworkClassifier(random_state=0).fit(frame, names)
    assert model.score(frame, names) > 0.95
    assert_array_equal(model.feature_names_in_, list("wxyz"))
    lone = SmallNetworkClassifier().fit(X[:3], y[:3])
    assert_array_equal(lone.predict_proba(X[:2]), [[1], [1]])
    constant = SmallNetworkRegressor(random_state=0).fit(X, np.full(150, 7.0))
    assert_allclose(constant.predict(X), 7)


def test_errors_say_what_is_wrong():
    for name, value in {"n_hidden": -1, "max_iter": 0, "decay": -1.0, "tol": "small"}.items():
        with pytest.raises(ValueError, match=f"{name}={value!r} must be (an int|a number) of"):
            SmallNetworkClassifier().set_params(**{name: value}).fit(X, y)
