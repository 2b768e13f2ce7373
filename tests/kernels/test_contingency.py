import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels.tables import examples

from hedgerow._kernels.contingency import N_LANES, measure_pairs


def naive(codes, chosen, other, weights):
    """Sums of w log2 w over the codes of each column, and over its pairs with the other's."""

    def add_up(keys):
        weight = {}
        for key, each in zip(keys, weights, strict=True):
            weight[key] = weight.get(key, 0.0) + each
        return sum(w * np.log2(w) for w in weight.values() if w > 0)

    return [[add_up(codes[i]), add_up(zip(codes[i], other, strict=True))] for i in chosen]


def measure(codes, chosen, other, weights):
    codes, chosen = np.asarray(codes, np.uint16), np.asarray(chosen, np.int64)
    sizes = codes.max(axis=1).astype(np.int64) + 1
    sums = np.full((chosen.size, 2), np.nan)
    other = np.asarray(other, np.uint16)
    measure_pairs(codes, sizes, chosen, other, int(other.max()) + 1, np.asarray(weights, float), sums)
    return sums


@examples(80)
@given(st.integers(1, 4), st.integers(1, 3 * N_LANES + 1), st.data())
def test_sums_are_those_of_the_twin(n_columns, n_rows, data):
    column = st.lists(st.integers(0, 5), min_size=n_rows, max_size=n_rows)
    codes = data.draw(st.lists(column, min_size=n_columns, max_size=n_columns))
    other = data.draw(column)
    chosen = data.draw(st.lists(st.integers(0, n_columns - 1), max_size=5))
    weights = data.draw(
        st.just([]) | st.lists(st.sampled_from([0.0, 0.5, 1.0, 2.25]), min_size=n_rows, max_size=n_rows)
    )
    expected = naive(codes, chosen, other, weights or [1.0] * n_rows)
    found = measure(codes, chosen, other, weights)
    np.testing.assert_allclose(found, np.reshape(expected, (-1, 2)), rtol=1e-12, atol=1e-12)


def test_tables_are_cleared_between_columns_of_different_sizes():
    rng = np.random.default_rng(0)
    codes = np.stack([rng.integers(0, size, 101) for size in (40, 2, 17, 3)])
    other = rng.integers(0, 7, 101)
    found = measure(codes, [0, 1, 2, 3, 0], other, [])
    np.testing.assert_array_equal(found[0], found[4])
    np.testing.assert_allclose(found, naive(codes, [0, 1, 2, 3, 0], other, np.ones(101)), rtol=1e-12)
