import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from hedgerow.codes import is_valid, repair
from hedgerow.codes.validity import canonise, check_code, count_bits


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ([1, -1], r"one column per question, but its shape is \(2,\)"),
        ([[1, -1]], r"its shape is \(1, 2\)"),
        ([[2], [-1]], r"the code holds 2; its entries are -1, 0"),
        ([[1, 1], [1, -1]], "column 0 of the code has no class on one of its sides"),
        ([[0, 1], [1, -1]], "column 0 of the code has no class on one of its sides"),
        ([[1], [-1], [1]], "classes 0 and 2 have the same row"),
        ([[1, -1, 1], [-1, 1, 1], [-1, 1, -1]], "columns 0 and 1 of the code are equal or opposite"),
    ],
)
def test_what_is_wrong_is_said(wrong, message):
    with pytest.raises(ValueError, match=message):
        check_code(wrong)


def test_what_is_right_stays():
    code = check_code(((1, 0), (-1, 1), (0, -1)))
    assert code.dtype == np.int8
    assert is_valid(code)


def test_questions_may_come_again_where_that_is_wanted():
    twice = [[1, -1], [-1, 1]]
    assert_array_equal(check_code(twice, repeats=True), twice)
    assert not is_valid(np.array(twice, np.int8))


def test_opposite_columns_have_one_form():
    code = np.random.default_rng(0).integers(-1, 2, (5, 20)).astype(np.int8)
    assert_array_equal(canonise(code), canonise(-code))
    assert_array_equal(canonise(canonise(code)), canonise(code))


@given(st.integers(3, 12), st.integers(0, 999), st.data())
def test_a_repaired_code_is_valid(n_classes, seed, data):
    least = count_bits(n_classes)
    n_columns = data.draw(st.integers(least, min(2 * least + 4, 2 ** (n_classes - 2))))
    generator = np.random.RandomState(seed)
    code = (2 * generator.randint(2, size=(n_classes, n_columns)) - 1).astype(np.int8)
    assert is_valid(repair(code, generator))


def test_a_valid_code_is_not_touched_and_the_input_never():
    code = np.array([[1, 1, 1], [-1, 1, -1], [1, -1, -1]], np.int8)
    assert_array_equal(repair(code, np.random.RandomState(0)), code)
    broken = np.ones((4, 3), np.int8)
    repair(broken, np.random.RandomState(0))
    assert broken.all()


def test_what_cannot_be_repaired_is_refused():
    with pytest.raises(ValueError, match="2 columns have only 4 words for 5 classes; use at least 3"):
        repair(np.ones((5, 2), np.int8), np.random.RandomState(0))
    with pytest.raises(ValueError, match="there are 3 different questions: use fewer columns"):
        repair(np.ones((3, 4), np.int8), np.random.RandomState(0))
