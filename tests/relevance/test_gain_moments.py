import numpy as np
from numpy.testing import assert_allclose, assert_array_equal
from scipy import stats

from hedgerow.relevance.gain_moments import GainMoments, mean_gains

TAUGHT = np.random.default_rng(0).normal(size=(12, 3)) * (np.arange(36).reshape(12, 3) % 4 > 0)


def test_moments_are_those_of_the_trees():
    lessons = GainMoments.of(TAUGHT)
    assert lessons.n_trees == 12
    assert_allclose(lessons.mean, TAUGHT.mean(axis=0))
    assert_allclose(lessons.squares, 12 * TAUGHT.var(axis=0))
    assert_allclose(lessons.cubes, 12 * stats.moment(TAUGHT, 3, axis=0))
    assert_array_equal(lessons.uses, (TAUGHT != 0).sum(axis=0))


def test_blocks_of_any_size_have_the_mean_of_all_trees():
    blocks = [GainMoments.of(part) for part in np.split(TAUGHT, [2, 7])]
    assert_allclose(mean_gains(blocks), TAUGHT.mean(axis=0))


def test_columns_that_taught_nothing_need_not_be_looked_at():
    wide = np.zeros((12, 8))
    wide[:, [1, 4, 6]] = TAUGHT
    whole, some = GainMoments.of(wide), GainMoments.of(wide, np.array([1, 4, 6, 7]))
    for name in ("mean", "squares", "cubes", "uses"):
        assert_allclose(getattr(some, name), getattr(whole, name), rtol=1e-12)
