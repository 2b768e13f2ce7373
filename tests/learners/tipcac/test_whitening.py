import numpy as np
import pytest
from numpy.testing import assert_allclose

from hedgerow.learners.tipcac import subspace
from hedgerow.learners.tipcac.subspace import PartialWhitening, count_directions

X = np.array(
    [[2, 0, 1], [3, 1, 0], [4, 1, 2], [3, 2, 1], [6, 3, 2], [7, 3, 4], [8, 5, 3], [7, 4, 3]], dtype=float
)


def find_widths(rows):
    return np.linalg.svd(rows - rows.mean(axis=0), compute_uv=False)


def test_the_widest_directions_are_drawn_in():
    assert_allclose(find_widths(X), [7.9309043011, 2.0653732276, 0.8426092790])
    two = PartialWhitening.learn(X, n_directions=2)
    whitened = two.apply((X - two.mean).T).T
    assert_allclose(find_widths(whitened), [2.0653732276, 2.0653732276, 0.8426092790])
    assert_allclose(find_widths(PartialWhitening.learn(X, n_directions="all").apply(X.T).T), 0.8426092790)


def test_it_is_the_matrix_that_is_never_formed():
    _, values, rows = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
    directions = rows[:2].T
    matrix = (
        values[1] * directions @ np.diag(1 / values[:2]) @ directions.T
        + np.eye(3)
        - directions @ directions.T
    )
    learned = PartialWhitening.learn(X, n_directions=2)
    assert_allclose(learned.apply(np.eye(3)), matrix, atol=1e-12)
    assert_allclose(learned.apply(X[0], times=2), matrix @ matrix @ X[0])


@pytest.mark.parametrize(("total", "expected"), [(5091, 151), (8, 9), (2, 1), (1, 1), (0.1, 1)])
def test_the_number_of_directions_grows_as_the_square_of_the_logarithm(total, expected):
    assert count_directions(total) == expected


def test_whole_weights_are_repeats():
    weights = np.array([1, 2, 1, 3, 1, 1, 2, 1])
    weighted = PartialWhitening.learn(X, weights.astype(float), 2).apply(np.eye(3))
    repeated = PartialWhitening.learn(np.repeat(X, weights, axis=0), None, 2).apply(np.eye(3))
    assert_allclose(weighted, repeated, atol=1e-12)


def test_directions_of_no_width_are_left_alone():
    flat = np.column_stack([X, X @ [1.0, 2.0, 3.0], np.ones(8)])
    learned = PartialWhitening.learn(flat, n_directions="all")
    assert len(learned.scales) == 3
    assert_allclose(learned.apply(np.eye(5))[4], [0, 0, 0, 0, 1], atol=1e-12)
    still = PartialWhitening.learn(np.ones((4, 2)))
    assert_allclose(still.apply(np.eye(2)), np.eye(2), atol=1e-12)


def test_more_features_than_rows():
    wide = np.random.default_rng(0).normal(size=(10, 300))
    learned = PartialWhitening.learn(wide, n_directions="all")
    assert len(learned.scales) == 9
    whitened = learned.apply((wide - learned.mean).T).T
    assert_allclose(find_widths(whitened)[:9], find_widths(wide)[8])


def test_large_tables_are_decomposed_in_part(monkeypatch):
    rows = np.random.default_rng(0).normal(size=(60, 50)) * np.linspace(3, 1, 50)
    exact = PartialWhitening.learn(rows, n_directions=5)
    monkeypatch.setattr(subspace, "_SMALL", 20)
    in_part = PartialWhitening.learn(rows, n_directions=5)
    assert_allclose(in_part.apply(rows.T), exact.apply(rows.T), atol=1e-8)
