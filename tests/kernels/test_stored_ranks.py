"""Ranks of stored cells are those of whole columns."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from tests.kernels.tables import examples

from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.stored_ranks import list_by_row, rank_stored_columns


def rank_naively(column):
    """The rank of each value among the different ones, slowly."""
    values = sorted({value for value in column.tolist() if not np.isnan(value)})
    return [MISSING if np.isnan(value) else values.index(value) for value in column.tolist()], values


@given(st.integers(0, 10_000), st.integers(1, 40), st.sampled_from([0.0, 0.2, 1.0]))
@examples(20)
def test_stored_ranks_are_those_of_the_column(seed, n, density):
    rng = np.random.default_rng(seed)
    X = np.where(rng.random((n, 3)) < density, rng.integers(-3, 4, (n, 3)).astype(float), 0.0)
    X[rng.random(X.shape) < 0.1] = np.nan
    column, row = np.nonzero(X.T)
    starts = np.concatenate([[0], np.bincount(column, minlength=3).cumsum()]).astype(np.int64)
    data = X[row, column]
    codes, lower, value_starts = (
        np.empty(data.size, np.uint16),
        np.empty(data.size + 3),
        np.empty(4, np.int64),
    )
    zeros, n_codes, missing = np.empty(3, np.uint16), np.empty(3, np.int32), np.empty(3, np.bool_)
    rank_stored_columns(data, starts, n, codes, lower, lower, value_starts, zeros, n_codes, missing)
    for feature in range(3):
        ranks, values = rank_naively(X[:, feature])
        cells = slice(starts[feature], starts[feature + 1])
        assert_array_equal(codes[cells], np.array(ranks, int)[row[cells]])
        assert_array_equal(lower[value_starts[feature] : value_starts[feature + 1]], values)
        assert missing[feature] == (MISSING in ranks)
        if 0.0 in values and (X[:, feature] == 0.0).any():
            assert zeros[feature] == values.index(0.0)
    features, row_codes, row_starts = list_by_row(starts, row.astype(np.int32), codes, n)
    for i in range(n):
        cells = slice(row_starts[i], row_starts[i + 1])
        assert_array_equal(features[cells], np.flatnonzero(X[i]))
        assert_array_equal(row_codes[cells], [rank_naively(X[:, f])[0][i] for f in np.flatnonzero(X[i])])


def test_arrays_that_do_not_fit_are_refused():
    data, starts, codes = np.ones(2), np.array([0, 2]), np.empty(2, np.uint16)
    results = np.empty(2, np.int64), np.empty(1, np.uint16), np.empty(1, np.int32), np.empty(1, np.bool_)
    with pytest.raises(ValueError, match="do not fit"):
        rank_stored_columns(data[:1], starts, 3, codes, np.empty(3), np.empty(3), *results)
    with pytest.raises(ValueError, match="no room"):
        rank_stored_columns(data, starts, 3, codes, np.empty(2), np.empty(2), *results)
    with pytest.raises(ValueError, match="one line for each"):
        rank_stored_columns(
            data, starts, 3, codes, np.empty(3), np.empty(3), results[0], *results[1:3], np.empty(2, np.bool_)
        )
    with pytest.raises(ValueError, match="rows must lie"):
        list_by_row(starts, np.array([0, 3], np.int32), codes, 3)
