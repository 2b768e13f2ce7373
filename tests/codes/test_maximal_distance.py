import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hedgerow.codes import DenseRandom, MaximalDistance, is_valid, min_row_distance
from hedgerow.codes.validity import count_bits


@pytest.mark.parametrize(("n_classes", "n_columns"), [(8, 15), (10, 34), (26, 31), (26, 48)])
def test_rows_are_farther_apart_than_in_the_best_of_many_draws(n_classes, n_columns):
    climbed = MaximalDistance(2).build(n_classes, n_columns, np.random.RandomState(0))
    drawn = DenseRandom(200).build(n_classes, n_columns, np.random.RandomState(0))
    assert min_row_distance(climbed) > min_row_distance(drawn)
    # Plotkin: 2 n_classes / (n_classes - 1) rows cannot all be farther than half the columns, and a bit.
    assert min_row_distance(climbed) <= n_columns / 2 * n_classes / (n_classes - 1)


@settings(max_examples=25)
@given(st.integers(2, 20), st.integers(0, 99), st.data())
def test_every_code_is_valid(n_classes, seed, data):
    most = min(2 ** (n_classes - 1) - 1, 40)
    n_columns = data.draw(st.integers(min(count_bits(n_classes), most), most))
    assert is_valid(MaximalDistance(1, max_steps=50).build(n_classes, n_columns, np.random.RandomState(seed)))


def test_hundreds_of_classes_take_bounded_steps():
    code = MaximalDistance(1, max_steps=20).build(300, None, np.random.RandomState(0))
    assert code.shape == (300, 83)
    assert is_valid(code)


@pytest.mark.parametrize("wrong", [{"n_starts": 0}, {"max_steps": 1.5}])
def test_wrong_parameters_are_refused(wrong):
    with pytest.raises(ValueError, match="must be an int of 1 or more"):
        MaximalDistance(**wrong).build(5, None, np.random.RandomState(0))
