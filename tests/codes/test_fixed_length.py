from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from hedgerow.codes import BinaryCode, Exhaustive, GivenCode, GrayCode, OneVsOne, OneVsRest, is_valid
from hedgerow.codes.distances import row_distances


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


def test_every_pair_has_its_column_in_the_order_of_the_pairs():
    code = OneVsOne().build(5, None, None)
    assert is_valid(code)
    for column, (first, second) in zip(code.T, combinations(range(5), 2), strict=True):
        assert_array_equal(column, [(c == first) - int(c == second) for c in range(5)])


@pytest.mark.parametrize(("n_classes", "n_columns"), [(2, 1), (8, 28), (10, 45), (610, 185745)])
def test_lengths(n_classes, n_columns):
    assert OneVsOne().build(n_classes, None, None).shape == (n_classes, n_columns)


def test_another_length_is_refused_of_one_vs_one():
    with pytest.raises(ValueError, match="OneVsOne has 3 columns for 3 classes, not 4"):
        OneVsOne().build(3, 4, None)


def test_the_matrix_of_the_specification():
    # CV-E2: rows 1111111; ----+++; --++--+; -+-+-+-.
    words = ["+++++++", "----+++", "--++--+", "-+-+-+-"]
    expected = [[1 if sign == "+" else -1 for sign in word] for word in words]
    assert_array_equal(Exhaustive().build(4, None, None), expected)


@pytest.mark.parametrize("n_classes", [2, 3, 6, 11])
def test_all_questions_once_and_all_rows_equally_far(n_classes):
    code = Exhaustive().build(n_classes, None, None)
    assert code.shape[1] == 2 ** (n_classes - 1) - 1
    assert is_valid(code)
    expected = 2.0 ** (n_classes - 2) * (1 - np.eye(n_classes))
    assert_array_equal(row_distances(code), expected)


def test_too_many_classes_are_refused():
    with pytest.raises(ValueError, match=r"12 classes have 2,047 different questions; .* use DenseRandom"):
        Exhaustive().build(12, None, None)


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
