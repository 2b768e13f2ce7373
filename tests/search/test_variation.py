import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy.stats import norm

from hedgerow.search.variation import cross_at_point, cross_uniformly, flip_bits, shake_bits


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
