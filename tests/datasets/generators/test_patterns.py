"""The eight patterns, counted on the grid."""

import numpy as np
import pytest

from hedgerow.datasets import make_pattern
from hedgerow.datasets.generators.patterns import PATTERNS

POSITIVES = {
    "sine": 3212,
    "linear": 3280,
    "parabolic": 2794,
    "polynomial": 2572,
    "annulus": 2212,
    "checkerboard": 3645,
    "parity": 4681,
    "disjunctive": 1188,
}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_positives_on_the_grid(pattern):
    grid = make_pattern(pattern, n_samples=None)
    assert grid.X.shape == (6561, 2)
    assert (grid.X.min(), grid.X.max()) == (0, 4)
    assert (grid.y > 0).sum() == POSITIVES[pattern]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_training_sample_is_stratified_and_without_repeats(pattern):
    sample = make_pattern(pattern, random_state=0)
    assert len(np.unique(sample.X, axis=0)) == 1000
    assert abs((sample.y > 0).sum() - 1000 * POSITIVES[pattern] / 6561) < 1


def contains(corners, x, y):
    """Even-odd rule in whole numbers; a point on an edge counts as inside."""
    inside = False
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        side = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
        if side == 0 and min(x1, x2) <= x <= max(x1, x2):
            return True
        if (y1 > y) != (y2 > y) and (side > 0) == (y2 > y1):
            inside = not inside
    return inside


def test_the_chevrons_are_the_stated_polygons():
    grid = make_pattern("disjunctive", n_samples=None)
    chevron = [(6, 6), (20, 14), (34, 6), (20, 34)]  # in steps of the grid
    expected = [contains(chevron, x % 40, y % 40) for x, y in np.rint(grid.X * 20).astype(int).tolist()]
    np.testing.assert_array_equal(grid.y > 0, expected)


def test_an_unknown_pattern_is_refused():
    with pytest.raises(ValueError, match="pattern='spiral' must be 'sine', 'linear'"):
        make_pattern("spiral")
