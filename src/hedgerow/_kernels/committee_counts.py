"""How many rows a growing committee is right about, member by member."""

from __future__ import annotations

import numpy as np
from numba import int8, int16, int64, types

from hedgerow._kernels.compilation import flat, kernel, rows


@kernel(types.void(types.Array(int8, 3, "C", readonly=True), flat(int64), rows(int16), int64[::1]))
def count_right_along(leads, order, least, counts):
    """Count the rows about which the first 1, 2, ... members of an order are right.

    `leads` (rivals, members, rows) has what a member adds to the lead of the truth over each rival; a committee is
    right about a row where all its leads are at least those in `least` (rivals, rows). `order` is shorter than 2^15.
    """
    n_rivals, _, n_rows = leads.shape
    sums, right = np.zeros((n_rivals, n_rows), np.int16), np.empty(n_rows, np.int8)
    for place in range(order.size):
        right[:] = 1
        for rival in range(n_rivals):
            said, total, needed = leads[rival, order[place]], sums[rival], least[rival]
            for row in range(n_rows):
                total[row] += said[row]
                right[row] &= total[row] >= needed[row]
        n_right = 0
        for row in range(n_rows):
            n_right += right[row]
        counts[place] = n_right
