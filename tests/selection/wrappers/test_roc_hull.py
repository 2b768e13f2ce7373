import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.selection.wrappers import naive

from hedgerow.selection.wrappers import RocHull

RATE = st.integers(0, 10).map(lambda tenths: tenths / 10)


def test_the_worked_example():
    """Rogers 2007, section 6.6: PARCEL."""
    hull = RocHull.of([0.1, 0.3, 0.4], [0.5, 0.6, 0.9])
    np.testing.assert_allclose(np.c_[hull.fpr, hull.tpr], [[0, 0], [0.1, 0.5], [0.4, 0.9], [1, 1]])
    assert hull.source.tolist() == [-1, 0, 2, -2]
    assert hull.area == pytest.approx(0.805)
    mixture = hull.mix(0.25)
    assert (mixture.first, mixture.second) == (1, 2)
    assert mixture.share == pytest.approx(0.5)
    assert mixture.tpr == pytest.approx(0.7)


@given(st.lists(st.tuples(RATE, RATE), max_size=8))
def test_it_is_the_best_mixture_of_any_two_points(points):
    fpr, tpr = np.array(points).reshape(-1, 2).T
    hull = RocHull.of(fpr, tpr)
    assert hull.area == pytest.approx(naive.hull_area(fpr, tpr))
    assert 0.5 <= hull.area <= 1.0
    assert hull.source[0] == -1
    assert (hull.fpr[0], hull.tpr[0], hull.fpr[-1], hull.tpr[-1]) == (0.0, 0.0, 1.0, 1.0)
    for x, y in points:
        assert hull.mix(x).tpr >= y - 1e-9
    own = hull.source[1:-1]
    np.testing.assert_array_equal(np.c_[fpr, tpr][own], np.c_[hull.fpr, hull.tpr][1:-1])
    for rate in np.linspace(0, 1, 7):
        mixture = hull.mix(float(rate))
        realised = (1 - mixture.share) * hull.fpr[mixture.first] + mixture.share * hull.fpr[mixture.second]
        assert realised == pytest.approx(rate)


def test_perfect_and_useless_points():
    assert RocHull.of([0.0], [1.0]).area == 1.0
    assert len(RocHull.of([0.5, 0.2], [0.5, 0.1])) == 2
    assert RocHull.of([0.0, 0.0], [0.4, 0.4]).source.tolist() == [-1, 0, -2]
    assert RocHull.of([0.0], [0.4]).mix(0.0).tpr == 0.4


def test_what_cannot_be_is_refused():
    with pytest.raises(ValueError, match="between 0 and 1"):
        RocHull.of([1.5], [0.5])
    with pytest.raises(ValueError, match="2 false positive rates and 1 true"):
        RocHull.of([0.1, 0.2], [0.5])
    with pytest.raises(ValueError, match=r"fpr=2 must be a number in \[0, 1\]"):
        RocHull.of([], []).mix(2)
