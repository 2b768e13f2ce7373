import numpy as np
import pytest
from numpy.testing import assert_array_equal

from hedgerow.learners import FeatureIntervals


def test_the_pencil_example_of_the_specification():
    """CV-H3."""
    line = np.array([0, 1, 2.5, 5, 7.4, 7.5, 10])[:, None]
    intervals = FeatureIntervals(4).fit(line)
    assert_array_equal(intervals.assign(line), [0, 0, 1, 2, 2, 3, 3])
    assert_array_equal(intervals.assign(np.array([[-3.0], [12.0]])), [0, 3])


def test_an_empty_interval_lends_its_rows_to_the_nearest():
    line = np.array([0.0, 1.0, 9.0, 10.0])[:, None]
    intervals = FeatureIntervals(5).fit(line)  # [0, 2) and [8, 10] have rows
    assert intervals.n_parts_ == 2
    assert_array_equal(intervals.assign(np.array([[3.0], [5.0], [7.0]])), [0, 0, 1])


def test_the_first_feature_with_enough_values_is_cut():
    points = np.column_stack([[0, 1, 0, 1, 0], [1, 2, 3, 4, 5], [5, 4, 3, 2, 1]]).astype(float)
    assert FeatureIntervals(4).fit(points).column_ == 1
    assert FeatureIntervals(2).fit(points).column_ == 0
    assert FeatureIntervals(9).fit(points).column_ == 1  # none has nine
    assert FeatureIntervals(4, feature=2).fit(points).column_ == 2


def test_a_constant_feature_is_one_part():
    intervals = FeatureIntervals(4).fit(np.ones((5, 1)))
    assert intervals.n_parts_ == 1
    assert_array_equal(intervals.assign(np.array([[0.0], [1.0], [2.0]])), 0)


def test_what_is_no_feature_is_refused():
    with pytest.raises(ValueError, match="feature=3 must be an int from 0 to 1"):
        FeatureIntervals(feature=3).fit(np.ones((4, 2)))
    with pytest.raises(ValueError, match="n_intervals=0 must be an int"):
        FeatureIntervals(0).fit(np.ones((4, 2)))
