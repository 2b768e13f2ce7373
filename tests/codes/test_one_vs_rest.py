import numpy as np
import pytest
from numpy.testing import assert_array_equal

from hedgerow.codes import OneVsRest, is_valid


def test_every_class_has_its_column():
    code = OneVsRest().build(5, None, None)
    assert_array_equal(code, 2 * np.eye(5) - 1)
    assert is_valid(code)
    assert code.dtype == np.int8


def test_two_classes_have_one_question():
    assert_array_equal(OneVsRest().build(2, None, None), [[1], [-1]])


def test_another_length_is_refused():
    with pytest.raises(ValueError, match="OneVsRest has 3 columns for 3 classes, not 4"):
        OneVsRest().build(3, 4, None)
