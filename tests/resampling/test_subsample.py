import numpy as np
import pytest
from numpy.testing import assert_array_equal

from hedgerow.resampling import Subsample


def test_rows_are_drawn_once():
    counts = Subsample(0.5).draw(0, 20)
    assert counts.sum() == 10
    assert set(counts) == {0, 1}


def test_all_rows_may_be_taken():
    assert_array_equal(Subsample(None).draw(0, 6), np.ones(6))


def test_rows_without_weight_are_not_drawn():
    weights = np.array([0.0, 3.0, 0.0, 2.0])
    assert_array_equal(Subsample(2).draw(0, 4, weights), [0, 1, 0, 1])


def test_weights_may_be_passed_on_instead():
    weights = np.array([1.0, 3.0, 4.0, 2.0])
    drawn = Subsample(2, by_weight=False).draw(0, 4, weights)
    assert_array_equal(drawn, Subsample(2).draw(0, 4) * weights)


def test_more_rows_than_there_are_is_refused():
    with pytest.raises(ValueError, match="asks for 5 of 4 rows without replacement"):
        Subsample(5).draw(0, 4)
