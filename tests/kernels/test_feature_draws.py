import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit
from scipy.stats import chisquare
from tests.kernels.pointers import pointer
from tests.kernels.tables import COMPILED

from hedgerow._kernels.feature_draws import draw_by_mass, draw_uniform, draw_untried, local_mass

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
def sum_mass(mass, order, relevance, n_columns, rows, start, n):
    local_mass(
        pointer(mass), pointer(order), order.size, pointer(relevance), n_columns, pointer(rows), start, n
    )


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
    sum_mass(mass, np.arange(3, dtype=np.int32), relevance, 3, rows, 1, 2)
    np.testing.assert_allclose(np.diff(mass, prepend=0), [0.8, 0.0, 0.2], atol=1e-7)
    sum_mass(mass, np.array([2, 0, 1], np.int32), relevance, 3, rows, 1, 2)
    np.testing.assert_allclose(np.diff(mass, prepend=0), [0.2, 0.8, 0.0], atol=1e-7)


@given(
    st.integers(1, 27), st.integers(0, 12), st.integers(0, 99), st.sampled_from(["all", "shuffled", "some"])
)
def test_the_local_distribution_is_the_plain_sum(n_columns, n, seed, allowed):
    """Eight features at a time, or one by one where only some are allowed or they are out of order."""
    generator = np.random.default_rng(seed)
    relevance = generator.normal(size=(20, n_columns)).astype(np.float32)
    order = np.arange(n_columns, dtype=np.int32) if allowed == "all" else generator.permutation(n_columns)
    order = order[: -(-n_columns // 2)] if allowed == "some" else order
    rows, mass = generator.permutation(20).astype(np.uint32), np.full(order.size + 1, 7.0)
    sum_mass(mass, order.astype(np.int32), relevance.ravel(), n_columns, rows, 3, n)
    chosen = relevance.astype(np.float64)[rows[3 : 3 + n]][:, order]
    expected = np.cumsum([max(sum(column), 0.0) for column in chosen.T])
    np.testing.assert_allclose(mass[:-1], expected, rtol=1e-12, atol=1e-12)
    assert mass[-1] == 7.0  # nothing is written behind the last feature
