import numpy as np
from numpy.testing import assert_array_equal

from hedgerow.codes import OneVsOne
from hedgerow.codes.columns import MatrixCode


def test_members_take_columns_in_turn():
    columns = MatrixCode(OneVsOne().build(3, None, None))
    assert columns.count_symbols(3) == 2
    assert_array_equal(columns.take(0, 3), [[1, 0, -1], [1, -1, 0], [-1, 1, 0]])
    assert_array_equal(columns.take(1, 1), columns.take(0, 3)[1:2])


def test_a_class_has_the_probability_of_its_side_and_one_half_where_it_is_left_out():
    columns = MatrixCode(OneVsOne().build(3, None, None))
    output = np.array([[0.3, 0.7]])
    assert_array_equal(columns.decode(columns.take(0, 1)[0], output), [[0.7, 0.3, 0.5]])
