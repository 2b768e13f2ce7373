"""Sparse rows walk down trees in the columns that these ask for."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy.sparse import coo_array, csc_matrix, csr_array

from hedgerow.trees import sparse_rows
from hedgerow.trees.binning import BinnedTable
from hedgerow.trees.estimators import DecisionTreeClassifier
from hedgerow.trees.grower import TreeGrower
from hedgerow.trees.sparse_rows import CompactForest


@pytest.fixture(name="grown")
def grown_fixture():
    rng = np.random.default_rng(0)
    X = np.where(rng.random((90, 30)) < 0.3, rng.normal(size=(90, 30)), 0.0)
    y = (X[:, 4] + X[:, 20] > 0).astype(np.intp)
    grower = TreeGrower(DecisionTreeClassifier(max_features=4), BinnedTable.from_matrix(X), y, 2, X)
    return X, grower.grow(np.arange(5, dtype=np.uint64), rng.poisson(1.0, (5, 90)) + 0).forest


def test_the_blocks_hold_the_columns_that_are_used(grown, monkeypatch):
    X, forest = grown
    compact = CompactForest.of(forest)
    used = np.flatnonzero(compact.places >= 0)
    assert_array_equal(np.unique(forest.nodes["feature"][forest.nodes["feature"] >= 0]), used)
    monkeypatch.setattr(sparse_rows, "_MOST_ROWS", 7)
    monkeypatch.setattr(sparse_rows, "_FEWEST_ROWS", 1)
    sizes = []

    def look(_, rows):
        sizes.append(len(rows))
        return rows.copy()

    for given in (csr_array(X), csc_matrix(X)):
        assert_array_equal(compact.walk(given, look), X[:, used])
    assert max(sizes) == 7


def test_the_answers_are_those_about_dense_rows(grown):
    X, forest = grown
    for rows in (X, X[:1], X[:0]):
        sparse = csr_array(rows)
        assert_array_equal(forest.apply(sparse), forest.apply(rows))
        assert_array_equal(forest.outputs(sparse), forest.outputs(rows))
        for hard in (False, True):
            weights = np.linspace(0.5, 1.5, 5)
            assert_array_equal(
                forest.sum_outputs(sparse, weights, hard), forest.sum_outputs(rows, weights, hard)
            )


def test_cells_in_parts_are_added_up(grown):
    X, forest = grown
    row, column = np.nonzero(X)
    cells = np.concatenate([X[row, column] - 1.0, np.ones(row.size)])
    parts = coo_array((cells, (np.tile(row, 2), np.tile(column, 2))), shape=X.shape)
    doubled = csr_array(
        (parts.data, parts.col, np.searchsorted(np.sort(parts.row), np.arange(91))), shape=X.shape
    )
    doubled.indices = parts.col[np.argsort(parts.row, kind="stable")]
    doubled.data = parts.data[np.argsort(parts.row, kind="stable")]
    assert_array_equal(forest.apply(doubled), forest.apply(doubled.toarray()))


def test_rows_of_another_width_are_refused(grown):
    with pytest.raises(ValueError, match="grown on 30 columns"):
        grown[1].apply(csr_array((2, 29)))
