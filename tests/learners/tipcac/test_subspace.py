from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from hedgerow.learners.tipcac.subspace import FisherSubspace, PartialWhitening

X = np.array(
    [[0, 0, 1], [1, 0, 0], [0, 1, 0], [5, 0, 1], [6, 1, 0], [5, 1, 1], [0, 5, 1], [1, 6, 0], [0, 6, 1]],
    dtype=float,
)
Y = np.repeat([0, 1, 2], 3)
ONES = np.ones(9)


def measure_means(rows, y=Y):
    means = [rows[y == code].mean(axis=0) for code in np.unique(y)]
    return [np.linalg.norm(one - other) for one, other in combinations(means, 2)]


def test_class_means_keep_their_distances():
    assert_allclose(np.linalg.svd(X - X.mean(axis=0), compute_uv=False), [8.76653204, 5.54273969, 1.48449672])
    subspace = FisherSubspace.learn(X, Y, ONES, n_directions=2)
    assert subspace.axes.shape == (3, 2)
    expected = [4.3899946192, 4.3983974679, 4.4760367111]
    assert_allclose(measure_means(subspace.transform(X)), expected, atol=1e-9)
    whitening = PartialWhitening.learn(X, ONES, 2)
    assert_allclose(measure_means(whitening.apply(X.T).T), expected, atol=1e-9)


def test_raw_means_would_lose_what_tells_classes_apart():
    whitening = PartialWhitening.learn(X, ONES, 2)
    means = np.stack([X[3 * code : 3 * code + 3].mean(axis=0) for code in (0, 1)])
    basis, _ = np.linalg.qr(whitening.apply(means.T))
    assert_allclose(
        measure_means(whitening.apply(X.T).T @ basis), [4.3899946192, 3.2224203146, 3.3276113109], atol=1e-9
    )


def test_whole_weights_are_repeats():
    weights = np.array([1, 2, 3, 1, 1, 2, 2, 1, 1])
    weighted = FisherSubspace.learn(X, Y, weights.astype(float), 2).transform(X)
    rows = np.repeat(np.arange(9), weights)
    repeated = FisherSubspace.learn(X[rows], Y[rows], np.ones(rows.size), 2).transform(X)
    assert_allclose(weighted, repeated, atol=1e-10)


def test_means_on_a_line_span_a_line():
    rows = np.c_[np.repeat([0.0, 2.0, 5.0], 4), np.tile([1.0, -1.0, 1.0, -1.0], 3)]
    subspace = FisherSubspace.learn(rows, np.repeat([0, 1, 2], 4), np.ones(12))
    assert subspace.axes.shape == (2, 1)


@pytest.mark.parametrize("y", [np.zeros(9, int), np.array([0, 0, 0, 0, 1, 1, 1, 1, 2])])
def test_one_class_and_a_class_of_one_row(y):
    subspace = FisherSubspace.learn(X, y, ONES)
    assert np.isfinite(subspace.transform(X)).all()
    assert subspace.transform(X).shape[1] == max(1, y.max())


def test_more_features_than_rows():
    wide = np.random.default_rng(0).normal(size=(9, 200))
    subspace = FisherSubspace.learn(wide, Y, ONES, "all")
    assert subspace.transform(wide).shape == (9, 2)
    assert subspace.n_directions == 8
