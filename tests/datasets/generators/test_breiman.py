"""Breiman's problems err as he says."""

import numpy as np
import pytest
from scipy import integrate, stats

from hedgerow.datasets import make_led, make_ringnorm, make_threenorm, make_twonorm, make_waveform
from hedgerow.datasets.generators.breiman import SEGMENTS, WAVES


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


N_SAMPLES = 100_000
ALTERNATING = np.resize([1.0, -1.0], 20)


def test_twonorm():
    sample = make_twonorm(N_SAMPLES, random_state=0)
    assert sample.bayes_error == pytest.approx(0.02275013, abs=1e-8)
    best = sample.X.sum(axis=1) < 0
    assert (best != sample.y).mean() == pytest.approx(sample.bayes_error, abs=0.002)


def test_threenorm():
    sample = make_threenorm(N_SAMPLES, random_state=0)
    diagonal, across = sample.X.sum(axis=1) / np.sqrt(20), sample.X @ ALTERNATING / np.sqrt(20)
    best = across > np.log(np.cosh(2 * diagonal)) / 2
    assert (best != sample.y).mean() == pytest.approx(sample.bayes_error, abs=0.004)


def test_threenorm_bayes_error_by_quadrature():
    def error(u):
        boundary = np.logaddexp(2 * u, -2 * u) / 2 - np.log(2) / 2
        outer = (stats.norm.pdf(u, 2) + stats.norm.pdf(u, -2)) / 2 * stats.norm.sf(boundary)
        return (outer + stats.norm.pdf(u) * stats.norm.cdf(boundary - 2)) / 2

    assert integrate.quad(error, -12, 12)[0] == pytest.approx(make_threenorm(2).bayes_error, abs=1e-6)


@pytest.mark.parametrize(("a", "published"), [(1 / np.sqrt(20), 0.0149), (2 / np.sqrt(20), 0.0125)])
def test_ringnorm(a, published):
    sample = make_ringnorm(N_SAMPLES, a=a, random_state=0)
    assert sample.bayes_error == pytest.approx(published, abs=2e-4)
    best = ((sample.X - a) ** 2).sum(axis=1) - (sample.X**2).sum(axis=1) / 4 < 20 * np.log(4)
    assert (best != sample.y).mean() == pytest.approx(sample.bayes_error, abs=0.0015)


@pytest.mark.parametrize("make", [make_twonorm, make_threenorm, make_ringnorm])
def test_classes_are_equally_likely_and_draws_repeat(make):
    assert make(N_SAMPLES, random_state=1).y.mean() == pytest.approx(0.5, abs=0.01)
    np.testing.assert_array_equal(make(9, random_state=1).X, make(9, random_state=1).X)
