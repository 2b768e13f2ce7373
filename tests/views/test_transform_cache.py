import pickle

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from hedgerow.views.rotation import Turns
from hedgerow.views.transform_cache import TransformCache

SEEDS = np.arange(30, dtype=np.uint64)


class Counting:
    """A rotation that counts its steps."""

    def __init__(self, position, steps):
        self.turns, self.steps = Turns(SEEDS, position), steps

    def transform(self, X):
        self.steps.append(self.turns.position + 1)
        return self.turns.transform(X)

    def follows(self, earlier):
        return self.turns.follows(earlier.turns)

    def follow(self, earlier, table):
        self.steps.append(self.turns.position - earlier.turns.position)
        return self.turns.follow(earlier.turns, table)


class Doubling:
    def transform(self, X):
        return 2 * X


@pytest.fixture
def X():
    return np.asfortranarray(np.random.default_rng(0).normal(size=(20, 5)))


@pytest.mark.parametrize("rows", [None, np.array([3, 4, 19])])
def test_members_in_order_are_one_step_each(X, rows):
    steps, cache = [], TransformCache(X)
    for position in range(8):
        shown = cache.transform(Counting(position, steps), rows)
        assert_array_equal(shown, Turns(SEEDS, position).transform(X)[slice(None) if rows is None else rows])
    assert steps == [1] * 8


def test_gaps_and_steps_back_are_bridged(X):
    steps, cache = [], TransformCache(X)
    for position in (2, 6, 1):
        assert_array_equal(cache.transform(Counting(position, steps)), Turns(SEEDS, position).transform(X))
    assert steps == [3, 4, 2]


@pytest.mark.parametrize("order", ["C", "F"])
def test_other_views_see_their_rows_alone(X, order):
    cache = TransformCache(np.asarray(X, order=order))
    assert_array_equal(cache.transform(Doubling(), np.array([1, 5])), 2 * X[[1, 5]])
    assert_array_equal(cache.transform(Doubling()), 2 * X)


def test_a_fork_goes_on_and_leaves_the_first_cache_where_it_is(X):
    steps, cache = [], TransformCache(X)
    cache.transform(Counting(3, steps))
    fork = cache.fork()
    fork.transform(Counting(5, steps))
    cache.transform(Counting(4, steps))
    assert steps == [4, 2, 1]


def test_catching_up_only_goes_forward(X):
    steps, cache, ahead = [], TransformCache(X), TransformCache(X)
    ahead.transform(Counting(5, steps))
    cache.catch_up(ahead)
    cache.transform(Counting(7, steps))
    cache.catch_up(ahead)
    cache.transform(Counting(8, steps))
    assert steps == [6, 2, 1]


def test_a_pickle_starts_again(X):
    cache = TransformCache(X)
    cache.transform(Turns(SEEDS, 20))
    assert len(pickle.dumps(cache)) < 1.5 * X.nbytes
    assert_array_equal(
        pickle.loads(pickle.dumps(cache)).transform(Turns(SEEDS, 4)), Turns(SEEDS, 4).transform(X)
    )
