import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import stats
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer

from hedgerow import DecisionTreeClassifier, DecisionTreeRegressor, EnsembleClassifier, EnsembleRegressor
from hedgerow.views.projection import RandomProjection, count_components, mix, round_to_grain
from hedgerow.views.view import MatrixView, PreparedView

X = np.random.default_rng(0).normal(3, [1, 20, 0.01], (50, 3))
KINDS = ("normal", "sign", "uniform", "orthonormal")


@pytest.mark.parametrize("entries", KINDS)
def test_the_matrix_follows_the_seed(entries):
    projection = RandomProjection("sub", entries=entries)
    assert_array_equal(projection.draw(5, 9), projection.draw(5, 9))
    assert not np.array_equal(projection.draw(5, 9), projection.draw(6, 9))
    assert projection.draw(5, 9).shape == (9, 4)


def test_entries_are_distributed_as_they_say():
    normal = RandomProjection(200, entries="normal").draw(0, 50)
    assert stats.kstest(normal.ravel(), "norm").pvalue > 0.001
    signs = RandomProjection(200, entries="sign").draw(0, 50)
    assert set(np.unique(signs)) == {-1.0, 1.0}
    assert abs(signs.mean()) < 4 / np.sqrt(signs.size)
    uniform = RandomProjection(200, entries="uniform").draw(0, 50)
    assert_allclose(np.linalg.norm(uniform, axis=0), 1.0)
    # A uniform number over the length of its column: flat, but for that length, which hardly varies in 50 dimensions.
    assert stats.kstest(uniform.ravel() * np.sqrt(50 / 3), "uniform", args=(-1, 2)).statistic < 0.03


def test_orthonormal_columns_are_orthonormal_and_isotropic():
    drawn = np.stack([RandomProjection(2, entries="orthonormal").draw(seed, 3) for seed in range(2000)])
    assert_allclose(np.einsum("sij,sik->sjk", drawn, drawn), np.tile(np.eye(2), (2000, 1, 1)), atol=1e-12)
    # A coordinate of a random direction in three dimensions is uniform in [-1, 1] (Archimedes).
    for coordinate in drawn[:, :, 0].T:
        assert stats.kstest(coordinate, "uniform", args=(-1, 2)).pvalue > 0.001


def test_more_orthogonal_directions_than_dimensions_are_refused():
    with pytest.raises(ValueError, match="no 6 orthogonal directions in 3 dimensions"):
        RandomProjection("super", entries="orthonormal").draw(0, 3)


@pytest.mark.parametrize("size", ["half", 0, -1, 0.0, np.inf, None, "SUB", True])
def test_a_number_of_components_that_makes_no_sense_is_refused(size):
    with pytest.raises(
        ValueError, match=r"n_components=.* must be (an int of 1 or more|a finite number above 0)"
    ):
        count_components(size, 4)


def test_unknown_entries_are_refused():
    with pytest.raises(
        ValueError, match="entries='gauss' must be 'normal', 'orthonormal', 'sign' or 'uniform'"
    ):
        RandomProjection(entries="gauss").draw(0, 3)


def test_sizes():
    assert [count_components(size, 7) for size in ("sub", "same", "super", 3, 2.0, 0.5, 0.01)] == [
        3,
        7,
        14,
        3,
        14,
        4,
        1,
    ]
    assert count_components("sub", 1) == 1


def test_features_are_standardised_then_mixed():
    view = RandomProjection(entries="sign").fit_view(3, X, np.zeros(50))
    standard = (X - X.mean(axis=0)) / X.std(axis=0)
    assert_allclose(view.transform(X), standard @ RandomProjection(entries="sign").draw(3, 3), atol=1e-8)


@pytest.mark.parametrize("unit", [1e-12, 1.0, 1e12])
def test_without_standardising_features_are_mixed_in_their_own_units(unit):
    projection = RandomProjection(standardise=False)
    Z = projection.fit_view(3, unit * X, np.zeros(50)).transform(unit * X)
    assert_allclose(Z, unit * X @ projection.draw(3, 3), rtol=1e-6)


def test_a_missing_number_is_the_median_and_a_constant_feature_is_silent():
    holes = X.copy()
    holes[4, 1] = np.nan
    filled = holes.copy()
    filled[4, 1] = np.nanmedian(holes[:, 1])
    projection = RandomProjection()
    view = projection.fit_view(0, holes, np.zeros(50))
    assert_allclose(
        view.transform(holes), projection.fit_view(0, filled, np.zeros(50)).transform(filled), atol=1e-8
    )
    flat = np.column_stack([X, np.full(50, 7.0)])
    Z = projection.fit_view(0, flat, np.zeros(50)).transform(flat)
    assert_allclose(Z, ((X - X.mean(0)) / X.std(0)) @ projection.draw(0, 4)[:3], atol=1e-8)


def test_sums_that_are_equal_on_paper_are_equal():
    grid = np.array([[0.1, 0.2], [0.2, 0.1], [0.3, 0.0]])
    assert len({0.1 + 0.2, 0.2 + 0.1, 0.3 + 0.0}) > 1
    assert len(np.unique(round_to_grain(grid.sum(axis=1)))) == 1
    view = RandomProjection(entries="sign", standardise=False).fit_view(0, grid, np.zeros(3))
    sums = view.transform(grid)
    whole, parts = view.transform(np.tile(grid, (40, 1))), [view.transform(row[None]) for row in grid]
    assert_array_equal(whole.reshape(40, 3, 2)[17], np.vstack(parts))
    assert all(np.unique(column).size in (1, 3) for column in sums.T)


def test_it_is_a_value_of_the_feature_axis():
    projection = clone(RandomProjection("super", entries="sign"))
    assert isinstance(projection, MatrixView)
    assert isinstance(projection, PreparedView)
    X, y = load_breast_cancer(return_X_y=True)
    bagging = EnsembleClassifier(
        DecisionTreeClassifier(), view=projection, n_estimators=15, random_state=0, oob_score=True
    )
    assert bagging.fit(X, y).oob_score_ > 0.93
    assert bagging.estimators_[0].n_features_in_ == 60
    two = clone(bagging).set_params(n_jobs=2).fit(X, y)
    assert_array_equal(two.predict_proba(X), bagging.predict_proba(X))


def test_importances_are_handed_back_where_directions_are_orthonormal():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 4))
    y = X[:, 2] + 0.1 * rng.normal(size=300)
    forest = EnsembleRegressor(
        DecisionTreeRegressor(max_depth=4),
        view=RandomProjection(entries="orthonormal"),
        n_estimators=30,
        random_state=0,
    ).fit(X, y)
    assert forest.feature_importances_.argmax() == 2
    assert forest.feature_importances_.sum() == pytest.approx(1)
    mixed = clone(forest).set_params(view=RandomProjection()).fit(X, y)
    with pytest.raises(AttributeError, match="transformed features"):
        _ = mixed.feature_importances_


@pytest.mark.parametrize("n_features", [1, 50, 100])
@pytest.mark.parametrize("order", ["C", "F"])
def test_a_product_in_blocks_is_the_product(n_features, order):
    rng = np.random.default_rng(0)
    rows, matrix = rng.normal(size=(333, n_features)), rng.normal(size=(n_features, n_features))
    assert_allclose(mix(np.asarray(rows, order=order), matrix), rows @ matrix, atol=1e-12)


def test_nothing_is_drawn_for_another_number_of_features(monkeypatch):
    fitted = RandomProjection("same").fit_member(np.array([5], np.uint64), 0, X, np.zeros(50), None)
    assert (fitted.n_features, fitted.n_components) == (3, 3)
    monkeypatch.setattr(RandomProjection, "draw", lambda *_: pytest.fail("it was drawn"))
    with pytest.raises(ValueError, match="X has 2 features; this view was learned on 3"):
        fitted.transform(X[:, :2])
