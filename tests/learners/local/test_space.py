import numpy as np
import pytest
from numpy.testing import assert_allclose

from hedgerow.learners.local.members import learn_space

X = np.array([[1.0, 0.0, 5.0], [3.0, 2.0, 5.0], [np.nan, 0.0, 5.0], [8.0, np.nan, 5.0]])
IS_CATEGORICAL = np.array([False, True, False])


@pytest.mark.parametrize("scaling", ["standard", "range", "none"])
def test_categories_are_as_far_apart_and_missing_numbers_lie_at_the_mean(scaling):
    points = learn_space(X, IS_CATEGORICAL, scaling).place(X)
    assert ((points[0, 1:3] - points[1, 1:3]) ** 2).sum() == pytest.approx(1)
    assert points[2, 0] == pytest.approx(points[[0, 1, 3], 0].mean())
    assert_allclose(points[3, 1:3], 0)
    assert np.ptp(points[:, 3]) == 0


def test_numbers_are_on_the_scale_that_was_asked_for():
    column = np.random.default_rng(0).normal(3, 7, (200, 1))
    assert_allclose(
        learn_space(column, None, "standard").place(column), (column - column.mean()) / column.std()
    )
    assert_allclose(learn_space(column, None, "none").place(column), column)
    place = learn_space(column, None, "range").place(column)
    assert (place.min(), place.max()) == pytest.approx((0, 1))


def test_huge_numbers_and_empty_columns_stay_finite():
    wild = np.array([[1e200, np.nan], [-1e200, np.nan]])
    assert_allclose(learn_space(wild, None, "standard").place(wild), [[1, 0], [-1, 0]])


def test_another_scaling_is_refused():
    with pytest.raises(ValueError, match="scaling='log' must be 'standard', 'range' or 'none'"):
        learn_space(X, IS_CATEGORICAL, "log")
