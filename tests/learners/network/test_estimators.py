import pickle

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris, load_wine, make_moons
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import cross_val_score
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.contract import parametrize_with_contract

from hedgerow import BaggingClassifier, BaggingRegressor, EnsembleClassifier
from hedgerow.ensembles import RandomSubspaceClassifier
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.network.estimators import NetworkClassifier, NetworkRegressor

X, y = load_iris(return_X_y=True)


@parametrize_with_contract([NetworkClassifier(3, epochs=6), NetworkRegressor(3, epochs=6)])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def test_two_nodes_learn_exclusive_or():
    corners = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 5, dtype=float)
    truth = corners[:, 0] != corners[:, 1]
    solved = [
        NetworkClassifier(2, epochs=30, random_state=seed).fit(corners, truth).score(corners, truth)
        for seed in range(20)
    ]
    assert np.mean(np.array(solved) == 1) >= 0.5  # others stay in a local minimum


def test_a_network_without_epochs_is_its_initial_weights():
    network = NetworkClassifier(epochs=0, random_state=0).fit(X, y)
    assert network.n_epochs_ == 0
    assert network.loss_history_.shape == (1,)


def test_few_epochs_reach_what_gradients_need_many_for():
    data, target = make_moons(400, noise=0.2, random_state=0)
    ours = NetworkClassifier(8, epochs=15, random_state=0).fit(data, target)
    assert ours.score(data, target) > 0.96
    theirs = MLPClassifier((8,), activation="tanh", solver="sgd", max_iter=15, random_state=0)
    with pytest.warns(UserWarning, match="reached"):
        theirs.fit(StandardScaler().fit_transform(data), target)
    assert ours.score(data, target) > theirs.score(StandardScaler().fit_transform(data), target) + 0.05


@pytest.mark.parametrize(
    ("load", "least"), [(load_iris, 0.94), (load_wine, 0.94), (load_breast_cancer, 0.94)]
)
def test_it_is_as_accurate_as_such_networks_are(load, least):
    data, target = load(return_X_y=True)
    assert cross_val_score(NetworkClassifier(2, epochs=8, random_state=0), data, target).mean() > least


def test_a_straight_line_is_found():
    data, target = load_diabetes(return_X_y=True)
    line = LinearRegression().fit(data, target)
    straight = line.predict(data)
    network = NetworkRegressor(2, epochs=200, random_state=0).fit(data, straight)
    assert_allclose(network.predict(data), straight, atol=0.02 * straight.std())


def test_outputs_approach_the_probabilities():
    """Least squares have their minimum at the conditional mean, 2 P - 1."""
    random = np.random.default_rng(0)
    x = random.uniform(-2, 2, (20_000, 1))
    truth = 1 / (1 + np.exp(-2 * x[:, 0]))
    network = NetworkClassifier(3, epochs=15, random_state=0).fit(x, random.random(20_000) < truth)
    assert np.abs(network.predict_proba(x)[:, 1] - truth).mean() < 0.02


@pytest.mark.parametrize(
    "network", [NetworkClassifier(3, random_state=0), NetworkRegressor(3, random_state=0)]
)
def test_the_loss_falls_and_is_that_of_the_training_rows(network):
    target = y if isinstance(network, NetworkClassifier) else X[:, 3]
    network.fit(X[:, :3], target)
    assert network.n_epochs_ <= 15
    assert network.loss_history_.shape == (network.n_epochs_ + 1,)
    assert (np.diff(network.loss_history_) < 0).all()
    if isinstance(network, NetworkRegressor):
        assert_allclose(network.loss_history_[-1], np.mean((network.predict(X[:, :3]) - target) ** 2))


def test_labels_of_any_kind_and_probabilities_that_agree():
    names = np.array(["setosa", "versicolor", "virginica"])[y]
    named = NetworkClassifier(3, random_state=0).fit(X, names)
    assert_array_equal(named.predict(X), np.array(["setosa", "versicolor", "virginica"])[
        NetworkClassifier(3, random_state=0).fit(X, y).predict(X)
    ])  # fmt: skip
    shares = named.predict_proba(X)
    assert_allclose(shares.sum(axis=1), 1)
    assert_array_equal(named.classes_[shares.argmax(axis=1)], named.predict(X))


def test_two_classes_share_an_output_and_one_class_is_always_the_answer():
    two = NetworkClassifier(3, random_state=0).fit(X[:100], y[:100])
    assert two.members_.batches[0].networks.output.shape == (1, 1, 4)
    one = NetworkClassifier(3, random_state=0).fit(X[:50], y[:50])
    assert_array_equal(one.predict(X), 0)
    assert_array_equal(one.predict_proba(X), 1)


def test_data_frames_with_names_categories_and_holes():
    frame = pd.DataFrame(X, columns=list("abcd")).assign(
        kind=pd.Categorical(np.where(y == 0, "round", "long"))
    )
    frame.loc[::7, "c"] = np.nan
    frame.loc[::11, "kind"] = None
    network = NetworkClassifier(3, random_state=0).fit(frame, y)
    assert network.score(frame, y) > 0.9
    assert network.feature_names_in_.tolist() == [*"abcd", "kind"]
    assert network.members_.batches[0].standing.columns.shape == (1, 6)
    unseen = frame.assign(kind=pd.Categorical(["odd"] * 150))
    assert network.predict(unseen).shape == (150,)


def test_units_of_features_and_of_the_target_do_not_matter():
    scale, shift = np.array([1e3, 1e-3, 1.0, 5.0]), np.array([0.0, 7.0, -1e4, 2.0])
    plain, other = (
        NetworkClassifier(3, epochs=6, random_state=0).fit(rows, y).predict_proba(rows)
        for rows in (X, X * scale + shift)
    )
    assert_allclose(plain, other, atol=1e-5)
    grams, tons = (
        NetworkRegressor(3, epochs=6, random_state=0).fit(X[:, :3], 5 + factor * X[:, 3]).predict(X[:, :3])
        for factor in (1.0, 1e-6)
    )
    assert_allclose((tons - 5) * 1e6, grams - 5, atol=1e-4)


def test_rows_without_weight_are_not_seen_and_weights_are_repeats():
    weights = np.random.default_rng(0).integers(0, 3, 150)
    weighted = NetworkClassifier(2, epochs=4, random_state=0).fit(X, y, weights)
    repeated = NetworkClassifier(2, epochs=4, random_state=0).fit(
        np.repeat(X, weights, axis=0), np.repeat(y, weights)
    )
    assert_allclose(weighted.predict_proba(X), repeated.predict_proba(X), atol=1e-6)
    spoilt = X.copy()
    spoilt[weights == 0] = 1e6
    assert_array_equal(
        NetworkClassifier(2, epochs=4, random_state=0).fit(spoilt, y, weights).predict_proba(X),
        weighted.predict_proba(X),
    )


def test_the_same_seed_gives_the_same_network_and_it_can_be_pickled():
    network = NetworkClassifier(3, random_state=5).fit(X, y)
    assert_array_equal(clone(network).fit(X, y).predict_proba(X), network.predict_proba(X))
    assert_array_equal(pickle.loads(pickle.dumps(network)).predict_proba(X), network.predict_proba(X))
    other = clone(network).set_params(random_state=6).fit(X, y)
    assert not np.array_equal(other.predict_proba(X), network.predict_proba(X))


@pytest.mark.parametrize(
    "ensemble",
    [
        BaggingClassifier(NetworkClassifier(3, epochs=4), n_estimators=9, random_state=0),
        RandomSubspaceClassifier(NetworkClassifier(3, epochs=4), n_estimators=9, random_state=0),
        EnsembleClassifier(
            NetworkClassifier(3, epochs=4), resampling="adaboost", n_estimators=5, random_state=0
        ),
    ],
    ids=["bagging", "subspaces", "boosting"],
)
def test_ensembles_are_the_same_for_any_number_of_jobs(ensemble):
    alone, together = (clone(ensemble).set_params(n_jobs=jobs).fit(X, y) for jobs in (1, 2))
    assert_array_equal(alone.predict_proba(X), together.predict_proba(X))
    assert alone.score(X, y) > 0.9
    assert isinstance(alone.estimators_[0], NetworkClassifier)


def test_large_networks_too_are_the_same_for_any_number_of_jobs():
    """Their products are large enough for BLAS to use several threads."""
    data, target = load_breast_cancer(return_X_y=True)
    bagging = BaggingClassifier(NetworkClassifier(12, epochs=3), n_estimators=4, random_state=0)
    alone, together = (clone(bagging).set_params(n_jobs=jobs).fit(data, target) for jobs in (1, 2))
    assert_array_equal(alone.predict_proba(data), together.predict_proba(data))


def test_bagging_steadies_networks():
    data, target = load_diabetes(return_X_y=True)
    network = NetworkRegressor(8, epochs=10, random_state=0)
    bagging = BaggingRegressor(network, n_estimators=30, random_state=0)
    errors = [
        np.mean((model.fit(data[::2], target[::2]).predict(data[1::2]) - target[1::2]) ** 2)
        for model in (network, bagging)
    ]
    assert errors[1] < 0.8 * errors[0]


def test_it_stands_in_a_pipeline():
    assert make_pipeline(StandardScaler(), NetworkClassifier(2, random_state=0)).fit(X, y).score(X, y) > 0.95


def test_too_many_weights_are_refused_with_a_way_out():
    wide = np.zeros((4, 600))
    with pytest.raises(
        ValueError, match=r"n_hidden=8 with 600 inputs and 1 outputs makes 4,817 weights.*n_hidden=3 or"
    ):
        NetworkClassifier().fit(wide, [0, 1, 0, 1])
    with pytest.raises(ValueError, match="use fewer features"):
        NetworkRegressor().fit(np.zeros((4, 2500)), [0, 1, 0, 1])


def test_errors_say_what_is_wrong():
    for parameters, message in (
        ({"n_hidden": 0}, "n_hidden=0 must be an int of 1 or more"),
        ({"epochs": -1}, "epochs=-1 must be an int of 0 or more"),
        ({"epochs": 2.5}, "epochs=2.5 must be an int of 0 or more"),
        ({"initial_weights": "zero"}, "initial_weights='zero' must be"),
    ):
        with pytest.raises(ValueError, match=message):
            NetworkClassifier(**parameters).fit(X, y)
    with pytest.raises(ValueError, match="NetworkClassifier learns classes, not values"):
        NetworkClassifier().prepare(TrainingSet.of(X, X[:, 0], n_classes=None))
    with pytest.raises(ValueError, match="NetworkRegressor learns values, not classes"):
        NetworkRegressor().prepare(TrainingSet.of(X, y, n_classes=3))
