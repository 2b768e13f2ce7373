"""Probabilities agree with the labels that the generators draw, and with their published Bayes errors."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import quad
from scipy.stats import multivariate_normal, norm

from hedgerow import datasets
from hedgerow.analysis.bias_variance.protocols import FreshSamples
from hedgerow.datasets.generators.breiman import WAVES

NAMES = [
    "twonorm",
    "threenorm",
    "ringnorm",
    "artificial_multi1",
    "artificial_multi2",
    "waveform",
    "led",
    "friedman",
]


def drawn(name, n_rows=20_000, **parameters):
    arranged = FreshSamples(name, n_test=n_rows, parameters=parameters).arrange(None, None, 1, entropy=5)
    return arranged.tested, arranged.truth


@pytest.mark.parametrize("name", NAMES)
def test_the_mean_of_one_less_the_largest_probability_is_the_bayes_error(name):
    tested, truth = drawn(name)
    table = truth(tested.X)
    assert_allclose(table.sum(axis=1), 1)
    regret = 1 - table.max(axis=1)
    published = getattr(datasets, f"make_{name}")(n_samples=10, random_state=0).bayes_error
    # The Bayes error of the waveforms is known as "about 0.14" only.
    assert abs(regret.mean() - published) < 4 * regret.std() / 20_000**0.5 + (
        0.012 if name == "waveform" else 0
    )


@pytest.mark.parametrize("name", NAMES)
def test_labels_are_drawn_with_these_probabilities(name):
    """Rows whose class k is given the probability p have that class in a share p of the cases."""
    tested, truth = drawn(name)
    table, labels = truth(tested.X), np.unique(tested.y)
    for column, label in enumerate(labels):
        p, hit = table[:, column], tested.y == label
        surprise = (hit - p).sum() / np.sqrt((p * (1 - p)).sum() + 1)
        in_doubt = (p > 0.1) & (p < 0.9)
        tilt = ((hit - p) * (p - 0.5))[in_doubt].sum() / np.sqrt(
            (p * (1 - p) * (p - 0.5) ** 2)[in_doubt].sum() + 1
        )
        assert abs(surprise) < 4.5
        assert abs(tilt) < 4.5


def test_two_gaussians_by_hand():
    _, truth = drawn("twonorm", 10)
    X = np.full((1, 20), 0.1)
    a = 2 / np.sqrt(20)
    densities = [multivariate_normal(np.full(20, sign * a)).pdf(X[0]) for sign in (1, -1)]
    assert_allclose(truth(X)[0], densities / np.sum(densities))


def test_a_waveform_is_an_integral_over_its_share():
    tested, truth = drawn("waveform", 5)
    pairs = ((0, 1), (0, 2), (1, 2))
    for row in range(5):
        x = tested.X[row]
        densities = [
            quad(
                lambda u, x=x, a=a, b=b: norm.pdf(x - u * WAVES[a] - (1 - u) * WAVES[b]).prod(),
                0,
                1,
                limit=200,
            )[0]
            for a, b in pairs
        ]
        assert_allclose(truth(x[None])[0], densities / np.sum(densities), rtol=1e-6)


def test_the_possible_values_of_a_noisy_function_have_its_mean_and_variance():
    tested, truth = drawn("friedman", 50, binary=False, noise=2.0)
    table = truth(tested.X)
    assert_allclose(table.var(axis=1), 4.0)
    assert (tested.y - table.mean(axis=1)).std() == pytest.approx(2.0, rel=0.3)
    assert tested.y.dtype == np.float64


def test_problems_without_noise_and_unknown_ones_have_no_table():
    assert drawn("square_frame", 10)[1] is None
    assert drawn("network", 10)[1] is None
    assert drawn("friedman", 10, noise=0.0)[1] is None
