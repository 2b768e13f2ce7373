"""Gaussians around centres err as published."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.linear_model import LogisticRegression

from hedgerow.datasets import make_artificial_multi1, make_artificial_multi2, make_madelon
from hedgerow.datasets.generators.gaussians import make_four_centres


@pytest.mark.parametrize(
    ("make", "n_features", "n_classes", "bayes_error"),
    [(make_artificial_multi1, 2, 5, 0.2176), (make_artificial_multi2, 3, 9, 0.1433)],
)
def test_the_nearest_centre_errs_as_published(make, n_features, n_classes, bayes_error):
    sample = make(200_000, random_state=0)
    assert sample.X.shape[1] == n_features
    assert sample.bayes_error == bayes_error
    centres = np.array([sample.X[sample.y == label].mean(axis=0) for label in range(n_classes)])
    best = cdist(sample.X, centres).argmin(axis=1)
    assert (best != sample.y).mean() == pytest.approx(bayes_error, abs=0.004)


CENTRES = np.array([[0, 0], [4.5, 3], [1, 3], [3, 0.1]])


def test_each_centre_has_its_share_and_its_class():
    sample = make_four_centres(20_000, random_state=0)
    distances = ((sample.X[:, None] - CENTRES) ** 2).sum(axis=2)
    clear = np.sort(distances, axis=1)[:, 1] > distances.min(axis=1) + 8
    assert np.mean((distances.argmin(axis=1) >= 2)[clear] == sample.y[clear]) > 0.99
    assert np.bincount(sample.y).tolist() == [10_000, 10_000]
    assert [len(make_four_centres(size, random_state=0).y) for size in (3, 6)] == [3, 6]


def test_the_best_rule_errs_as_stated_and_a_line_is_useless():
    sample = make_four_centres(400_000, random_state=0)
    densities = np.exp(-((sample.X[:, None] - CENTRES) ** 2).sum(axis=2) / 2)
    best = densities[:, 2:].sum(axis=1) > densities[:, :2].sum(axis=1)
    assert np.mean(best != sample.y) == pytest.approx(sample.bayes_error, abs=0.0015)
    assert LogisticRegression().fit(sample.X, sample.y).score(sample.X, sample.y) < 0.55


def test_the_same_seed_draws_the_same_rows():
    first, again, other = (make_four_centres(50, random_state=seed) for seed in (3, 3, 4))
    assert (first.X == again.X).all()
    assert (first.X != other.X).any()


@pytest.fixture(scope="module")
def sample():
    return make_madelon(random_state=0)


def test_size(sample):
    assert sample.X.shape == (2600, 500)
    assert len(sample.relevant) == 20
    assert abs(sample.y.mean()) < 0.12


def test_relevant_columns_span_five_dimensions(sample):
    centred = sample.X[:, sample.relevant] - sample.X[:, sample.relevant].mean(axis=0)
    assert np.linalg.matrix_rank(centred, tol=1e-6) == 5


def test_other_columns_are_standard_noise(sample):
    noise = np.delete(sample.X, sample.relevant, axis=1)
    assert noise.std() == pytest.approx(1, abs=0.01)
    assert noise.mean() == pytest.approx(0, abs=0.01)


def test_a_vertex_has_one_label_but_for_flips():
    sample = make_madelon(20_000, 5, n_redundant=0, separation=20, random_state=0)
    vertex = (sample.X > 0) @ 2 ** np.arange(5)
    means = np.array([sample.y[vertex == number].mean() for number in range(32)])
    assert (means > 0).sum() == 16
    assert np.abs(means).mean() == pytest.approx(1 - 2 * 0.01, abs=0.005)
