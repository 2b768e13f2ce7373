"""How much codes tell about one another within strata, for many columns at once."""

from __future__ import annotations

import numpy as np
from numba import float64, int64, types, uint16

from hedgerow._kernels.compilation import flat, kernel, rows


@kernel(
    types.void(
        rows(uint16),
        flat(int64),
        flat(int64),
        flat(int64),
        int64,
        int64,
        flat(float64),
        float64[::1],
    )
)
def measure_information_given(codes, columns, sizes, cells, n_strata, n_y, weights, information):
    """Set `information[i]` to the sum over all cells of n(s,x,y) ln(n(s,x,y) n(s) / (n(s,x) n(s,y))), for columns[i].

    Row r of `cells` is stratum * n_y + y. The sum is the total weight times the conditional mutual information in nats,
    and half of the statistic G2.
    """
    n_rows = cells.size
    margin = np.zeros(n_strata * n_y)
    for row in range(n_rows):
        margin[cells[row]] += weights[row]
    of_strata = np.zeros(n_strata)
    # sum n ln n over the cells (s, y), less that over the strata: the same for every column
    common = 0.0
    for s in range(n_strata):
        for y in range(n_y):
            n = margin[s * n_y + y]
            of_strata[s] += n
            if n > 0.0:
                common += n * np.log(n)
        if of_strata[s] > 0.0:
            common -= of_strata[s] * np.log(of_strata[s])
    largest = 1
    for i in range(columns.size):
        largest = max(largest, sizes[columns[i]])
    # one table, cells in rows and values of x in columns:  table[(s * n_y + y) * n_x + x]
    table = np.zeros(n_strata * n_y * largest)
    for i in range(columns.size):
        column = columns[i]
        n_x = sizes[column]
        for row in range(n_rows):
            table[cells[row] * n_x + np.int64(codes[column, row])] += weights[row]
        total = 0.0
        for s in range(n_strata):
            if of_strata[s] <= 0.0:
                continue
            for x in range(n_x):
                in_stratum = 0.0
                for y in range(n_y):
                    place = (s * n_y + y) * n_x + x
                    n = table[place]
                    if n > 0.0:
                        in_stratum += n
                        total += n * np.log(n)
                        table[place] = 0.0
                if in_stratum > 0.0:
                    total -= in_stratum * np.log(in_stratum)
        information[i] = max(total - common, 0.0)
