from itertools import pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris
from sklearn.ensemble import AdaBoostClassifier

from hedgerow import DecisionTreeRegressor, datasets
from hedgerow.boosting import LsBoostClassifier, RpBoostClassifier, RpBoostRegressor
from hedgerow.foundation.seeds import Stream, draw_entropy, draw_seeds
from hedgerow.views.projection import RandomProjection


def make_exclusive_or(seed, n_samples=300):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, (n_samples, 2))
    return X, (X[:, 0] * X[:, 1] > 0).astype(int)


def boost_naively(X, y, projection, n_rounds, l2, seed):
    """Project, try all stumps, step, with plain loops over stumps."""
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    seeds = draw_seeds(draw_entropy(seed), n_rounds)[:, Stream.FEATURES]
    scores = np.full(len(y), y.mean())
    for round_seed in seeds:
        Z, u = X @ projection.draw(int(round_seed), X.shape[1]), y - scores
        best, chosen = 0.0, None
        for column in Z.T:
            values = np.sort(column)
            for low, high in pairwise(values):
                h = np.where(column > (low + high) / 2, 1, -1)
                if abs(u @ h) > best * (1 + 1e-10):
                    best, chosen = abs(u @ h), (u @ h) * h
        scores = scores + chosen / (len(y) + l2)
    return scores


@pytest.mark.parametrize("entries", ["normal", "sign", "uniform", "orthonormal"])
def test_it_is_the_naive_algorithm(entries):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(20, 3)), rng.choice([-1.0, 1.0], 20)
    model = RpBoostClassifier(n_estimators=8, n_components=2, entries=entries, l2=5.0, random_state=4)
    expected = boost_naively(X, y, RandomProjection(2, entries=entries), 8, 5.0, 4)
    assert_allclose(model.fit(X, y).decision_function(X), expected, atol=1e-9)


@pytest.mark.parametrize("pattern", ["exclusive or", "checkerboard", "annulus"])
def test_it_solves_what_stumps_of_single_features_cannot(pattern):
    """The paper's claim, over four training sets: better than AdaBoost and LsBoost of as many stumps each time."""
    gains = []
    for seed in range(4):
        if pattern == "exclusive or":
            X, y = make_exclusive_or(seed)
            X_test, y_test = make_exclusive_or(1000 + seed, 1000)
        else:
            train = datasets.make_pattern(pattern, 400, random_state=seed)
            test = datasets.make_pattern(pattern, 1500, random_state=1000 + seed)
            X, y, X_test, y_test = train.X, train.y, test.X, test.y
        oblique = RpBoostClassifier(n_estimators=80, learning_rate=0.7, random_state=seed).fit(X, y)
        straight = [
            AdaBoostClassifier(n_estimators=80, random_state=0),
            LsBoostClassifier(n_estimators=80, learning_rate=0.7),
        ]
        peers = [peer.fit(X, y).score(X_test, y_test) for peer in straight]
        gains.append(oblique.score(X_test, y_test) - max(peers))
    assert min(gains) > 0
    assert np.mean(gains) > (0.25 if pattern == "exclusive or" else 0.05)


def test_exclusive_or_of_four_points_is_solved_for_every_seed():
    X, y = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], float), np.array([0, 1, 1, 0])
    assert LsBoostClassifier().fit(X, y).score(X, y) == 0.5
    for seed in range(10):
        model = RpBoostClassifier(n_estimators=50, learning_rate=1.0, random_state=seed)
        assert model.fit(X, y).score(X, y) == 1.0


@pytest.mark.parametrize(("size", "n_mixed"), [("sub", 2), ("same", 5), ("super", 10), (3, 3), (0.5, 3)])
def test_a_round_mixes_as_many_features_as_it_should(size, n_mixed, monkeypatch):
    shapes = []
    draw = RandomProjection.draw
    monkeypatch.setattr(
        RandomProjection, "draw", lambda self, *args: shapes.append(matrix := draw(self, *args)) or matrix
    )
    X, y = np.random.default_rng(0).normal(size=(30, 5)), np.arange(30) % 2
    RpBoostClassifier(n_estimators=2, n_components=size, random_state=0).fit(X, y)
    assert {matrix.shape for matrix in shapes} == {(5, n_mixed)}


def test_scales_and_units_of_the_features_do_not_matter():
    X, y = make_exclusive_or(0)
    first = RpBoostClassifier(n_estimators=20, random_state=0).fit(X, y)
    other = RpBoostClassifier(n_estimators=20, random_state=0).fit(1e6 * X + 3, y)
    assert_array_equal(other.predict(1e6 * X + 3), first.predict(X))


def test_a_feature_that_never_changes_is_harmless():
    X, y = make_exclusive_or(0)
    wider = np.column_stack([X, np.full(300, 0.1)])
    model = RpBoostClassifier(n_estimators=100, learning_rate=0.7, random_state=0)
    assert model.fit(wider, y).score(wider, y) > 0.9


def test_only_one_direction_per_round_is_kept():
    X, y = load_iris(return_X_y=True)
    model = RpBoostClassifier(n_estimators=9, random_state=0).fit(X, y)
    assert [members.directions.shape for members in model.members_] == [(9, 4)] * 3


def test_more_features_than_rows_are_fine():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20, 100))
    model = RpBoostClassifier(n_estimators=30, n_components=10, learning_rate=0.5, random_state=0)
    assert model.fit(X, X[:, 0] > 0).score(X, X[:, 0] > 0) == 1.0


def test_values_with_an_interaction():
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, (600, 2))
    y = X[:, 0] * X[:, 1]
    model = RpBoostRegressor(n_estimators=150, learning_rate=0.5, random_state=0).fit(X[:300], y[:300])
    assert model.score(X[300:], y[300:]) > 0.6
    deep = RpBoostRegressor(DecisionTreeRegressor(max_depth=3), 100, learning_rate=0.2, random_state=0)
    assert deep.fit(X[:300], y[:300]).score(X[300:], y[300:]) > 0.8


def test_missing_values_are_medians():
    X, y = make_exclusive_or(0)
    holes = X.copy()
    holes[::5, 0] = np.nan
    filled = np.where(np.isnan(holes), np.nanmedian(holes, axis=0), holes)
    first = RpBoostClassifier(n_estimators=10, random_state=0).fit(holes, y)
    second = RpBoostClassifier(n_estimators=10, random_state=0).fit(filled, y)
    assert_allclose(first.decision_function(holes), second.decision_function(filled), atol=1e-9)
