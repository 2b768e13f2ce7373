import numpy as np
import pytest
from numpy.testing import assert_allclose

from hedgerow.analysis.bias_variance import NearestNeighbours
from hedgerow.analysis.bias_variance.replicates import LabelledRows


def naive(X, y, n_asked, size, n_classes):
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    shares = np.zeros((n_asked, n_classes))
    for row in range(n_asked):
        distance = [((X[row] - X[other]) ** 2).sum() for other in range(len(X))]
        near = sorted((d, other) for other, d in enumerate(distance) if other != row)[:size]
        for _, other in near:
            shares[row, y[other]] += 1 / size
    return shares


def test_shares_are_those_of_the_other_rows_nearby():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(30, 2)), rng.integers(3, size=30)
    found = NearestNeighbours(5).estimate(LabelledRows(X, y), None, 3, None)
    assert_allclose(found, naive(X, y, 30, 5, 3))
    held_out = NearestNeighbours(5).estimate(
        LabelledRows(X[:10], y[:10]), LabelledRows(X[10:], y[10:]), 3, None
    )
    assert_allclose(held_out, naive(X, y, 10, 5, 3))


def test_a_row_among_its_doubles_is_not_its_own_neighbour():
    X, y = np.zeros((6, 1)), np.array([0, 1, 1, 1, 1, 1])
    shares = NearestNeighbours(5).estimate(LabelledRows(X, y), None, 2, None)
    assert_allclose(shares[0], [0, 1])
    assert NearestNeighbours(2).estimate(LabelledRows(X, y), None, 2, None).sum(axis=1).tolist() == [1.0] * 6


def test_values_of_the_neighbours_are_the_possible_values():
    X = np.arange(9.0)[:, None]
    table = NearestNeighbours(2).estimate(LabelledRows(X, X[:, 0] * 10), None, None, None)
    assert sorted(table[4]) == [30, 50]
    assert NearestNeighbours().estimate(LabelledRows(X, X[:, 0]), None, None, None).shape == (9, 3)


@pytest.mark.parametrize("size", [0, 4])
def test_an_impossible_number_is_refused(size):
    part = LabelledRows(np.zeros((4, 1)), np.zeros(4, int))
    with pytest.raises(ValueError, match=f"n_neighbors={size} of 4 known rows"):
        NearestNeighbours(size).estimate(part, None, 1, None)
