import math

import numpy as np
import pytest

from hedgerow.relevance.chance.shuffling import shuffled_gains
from hedgerow.relevance.chance.values import value_gain_moments


def test_two_rows_are_told_apart_by_one_cut():
    mean, variance = value_gain_moments(2)
    assert mean == 1.0
    assert variance == 0.0


def test_three_rows_in_closed_form():
    # Two cuts that correlate by 1/2: E max(Z1^2, Z2^2) = 1 + (2 / pi) sqrt(1 - 1/4).
    assert value_gain_moments(3)[0] == pytest.approx((1 + 2 / math.pi * math.sqrt(0.75)) / 2, rel=2e-4)


@pytest.mark.parametrize(
    ("n", "n_draws"), [(3, 40_000), (5, 40_000), (20, 20_000), (150, 5_000), (10_000, 400)]
)
def test_normal_targets_agree_with_chance(n, n_draws):
    rng = np.random.default_rng(n)
    cuts, shares = np.arange(1, n), []
    for _ in range(-(-n_draws * n // 1_000_000)):
        y = rng.normal(size=(min(n_draws, 1_000_000 // n), n))
        y -= y.mean(axis=1, keepdims=True)
        explained = np.cumsum(y, axis=1)[:, :-1] ** 2 * (n / (cuts * (n - cuts)))
        shares.append(explained.max(axis=1) / (y**2).sum(axis=1))
    drawn = np.concatenate(shares)
    mean, variance = value_gain_moments(n)
    assert abs(drawn.mean() - mean) < 3 * math.sqrt(variance / drawn.size)
    assert drawn.var() == pytest.approx(variance, rel=10 / math.sqrt(drawn.size))


@pytest.mark.parametrize("name", ["uniform", "laplace"])
def test_other_targets_are_not_far_from_it(name):
    rng = np.random.default_rng(0)
    y = getattr(rng, name)(size=60)
    gains = shuffled_gains(np.arange(60), y, regression=True, n_permutations=2000, random_state=0)
    assert y.var() * value_gain_moments(60)[0] == pytest.approx(gains.mean(), rel=0.1)


def test_the_share_falls_with_the_rows():
    sizes = np.unique(np.geomspace(2, 10**8, 200).round())
    mean, variance = value_gain_moments(sizes)
    assert (np.diff(mean) < 0).all()
    assert (np.diff(mean * (sizes - 1)) > 0).all()
    assert (variance >= 0).all()
    np.testing.assert_array_equal(value_gain_moments([0, 1]), 0.0)
    assert 0 < value_gain_moments(10**12)[0] < 1e-10
