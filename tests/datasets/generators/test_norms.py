"""Breiman's Gaussians: their Bayes rules reach their Bayes errors."""

import numpy as np
import pytest
from scipy import integrate, stats

from hedgerow.datasets import make_ringnorm, make_threenorm, make_twonorm

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
