"""The Madelon-like problem."""

import numpy as np
import pytest

from hedgerow.datasets import make_madelon


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
