import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels.tables import examples

from hedgerow._kernels.conditional_information import measure_information_given


def naive_information(x, y, strata, weights):
    """The definition, cell by cell."""
    total = 0.0
    for s in set(strata):
        for a in set(x):
            for b in set(y):
                n = weights[(strata == s) & (x == a) & (y == b)].sum()
                if n > 0:
                    n_s = weights[strata == s].sum()
                    n_x = weights[(strata == s) & (x == a)].sum()
                    n_y = weights[(strata == s) & (y == b)].sum()
                    total += n * np.log(n * n_s / (n_x * n_y))
    return total


@examples(60)
@given(st.integers(1, 40), st.integers(1, 4), st.integers(1, 3), st.integers(1, 3), st.integers(0, 999))
def test_information_is_that_of_the_twin(n_rows, n_columns, n_y, n_strata, seed):
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 5, n_columns)
    codes = np.array([rng.integers(0, size, n_rows) for size in sizes], np.uint16)
    y, strata = rng.integers(0, n_y, n_rows), rng.integers(0, n_strata, n_rows)
    weights = rng.integers(0, 3, n_rows) * rng.choice([1.0, 0.37])
    columns = rng.permutation(n_columns)
    information = np.empty(n_columns)
    measure_information_given(codes, columns, sizes, strata * n_y + y, n_strata, n_y, weights, information)
    expected = [naive_information(codes[column], y, strata, weights) for column in columns]
    np.testing.assert_allclose(information, expected, atol=1e-9)
