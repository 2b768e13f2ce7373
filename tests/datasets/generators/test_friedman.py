"""Friedman's function at hand-checked points."""

import numpy as np
import pytest

from hedgerow.datasets import make_friedman
from hedgerow.datasets.generators.friedman import friedman


def test_pencil_values():
    assert friedman(np.full((1, 10), 0.5))[0] == pytest.approx(14.571067811865476, abs=1e-12)
    assert friedman(np.array([[1, 0.5, 0, 1, 1]]))[0] == pytest.approx(10 + 5 + 10 + 5)


def test_labels_are_the_noisy_value_above_the_threshold():
    raw, binary = (make_friedman(random_state=3, binary=binary) for binary in (False, True))
    np.testing.assert_array_equal(binary.y, np.where(raw.y > 14, 1, -1))
    assert binary.X.shape == (200, 10)


def test_class_share_and_bayes_error():
    sample = make_friedman(200_000, 5, random_state=0)
    assert (sample.y > 0).mean() == pytest.approx(0.531, abs=0.005)
    best = np.where(friedman(sample.X) > 14, 1, -1)
    assert (best != sample.y).mean() == pytest.approx(sample.bayes_error, abs=0.003)


def test_bayes_error_is_given_only_where_it_is_known():
    assert make_friedman(5, noise=0, threshold=10).bayes_error == 0
    assert make_friedman(5, noise=2).bayes_error is None
    assert make_friedman(5, threshold=13).bayes_error is None
    assert make_friedman(5, binary=False).bayes_error is None
