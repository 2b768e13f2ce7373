import numpy as np
import pytest
from numpy.testing import assert_array_equal

from hedgerow.codes import BinaryCode, GrayCode, is_valid


def read(words):
    return [[1 if sign == "+" else -1 for sign in word] for word in words]


def test_the_words_of_the_specification():
    # CV-E1, K = 5.
    assert_array_equal(BinaryCode().build(5, None, None), read(["---", "--+", "-+-", "-++", "+--"]))
    assert_array_equal(GrayCode().build(5, None, None), read(["---", "--+", "-++", "-+-", "++-"]))


@pytest.mark.parametrize("design", [BinaryCode(), GrayCode()])
@pytest.mark.parametrize(("n_classes", "n_bits"), [(2, 1), (3, 2), (8, 3), (10, 4), (610, 10)])
def test_as_short_as_can_be_and_valid(design, n_classes, n_bits):
    code = design.build(n_classes, None, None)
    assert code.shape == (n_classes, n_bits)
    assert is_valid(code)


def test_neighbours_of_a_gray_code_differ_in_one_place():
    code = GrayCode().build(16, None, None)
    assert_array_equal(np.count_nonzero(code[1:] != code[:-1], axis=1), 1)
