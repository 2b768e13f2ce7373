import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from hedgerow.analysis.comparison.rounding import round_scores, subtract


def test_the_noise_of_floating_point_is_removed():
    assert 0.1 + 0.2 != 0.3
    assert_array_equal(round_scores([0.1 + 0.2, 1e9 * (0.1 + 0.2), 0.0]), [0.3, 3e8, 0.0])


def test_given_decimals_are_kept():
    assert_array_equal(round_scores([0.125, 0.374], decimals=1), [0.1, 0.4])


def test_a_gap_stays_a_gap():
    assert np.isnan(round_scores([np.nan])).all()
    assert np.isnan(subtract([np.nan, 1.0], [1.0, np.nan])).all()


@given(st.integers(-1000, 1000), st.integers(-1000, 1000), st.integers(-1000, 1000), st.integers(0, 4))
def test_equal_differences_of_printed_numbers_are_equal(a, b, shift, decimals):
    unit = 10**decimals
    first = subtract(a / unit, b / unit)
    assert first == subtract((a + shift) / unit, (b + shift) / unit)
    assert first == pytest.approx((a - b) / unit)


@pytest.mark.parametrize("scale", [1e-300, 1e-5, 1.0, 1e5, 1e300])
def test_any_scale(scale):
    assert subtract(scale, 3 * scale) == pytest.approx(-2 * scale)
    assert round_scores(scale) == pytest.approx(scale)
