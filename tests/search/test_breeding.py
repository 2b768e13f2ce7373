import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy.stats import norm

from hedgerow.search.breeding import (
    cross_at_point,
    cross_uniformly,
    flip_bits,
    sample_by_rank,
    scale_linearly,
    shake_bits,
    win_contests,
)


@given(st.lists(st.floats(-1e3, 1e3), min_size=2, max_size=20))
def test_chances_follow_scores(scores):
    scores = np.array(scores)
    chances = scale_linearly(scores)
    assert chances.sum() == pytest.approx(1.0)
    assert (chances >= 0).all()
    assert chances.max() <= 2.0 / scores.size * (1 + 1e-9)
    order = np.argsort(scores)
    assert (np.diff(chances[order]) >= -1e-12).all()


def test_chances_by_hand():
    np.testing.assert_allclose(scale_linearly(np.array([1.0, 2.0, 3.0, 2.0])), [0, 0.25, 0.5, 0.25])
    # Mean 2.25, best 9: 9 is brought down to 4.5, and the mean stays.
    np.testing.assert_allclose(scale_linearly(np.array([0.0, 0.0, 0.0, 9.0])), [1 / 6, 1 / 6, 1 / 6, 1 / 2])
    np.testing.assert_allclose(scale_linearly(np.array([-np.inf, 1.0, 2.0])), [0, 0, 1.0], atol=0.34)
    np.testing.assert_allclose(scale_linearly(np.array([-np.inf, -np.inf])), [0.5, 0.5])


def test_parents_are_drawn_as_often_as_their_rank_says():
    scores = -np.array([5.0, 1.0, 3.0, 1.0])
    chances = np.empty(4)
    chances[[1, 3, 2, 0]] = 1 / np.sqrt([1, 2, 3, 4])  # of equal scores the first has the better rank
    expected = 30 * chances / chances.sum()
    for seed in range(20):
        counts = np.bincount(sample_by_rank(scores, 30, np.random.RandomState(seed)), minlength=4)
        assert (np.abs(counts - expected) < 1).all()  # stochastic uniform sampling rounds up or down
    assert sample_by_rank(scores, 0, np.random.RandomState(0)).size == 0


def test_the_better_of_two_wins():
    """Of three, the best wins whenever it is drawn: 5 of 9 times; the worst only against itself: 1 of 9."""
    couples = win_contests(np.array([2, 0, 1]), 20_000, np.random.default_rng(0))
    assert couples.shape == (2, 20_000)
    np.testing.assert_allclose(np.bincount(couples.ravel()) / couples.size, [3 / 9, 1 / 9, 5 / 9], atol=0.01)


def read(text):
    return np.array([[each == "1" for each in text]])


class Drawn:
    """A generator whose draws are given."""

    def __init__(self, is_small):
        self.is_small = is_small

    def random(self, shape):
        assert self.is_small.shape == shape
        return np.where(self.is_small, 0.25, 0.75)


def test_children_of_uniform_crossover():
    first, second = cross_uniformly(read("110010"), read("011001"), Drawn(read("101100")))
    assert_array_equal(first, read("110001"))
    assert_array_equal(second, read("011010"))


def test_children_of_crossover_at_a_point():
    first, second = cross_at_point(read("110010")[0], read("011001")[0], 2)
    assert_array_equal(first, read("111001")[0])
    assert_array_equal(second, read("010010")[0])


def test_bits_flip_where_a_draw_is_below_the_rate():
    assert_array_equal(flip_bits(read("1100"), 0.5, Drawn(read("1010"))), read("0110"))


def test_a_chosen_bit_flips_as_often_as_normal_noise_crosses_one_half():
    masks = np.tile(np.array([False, True]), (2000, 50))
    flips = shake_bits(masks, 0.5, np.random.RandomState(0)) != masks
    rate = 0.5 * norm.cdf(-0.5)
    assert norm.cdf(-0.5) == pytest.approx(0.308538, abs=1e-6)
    for part in (flips[:, ::2], flips[:, 1::2]):
        assert part.mean() == pytest.approx(rate, abs=4 * np.sqrt(rate / part.size))
    assert_array_equal(shake_bits(masks, 0.0, np.random.RandomState(0)), masks)
