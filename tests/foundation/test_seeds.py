import numpy as np
from numpy.testing import assert_array_equal

from hedgerow.foundation.seeds import Stream, draw_entropy, draw_seed, draw_seeds


def test_seeds_differ_by_member_and_axis():
    seeds = draw_seeds(1, 1000)
    assert seeds.shape == (1000, len(Stream))
    assert np.unique(seeds).size == seeds.size


def test_more_members_keep_the_first_seeds():
    assert_array_equal(draw_seeds(3, 100)[:10], draw_seeds(3, 10))


def test_entropy_follows_the_random_state():
    assert draw_entropy(5) == draw_entropy(5) == draw_entropy(np.random.RandomState(5))
    assert draw_entropy(5) != draw_entropy(6)
    assert draw_entropy(None) != draw_entropy(None)


def test_a_seed_of_more_than_32_bits_is_taken_as_it_is():
    for seed in (2**32, np.uint64(2**64 - 1)):
        assert draw_seed(seed) == np.array([seed], np.uint64)
    assert draw_seed(2**32 - 1) < 2**31
    assert draw_seed(3) == draw_seed(np.random.RandomState(3))
