import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy.stats import chisquare

from hedgerow.learners import RandomParts

POINTS = np.random.default_rng(0).normal(size=(4000, 3))


def test_parts_are_even_and_know_nothing_of_the_rows():
    parts = RandomParts(4, random_state=0).fit(POINTS).assign(POINTS)
    assert chisquare(np.bincount(parts, minlength=4)).pvalue > 0.001
    assert max(abs(np.corrcoef(parts, column)[0, 1]) for column in POINTS.T) < 0.06
    sides = np.array(
        [np.bincount(parts[side], minlength=4) for side in (POINTS[:, 0] > 0, POINTS[:, 0] <= 0)]
    )
    assert chisquare(sides[0], sides[1] * sides[0].sum() / sides[1].sum()).pvalue > 0.001


def test_a_row_has_one_part_whoever_is_asked_with_it():
    parts = RandomParts(5, random_state=1).fit(POINTS)
    assert_array_equal(parts.assign(POINTS)[::-1], parts.assign(POINTS[::-1]))
    assert_array_equal(parts.assign(np.zeros((1, 3))), parts.assign(-np.zeros((1, 3))))


def test_draws_differ():
    first, second = (RandomParts(2, random_state=seed).fit(POINTS).assign(POINTS) for seed in (0, 1))
    assert 0.4 < np.mean(first == second) < 0.6


def test_integers_close_to_each_other_are_spread():
    grid = np.stack(np.meshgrid(np.arange(20.0), np.arange(20.0)), axis=-1).reshape(-1, 2)
    assert chisquare(np.bincount(RandomParts(4, random_state=0).fit(grid).assign(grid))).pvalue > 0.001


def test_bad_numbers_are_refused():
    with pytest.raises(ValueError, match="n_parts=0 must be an int"):
        RandomParts(0).fit(POINTS)
