"""The display."""

import numpy as np
import pytest

from hedgerow.datasets import make_led
from hedgerow.datasets.generators.led import SEGMENTS


def test_ten_different_digits_with_the_usual_number_of_segments():
    assert SEGMENTS.sum(axis=1).tolist() == [6, 2, 5, 5, 4, 5, 6, 3, 7, 6]
    assert len({tuple(row) for row in SEGMENTS}) == 10


def test_bayes_error():
    assert make_led(2).bayes_error == pytest.approx(0.26, abs=0.001)
    assert make_led(2, noise=0).bayes_error == pytest.approx(0)
    assert make_led(2, noise=0.5).bayes_error == pytest.approx(0.9)


def test_segments_are_inverted_one_time_in_ten():
    sample = make_led(50_000, n_noise=17, random_state=0)
    assert sample.X.shape == (50_000, 24)
    assert sample.relevant == tuple(range(7))
    assert (sample.X[:, :7] != SEGMENTS[sample.y]).mean() == pytest.approx(0.1, abs=0.003)
    np.testing.assert_allclose(sample.X[:, 7:].mean(axis=0), 0.5, atol=0.012)
