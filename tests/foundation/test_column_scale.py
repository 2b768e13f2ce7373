import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from hedgerow.foundation.column_scale import (
    FARTHEST,
    check_sizes,
    find_units,
    from_units,
    place,
    spread_from_units,
    standardise,
    to_units,
)

SIZES = st.integers(-1000, 1000)


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=9), SIZES)
def test_the_deviation_of_a_column_does_not_depend_on_its_unit(numbers, size):
    column = np.ldexp(np.array(numbers, np.float64), size)[:, None]
    units = find_units(column)
    near = to_units(column, units)
    centre, spread = from_units(near.mean(axis=0), units), spread_from_units(near.std(axis=0), units)
    spread = np.where(spread > 0, spread, 1.0)
    plain = np.array(numbers, np.float64)[:, None]
    deviation = plain.std(axis=0)
    expected = (plain - plain.mean(axis=0)) / np.where(deviation > 0, deviation, 1.0)
    found = standardise(column, centre, spread)
    assert_array_equal(found, expected if deviation > 0 else np.zeros_like(plain))


def test_columns_of_ordinary_numbers_are_left_alone():
    X = np.array([[1e-60, 1e60, np.nan, 0.0]])
    assert not find_units(X).any()
    assert to_units(X, find_units(X)) is X


def test_no_standardised_number_is_infinite():
    rows = np.array([[1.7e308, 1e-300], [-1.7e308, np.nan]])
    found = standardise(rows, np.array([1e308, 0.0]), np.array([1e-300, 1e-300]))
    assert_array_equal(found, [[FARTHEST, 1.0], [-FARTHEST, np.nan]])
    assert_array_equal(place(rows[:, :1], np.array([-1.7e308]), np.array([0.0])), [[0.0], [0.0]])


@pytest.mark.parametrize("spread", [5e-324, 1e-310, 1.7e308])
def test_a_spread_that_has_lost_its_digits_is_refused(spread):
    with pytest.raises(ValueError, match=r"numbers lie .* apart, .*; use another unit"):
        spread_from_units(np.array([1.0, spread]), np.zeros(2, np.intc))


@pytest.mark.parametrize("size", [1e200, 1e-200])
def test_numbers_that_cannot_be_squared_are_refused(size):
    with pytest.raises(ValueError, match="squares of such numbers overflow or vanish"):
        check_sizes(np.array([[size, np.nan, 0.0]]))
    check_sizes(np.array([[size, 1.0]]) if size < 1 else np.array([[0.0, 1.0]]))
