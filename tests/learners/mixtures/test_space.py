import numpy as np
import pytest
from numpy.testing import assert_allclose

from hedgerow.learners.mixtures.space import GateSpace

RANDOM = np.random.default_rng(0)


def test_numbers_are_standardised_by_weight():
    X = RANDOM.normal(5, 3, (40, 2))
    counts = RANDOM.integers(1, 4, 40)
    weighted = GateSpace.learn(X, counts.astype(float), None)
    repeated = GateSpace.learn(np.repeat(X, counts, axis=0), np.ones(counts.sum()), None)
    assert_allclose(weighted.place(X), repeated.place(X))
    points = np.repeat(weighted.place(X), counts, axis=0)
    assert_allclose(points.mean(axis=0), 0, atol=1e-12)
    assert_allclose(points.std(axis=0), 1)


def test_another_category_is_as_far_as_another_number_is_on_average():
    X = np.column_stack([RANDOM.normal(size=4000), RANDOM.integers(0, 3, 4000)])
    points = GateSpace.learn(X, np.ones(4000), np.array([False, True])).place(X)
    gaps = (points[::2] - points[1::2]) ** 2
    assert gaps[:, 0].mean() == pytest.approx(2, rel=0.1)
    differs = X[::2, 1] != X[1::2, 1]
    assert_allclose(gaps[differs, 1:].sum(axis=1), 2)
    assert_allclose(gaps[~differs, 1:].sum(axis=1), 0)


def test_what_is_missing_lies_in_the_middle():
    X = np.array([[1.0, 0.0], [3.0, 1.0], [np.nan, np.nan]])
    points = GateSpace.learn(X, np.ones(3), np.array([False, True])).place(X)
    assert_allclose(points[2], 0)
    assert np.isfinite(points).all()


def test_constant_and_empty_columns_say_nothing():
    X = np.array([[7.0, np.nan, 1.0], [7.0, np.nan, 2.0]])
    space = GateSpace.learn(X, np.ones(2), None)
    assert_allclose(space.place(X)[:, :2], 0)
    assert_allclose(space.place(np.array([[9.0, 1.0, 1.5]]))[0, [0, 2]], 0)
