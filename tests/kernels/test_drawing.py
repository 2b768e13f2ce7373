import numpy as np
import pytest
from numba import njit
from scipy.stats import chisquare
from tests.kernels.tables import COMPILED

from hedgerow._kernels.drawing import draw_by_mass, draw_uniform, draw_untried, local_mass

N_DRAWS = 20_000 if COMPILED else 3_000


@njit
def draw_all(order, state):
    drawn = np.zeros(order.size, np.int64)
    for i in range(order.size):
        drawn[i] = draw_uniform(order, state, order.size - i)
    return drawn


@njit
def draw_places(mass, tried, state, n):
    places = np.zeros(n, np.int64)
    for i in range(n):
        places[i] = draw_by_mass(mass, tried, mass.size, state)
    return places


@njit
def draw_others(tried, state, n):
    places = np.zeros(n, np.int64)
    for i in range(n):
        places[i] = draw_untried(tried, tried.size, state)
    return places


@njit
def sum_mass(mass, order, relevance, rows, start, n):
    local_mass(mass, order, order.size, relevance, order.size, rows, start, n)


def state(seed=1):
    return np.array([seed], np.uint64)


def test_uniform_draws_are_permutations_and_uniform():
    order, random = np.arange(5, dtype=np.int32), state()
    drawn = np.array([draw_all(order, random) for _ in range(N_DRAWS // 5)])
    assert (np.sort(drawn, axis=1) == np.arange(5)).all()
    for place in range(5):
        assert (
            chisquare(np.bincount(drawn[:, place])).pvalue > 1e-4
        )  # one seed in 2,000 fails one of the five


def test_draws_follow_the_mass():
    shares = np.array([0.5, 0.0, 0.3, 0.2])
    counts = np.bincount(draw_places(np.cumsum(shares), np.zeros(4, np.uint8), state(), N_DRAWS), minlength=4)
    assert counts[1] == 0
    assert chisquare(counts[[0, 2, 3]], N_DRAWS * shares[[0, 2, 3]]).pvalue > 1e-4


@pytest.mark.parametrize("heavy", [0.5, 0.999999])
def test_draws_without_replacement_follow_what_is_left(heavy):
    """With almost all mass tried the rejection gives up and the rest is drawn exactly."""
    rest = 1.0 - heavy
    mass = np.cumsum([heavy, rest * 0.75, 0.0, rest * 0.25])
    counts = np.bincount(draw_places(mass, np.array([1, 0, 0, 0], np.uint8), state(2), N_DRAWS), minlength=4)
    assert counts[0] == counts[2] == 0
    assert chisquare(counts[[1, 3]], N_DRAWS * np.array([0.75, 0.25])).pvalue > 1e-4


def test_nothing_is_drawn_where_no_mass_is_left():
    assert draw_places(np.zeros(3), np.zeros(3, np.uint8), state(), 1)[0] == -1
    assert draw_places(np.cumsum([0.5, 0.5, 0.0]), np.array([1, 1, 0], np.uint8), state(), 1)[0] == -1


def test_untried_features_are_drawn_uniformly():
    counts = np.bincount(draw_others(np.array([0, 1, 0, 0], np.uint8), state(3), N_DRAWS), minlength=4)
    assert counts[1] == 0
    assert chisquare(counts[[0, 2, 3]]).pvalue > 1e-4
    assert draw_others(np.ones(2, np.uint8), state(), 1)[0] == -1


def test_the_local_distribution_of_two_rows():
    """Rogers 2007, eq. 7.25: rows (.6,-.1,.2), (.2,-.3,0) give .8, 0, .2."""
    relevance = np.array([[9, 9, 9], [0.6, -0.1, 0.2], [0.2, -0.3, 0.0]], np.float32).ravel()
    mass, rows = np.zeros(3), np.array([0, 2, 1], np.uint32)
    sum_mass(mass, np.arange(3, dtype=np.int32), relevance, rows, 1, 2)
    np.testing.assert_allclose(np.diff(mass, prepend=0), [0.8, 0.0, 0.2], atol=1e-7)
    sum_mass(mass, np.array([2, 0, 1], np.int32), relevance, rows, 1, 2)
    np.testing.assert_allclose(np.diff(mass, prepend=0), [0.2, 0.8, 0.0], atol=1e-7)
