import numpy as np
import pytest
from numba import njit
from scipy.stats import chisquare
from tests.kernels.tables import COMPILED

from hedgerow._kernels.randomness import next_random, random_below, random_unit


@njit
def draw_bits(state, n):
    bits = np.zeros(n, np.uint64)
    for i in range(n):
        bits[i] = next_random(state)
    return bits


@njit
def draw_below(state, bound, n):
    drawn = np.zeros(n, np.int64)
    for i in range(n):
        drawn[i] = random_below(state, bound)
    return drawn


@njit
def draw_units(state, n):
    drawn = np.zeros(n)
    for i in range(n):
        drawn[i] = random_unit(state)
    return drawn


def seeded(seed):
    return np.array([seed], np.uint64)


@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]),
        (1234567, [6457827717110365317, 3203168211198807973, 9817491932198370423]),
    ],
)
def test_the_generator_is_splitmix64(seed, expected):
    assert draw_bits(seeded(seed), 3).tolist() == expected


@pytest.mark.parametrize("bound", [1, 2, 7, 100])
def test_integers_are_uniform(bound):
    drawn = draw_below(seeded(5), bound, 20_000 if COMPILED else 4_000)
    counts = np.bincount(drawn, minlength=bound)
    assert counts.size == bound
    assert bound == 1 or chisquare(counts).pvalue > 1e-4  # fails for one seed in 10,000


def test_units_lie_in_the_half_open_interval():
    drawn = draw_units(seeded(6), 4_000)
    assert drawn.min() >= 0.0
    assert drawn.max() < 1.0
    assert chisquare(np.bincount((drawn * 10).astype(int), minlength=10)).pvalue > 1e-4
