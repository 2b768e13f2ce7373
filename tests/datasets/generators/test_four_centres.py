"""The toy of Zliobaite (2010)."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from hedgerow.datasets.generators.four_centres import make_four_centres

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
