from itertools import combinations

import pytest
from numpy.testing import assert_array_equal

from hedgerow.codes import OneVsOne, is_valid


def test_every_pair_has_its_column_in_the_order_of_the_pairs():
    code = OneVsOne().build(5, None, None)
    assert is_valid(code)
    for column, (first, second) in zip(code.T, combinations(range(5), 2), strict=True):
        assert_array_equal(column, [(c == first) - int(c == second) for c in range(5)])


@pytest.mark.parametrize(("n_classes", "n_columns"), [(2, 1), (8, 28), (10, 45), (610, 185745)])
def test_lengths(n_classes, n_columns):
    assert OneVsOne().build(n_classes, None, None).shape == (n_classes, n_columns)


def test_another_length_is_refused():
    with pytest.raises(ValueError, match="OneVsOne has 3 columns for 3 classes, not 4"):
        OneVsOne().build(3, 4, None)
