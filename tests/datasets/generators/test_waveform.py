"""The waveforms."""

import numpy as np
import pytest

from hedgerow.datasets import make_waveform
from hedgerow.datasets.generators.waveform import WAVES


def test_the_waves_are_triangles():
    assert WAVES[0].tolist() == [0] * 5 + [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1] + [0] * 5
    np.testing.assert_array_equal(WAVES[1, 4:], WAVES[0, :17])
    np.testing.assert_array_equal(WAVES[2, :17], WAVES[0, 4:])


def test_class_means_are_the_midpoints_of_two_waves():
    sample = make_waveform(60_000, n_noise=19, random_state=0)
    for label, (first, second) in enumerate([(0, 1), (0, 2), (1, 2)]):
        rows = sample.X[sample.y == label]
        np.testing.assert_allclose(rows[:, :21].mean(axis=0), (WAVES[first] + WAVES[second]) / 2, atol=0.08)
        np.testing.assert_allclose(rows[:, 21:].mean(axis=0), 0, atol=0.04)
    assert sample.relevant == tuple(range(1, 20))


def test_the_bayes_rule_errs_on_about_14_percent():
    sample = make_waveform(3000, random_state=0)
    shares = (np.arange(30) + 0.5)[:, None] / 30
    likelihoods = []
    for first, second in [(0, 1), (0, 2), (1, 2)]:
        mixtures = shares * WAVES[first] + (1 - shares) * WAVES[second]
        squared = ((sample.X[:, None, :] - mixtures) ** 2).sum(axis=2)
        likelihoods.append(np.exp(-squared / 2).sum(axis=1))
    assert (np.argmax(likelihoods, axis=0) != sample.y).mean() == pytest.approx(sample.bayes_error, abs=0.02)
