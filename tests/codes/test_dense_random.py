import numpy as np
import pytest

from hedgerow.codes import DenseRandom, is_valid, min_row_distance


@pytest.mark.parametrize(
    ("n_classes", "n_columns"), [(2, 1), (3, 3), (4, 7), (5, 15), (8, 30), (10, 34), (610, 93)]
)
def test_own_lengths_without_a_question_asked_twice(n_classes, n_columns):
    code = DenseRandom(n_tries=5).build(n_classes, None, np.random.RandomState(0))
    assert code.shape == (n_classes, n_columns)
    assert is_valid(code)
    assert code.all()


def test_more_tries_are_never_worse():
    few, many = (min_row_distance(DenseRandom(n).build(10, 20, np.random.RandomState(0))) for n in (1, 300))
    assert many > few


def test_wrong_requests_are_refused():
    with pytest.raises(ValueError, match="n_tries=0 must be an int of 1 or more"):
        DenseRandom(0).build(5, None, np.random.RandomState(0))
    with pytest.raises(ValueError, match="DenseRandom never repeats a column, and 4 classes have only 7"):
        DenseRandom().build(4, 10, np.random.RandomState(0))
