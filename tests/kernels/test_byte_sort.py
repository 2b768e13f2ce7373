import numpy as np
import pytest
from numba import njit
from tests.kernels.pointers import pointer

from hedgerow._kernels.byte_sort import FALLING, N_BYTES, RISING, sort_places


@njit
def sort(places, codes, spare_places, spare_codes, counts, order):
    sort_places(
        pointer(places), pointer(codes), pointer(spare_places), pointer(spare_codes), pointer(counts), places.size,
        order,
    )  # fmt: skip


@pytest.mark.parametrize(("order", "sign"), [(RISING, 1), (FALLING, -1)])
@pytest.mark.parametrize("n_codes", [3, 300, 2**16])
def test_equal_codes_stay_as_they_were(order, sign, n_codes):
    codes = np.random.default_rng(n_codes).integers(0, n_codes, 1000).astype(np.uint16)
    places, kept = np.arange(1000, dtype=np.uint32), codes.copy()
    sort(places, codes, np.empty_like(places), np.empty_like(codes), np.empty(N_BYTES, np.int64), order)
    expected = np.argsort(sign * kept.astype(int), kind="stable")
    np.testing.assert_array_equal(places, expected)
    np.testing.assert_array_equal(codes, kept[expected])
