import numpy as np
import pytest

from hedgerow.codes import SparseRandom, is_valid, min_row_distance
from hedgerow.codes.sparse_random import _list_columns


@pytest.mark.parametrize(("n_classes", "n_columns"), [(2, 1), (3, 6), (4, 25), (8, 45), (10, 50), (610, 139)])
def test_own_lengths_without_a_question_asked_twice(n_classes, n_columns):
    code = SparseRandom(n_tries=3).build(n_classes, None, np.random.RandomState(0))
    assert code.shape == (n_classes, n_columns)
    assert is_valid(code)
    assert code.any(axis=1).all()


def test_half_of_the_entries_are_zero():
    code = SparseRandom(n_tries=1).build(100, 2000, np.random.RandomState(0))
    assert abs((code == 0).mean() - 0.5) < 0.01
    assert abs((code[1:] > 0).mean() - 0.25) < 0.02


@pytest.mark.parametrize("n_classes", [2, 3, 4, 5])
def test_all_columns_are_listed(n_classes):
    columns, chances = _list_columns(n_classes)
    assert columns.shape[1] == (3**n_classes - 2 ** (n_classes + 1) + 1) // 2
    assert chances.sum() == pytest.approx(1.0)


def test_more_tries_are_never_worse():
    few, many = (min_row_distance(SparseRandom(n).build(10, 30, np.random.RandomState(0))) for n in (1, 300))
    assert many > few


def test_rows_that_cannot_differ_are_refused():
    with pytest.raises(ValueError, match="no sparse code of 7 columns with a row of its own for each of 128"):
        SparseRandom(1).build(128, 7, np.random.RandomState(0))
