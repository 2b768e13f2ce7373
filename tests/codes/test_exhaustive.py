import numpy as np
import pytest
from numpy.testing import assert_array_equal

from hedgerow.codes import Exhaustive, is_valid
from hedgerow.codes.distances import row_distances


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
