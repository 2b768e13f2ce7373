import numpy as np
from numpy.testing import assert_array_equal

from hedgerow.codes import BinaryCode, Exhaustive, OneVsOne, OneVsRest, count_correctable, min_row_distance
from hedgerow.codes.distances import row_distances

GENERATOR = np.random.RandomState(0)


def test_the_distances_of_the_specification():
    # CV-E1 and CV-D1.
    assert min_row_distance(BinaryCode().build(5, None, GENERATOR)) == 1
    assert min_row_distance(OneVsRest().build(4, None, GENERATOR)) == 2
    assert min_row_distance(Exhaustive().build(4, None, GENERATOR)) == 4
    assert count_correctable(4) == 1
    assert [count_correctable(distance) for distance in range(1, 8)] == [0, 0, 1, 1, 2, 2, 3]


def test_a_class_left_out_is_half_away():
    code = OneVsOne().build(3, None, GENERATOR)
    # Two classes differ in their own column, and one of them is left out of both others.
    assert_array_equal(row_distances(code), 2.0 * (1 - np.eye(3)))
