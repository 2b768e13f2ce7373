import numpy as np
import pytest

from hedgerow.selection.unsupervised.coordinates import Coordinates

RNG = np.random.default_rng(0)
X = np.column_stack([RNG.normal(5, 3, 50), RNG.integers(0, 3, 50), np.full(50, 0.1), RNG.normal(size=50)])
X[::7, 0] = np.nan
X[::5, 1] = np.nan
IS_CATEGORICAL = np.array([False, True, False, False])


def test_every_feature_has_a_variance_of_one_in_all():
    coordinates = Coordinates.learn(X, IS_CATEGORICAL)
    points = coordinates.place(X)
    assert coordinates.owner.tolist() == [0, 1, 1, 1, 2, 3]
    for feature, known in ((0, ~np.isnan(X[:, 0])), (1, ~np.isnan(X[:, 1])), (3, np.full(50, True))):
        mine = points[np.ix_(known, coordinates.owner == feature)]
        assert mine.var(axis=0).sum() == pytest.approx(1.0)
        np.testing.assert_allclose(mine.mean(axis=0), 0, atol=1e-12)


def test_missing_values_unknown_levels_and_constants_lie_at_the_mean():
    coordinates = Coordinates.learn(X, IS_CATEGORICAL)
    points = coordinates.place(np.array([[np.nan, np.nan, np.nan, np.nan], [5.0, 9.0, 77.0, 0.0]]))
    assert not points[0].any()
    assert not points[1, 1:5].any()
    assert points[1, 5] != 0
    nothing = Coordinates.learn(np.full((3, 2), np.nan), np.array([False, True]))
    assert nothing.n_features == 2
    assert not nothing.place(np.array([[1.0, 2.0]])).any()


def test_whole_weights_are_repeats():
    counts = RNG.integers(0, 3, 50)
    one = Coordinates.learn(X, IS_CATEGORICAL, counts.astype(float))
    other = Coordinates.learn(np.repeat(X, counts, axis=0), IS_CATEGORICAL)
    np.testing.assert_allclose(one.place(X), other.place(X), atol=1e-12)


def test_columns_of_features():
    coordinates = Coordinates.learn(X, IS_CATEGORICAL)
    assert coordinates.find_columns(np.array([1, 3])).tolist() == [1, 2, 3, 5]
