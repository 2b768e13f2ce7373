import numpy as np
import pandas as pd
from numpy.testing import assert_allclose
from scipy import sparse

from hedgerow.analysis.bias_variance.standardised import standardise


def test_columns_have_mean_zero_and_variance_one_over_all_tables():
    rng = np.random.default_rng(0)
    table = standardise(rng.normal(5, 3, (20, 2)), rng.normal(5, 3, (30, 2)))
    assert table.shape == (50, 2)
    assert_allclose(table.mean(axis=0), 0, atol=1e-12)
    assert_allclose(table.std(axis=0), 1)


def test_categories_become_indicators_and_holes_are_in_the_middle():
    first = pd.DataFrame({"size": [1.0, None], "colour": ["red", "blue"]})
    second = pd.DataFrame({"size": [3.0], "colour": ["green"]})
    table = standardise(first, second)
    assert table.shape == (3, 4)
    assert_allclose(table[:, 0], [-1, 0, 1])
    assert len(np.unique(table[:, 1:], axis=0)) == 3


def test_constant_columns_and_empty_ones_are_zero():
    assert_allclose(standardise(np.array([[7.0, np.nan], [7.0, np.nan]])), 0)


def test_sparse_matrices_are_filled():
    dense = np.array([[0.0, 1.0], [2.0, 0.0]])
    assert_allclose(standardise(sparse.csr_array(dense)), standardise(dense))
