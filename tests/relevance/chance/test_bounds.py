import numpy as np
import pytest

from hedgerow.relevance.chance.bounds import BOUNDS, lower_bound, midpoint, upper_bound

# n: lower, upper, midpoint (Rogers 2007, eq. 7.13, 7.14)
TABLE = {
    2: (1, 1, 1), 3: (0.723308, 0.717142, 0.720225), 4: (0.561278, 0.566442, 0.563860),
    5: (0.457542, 0.471725, 0.464634), 6: (0.385862, 0.406219, 0.396041), 10: (0.236803, 0.267205, 0.252004),
    20: (0.120301, 0.151356, 0.135828), 30: (0.080613, 0.108544, 0.094578), 50: (0.048563, 0.071399, 0.059981),
    100: (0.024355, 0.040443, 0.032399), 200: (0.012195, 0.022909, 0.017552), 400: (0.006102, 0.012976, 0.009539),
}  # fmt: skip


def test_table():
    sizes = list(TABLE)
    found = np.stack([lower_bound(sizes), upper_bound(sizes), midpoint(sizes)], axis=1)
    np.testing.assert_allclose(found, list(TABLE.values()), atol=6e-7)


def test_digits():
    assert lower_bound(10) == pytest.approx(0.236802784100545, abs=1e-14)
    assert upper_bound(10) == pytest.approx(0.267205009812813, abs=1e-14)
    assert midpoint(50) == pytest.approx(0.059980968007696, abs=1e-14)


@pytest.mark.parametrize("bound", BOUNDS.values(), ids=BOUNDS)
def test_less_than_two_rows_gain_nothing(bound):
    np.testing.assert_array_equal(bound([0, 1]), 0.0)
    assert bound(2) == 1.0


@pytest.mark.parametrize("bound", BOUNDS.values(), ids=BOUNDS)
def test_what_is_no_number_of_rows_is_shown(bound):
    with pytest.raises(ValueError, match=r"n holds 2\.5"):
        bound([3, 2.5])
