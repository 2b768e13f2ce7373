import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.views.sparse_transform import SparseTransform


@given(st.integers(1, 5), st.integers(1, 6), st.integers(1, 4), st.sampled_from("CF"), st.data())
def test_a_mixture_is_a_product_with_a_mostly_empty_matrix(n_features, n_new, n_terms, order, data):
    X = data.draw(hnp.arrays(np.float64, (8, n_features), elements=st.floats(-9, 9)))
    sources = data.draw(hnp.arrays(np.int64, (n_new, n_terms), elements=st.integers(0, n_features - 1)))
    coefficients = data.draw(hnp.arrays(np.float32, (n_new, n_terms), elements=st.floats(-2, 2, width=32)))
    matrix = np.zeros((n_features, n_new))
    for j in range(n_new):
        for source, coefficient in zip(sources[j], coefficients[j], strict=True):
            matrix[source, j] += coefficient
    mixed = SparseTransform(sources, coefficients).apply(np.asarray(X, order=order))
    assert_allclose(mixed, X @ matrix, atol=1e-9)
    assert mixed.flags.f_contiguous


def test_the_table_is_left_alone_and_may_be_read_only_or_single_precision():
    X = np.arange(6, dtype=np.float32).reshape(3, 2)
    X.setflags(write=False)
    mixed = SparseTransform(np.array([[1], [0]]), np.array([[2.0], [1.0]])).apply(X)
    assert_array_equal(mixed, [[2, 0], [6, 2], [10, 4]])
    assert mixed.dtype == np.float64


def test_a_table_without_rows_stays_one():
    assert SparseTransform(np.array([[0], [0], [0]]), np.ones((3, 1))).apply(np.empty((0, 1))).shape == (0, 3)


@pytest.mark.parametrize("sources", [[[0, 2]], [[-1, 0]]])
def test_a_source_that_is_not_there_is_refused(sources):
    with pytest.raises(ValueError, match="X has 2 features; this view mixes features"):
        SparseTransform(np.array(sources), np.ones((1, 2))).apply(np.ones((3, 2)))


@pytest.mark.parametrize("shape", [(2, 2), (1, 1), (0, 2)])
def test_tables_of_different_sizes_are_refused(shape):
    with pytest.raises(ValueError, match="must be two tables of the same size"):
        SparseTransform(np.zeros((0, 2) if shape[0] == 0 else (1, 2), np.intp), np.ones(shape)).apply(
            np.ones((3, 2))
        )


@pytest.mark.parametrize("sources", [np.array([[np.nan, 0.0]]), np.zeros((1, 2)), np.zeros((1, 2), bool)])
def test_sources_are_whole_numbers(sources):
    with pytest.raises(ValueError, match=r"sources has type .*; pass whole numbers"):
        SparseTransform(sources, np.ones((1, 2))).apply(np.ones((3, 2)))
