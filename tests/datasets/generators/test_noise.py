"""Noise columns."""

import numpy as np

from hedgerow.datasets import append_noise, make_twonorm

SAMPLE = make_twonorm(2000, random_state=0)


def test_the_truth_is_kept():
    noisy = append_noise(SAMPLE, 3, random_state=0)
    np.testing.assert_array_equal(noisy.X[:, :20], SAMPLE.X)
    assert (noisy.y is SAMPLE.y, noisy.relevant, noisy.bayes_error) == (
        True,
        SAMPLE.relevant,
        SAMPLE.bayes_error,
    )
    assert SAMPLE.X.shape == (2000, 20)


def test_the_columns_are_uniform():
    noise = append_noise(SAMPLE, 3, random_state=0).X[:, 20:]
    assert (noise >= 0).all()
    assert (noise <= 1).all()
    np.testing.assert_allclose(noise.mean(axis=0), 0.5, atol=0.03)


def test_noise_on_noise_gets_new_names():
    twice = append_noise(append_noise(SAMPLE, 1), 2)
    assert twice.feature_names[-3:] == ("noise1", "noise2", "noise3")
