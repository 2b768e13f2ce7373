import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose, assert_array_equal
from tests.kernels import naive
from tests.kernels.tables import examples

from hedgerow._kernels.column_mixtures import _STRETCH, mix_columns

NUMBERS = st.floats(-1e6, 1e6, allow_subnormal=False)


def mix(columns, sources, coefficients):
    mixed = np.full((len(sources), columns.shape[1]), np.nan)
    mix_columns(columns, sources, coefficients, mixed)
    return mixed


@examples(60)
@given(st.integers(1, 6), st.integers(1, 9), st.integers(1, 7), st.integers(1, 5), st.data())
def test_mixed_columns_are_those_of_the_twin(n_features, n_rows, n_new, n_terms, data):
    columns = data.draw(hnp.arrays(np.float64, (n_features, n_rows), elements=NUMBERS))
    sources = data.draw(hnp.arrays(np.int32, (n_new, n_terms), elements=st.integers(0, n_features - 1)))
    coefficients = data.draw(hnp.arrays(np.float64, (n_new, n_terms), elements=st.floats(-2, 2)))
    expected = naive.mix_columns(columns, sources, coefficients)
    assert_allclose(mix(columns, sources, coefficients), expected, rtol=1e-12, atol=1e-7)


def test_a_number_does_not_depend_on_where_its_row_stands():
    generator = np.random.default_rng(0)
    row = generator.normal(size=(7, 1))
    sources = generator.integers(7, size=(7, 3)).astype(np.int32)
    coefficients = generator.normal(size=(7, 3))
    alone = mix(row, sources, coefficients)
    for n_rows in (2, 7, 8, 9, _STRETCH - 1, _STRETCH, _STRETCH + 1, 2 * _STRETCH + 5):
        together = mix(np.repeat(row, n_rows, axis=1), sources, coefficients)
        assert_array_equal(together, np.repeat(alone, n_rows, axis=1))
