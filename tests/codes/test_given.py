import pytest
from numpy.testing import assert_array_equal

from hedgerow.codes import GivenCode

MATRIX = [[1, 0], [-1, 1], [-1, -1]]


def test_it_is_what_was_written():
    assert_array_equal(GivenCode(MATRIX).build(3, None, None), MATRIX)
    assert_array_equal(GivenCode(MATRIX).build(3, 2, None), MATRIX)


def test_it_is_checked():
    with pytest.raises(ValueError, match="the code has 3 rows, but there are 4 classes"):
        GivenCode(MATRIX).build(4, None, None)
    with pytest.raises(ValueError, match="the code has 2 columns, not 3"):
        GivenCode(MATRIX).build(3, 3, None)
    with pytest.raises(ValueError, match="classes 0 and 1 have the same row"):
        GivenCode([[1], [1], [-1]]).build(3, None, None)
