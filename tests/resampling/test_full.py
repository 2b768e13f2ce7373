import numpy as np
from numpy.testing import assert_array_equal

from hedgerow.resampling import Full


def test_every_row_is_seen_once():
    assert_array_equal(Full().draw(1, 5), np.ones(5))


def test_weights_are_passed_on():
    assert_array_equal(Full().draw(1, 3, np.array([0.5, 0.0, 2.0])), [0.5, 0.0, 2.0])
