from dataclasses import replace

import numpy as np
import pytest

from hedgerow.trees import binning
from hedgerow.trees.binning import MOST_CODES, BinnedTable


def test_codes_are_ranks_and_missing_is_the_last_code():
    table = BinnedTable.from_matrix(np.array([[1.5, np.nan], [0.5, 7.0], [1.5, 8.0]]))
    assert table.codes.tolist() == [[1, 0, 1], [65535, 0, 1]]
    assert table.lower[0, :2].tolist() == [0.5, 1.5]
    assert table.frame().to_dict("list") == {
        "n_codes": [2, 2], "has_missing": [False, True], "is_categorical": [False, False],
    }  # fmt: skip
    assert (table.n_samples, table.n_features) == (3, 2)


def test_the_table_cannot_be_changed():
    table = BinnedTable.from_matrix(np.ones((3, 2)))
    for array in (table.codes, table.lower, table.upper, table.traits):
        assert not array.flags.writeable


def test_the_two_zeros_are_one_value():
    table = BinnedTable.from_matrix(np.array([[0.0], [-0.0], [-5e-324], [5e-324]]))
    assert table.codes.tolist() == [[1, 1, 0, 2]]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("order", ["C", "F"])
def test_any_float_and_layout(dtype, order):
    X = np.random.default_rng(0).normal(size=(50, 11)).astype(np.float32)
    expected = BinnedTable.from_matrix(X.astype(np.float64))
    given = np.array(X, dtype, order=order)
    given.setflags(write=False)
    table = BinnedTable.from_matrix(given)
    np.testing.assert_array_equal(table.codes, expected.codes)
    np.testing.assert_array_equal(table.lower[:, :50], expected.lower[:, :50])


def test_large_tables_are_ranked_in_blocks_with_the_same_result():
    X = np.random.default_rng(1).normal(size=(50_000, 30)).astype(np.float32)
    X[::7, 3] = np.nan
    table = BinnedTable.from_matrix(X)
    for f in (0, 3, 17, 29):
        alone = BinnedTable.from_matrix(X[:, [f]])
        np.testing.assert_array_equal(table.codes[f], alone.codes[0])
        assert (table.traits[f] == alone.traits[0]).all()


def test_more_than_65535_values_share_codes():
    x = np.random.default_rng(2).permutation(70_000).astype(float)
    table = BinnedTable.from_matrix(x[:, None])
    n_codes = int(table.traits[0, 0])
    assert n_codes <= MOST_CODES
    order = np.argsort(x)
    assert (np.diff(table.codes[0][order].astype(int)) >= 0).all()
    codes = table.codes[0].astype(int)
    assert (table.lower[0, codes] <= x).all()
    assert (x <= table.upper[0, codes]).all()
    assert (table.upper[0, : n_codes - 1] < table.lower[0, 1:n_codes]).all()


def test_an_all_missing_column_has_no_codes():
    table = BinnedTable.from_matrix(np.full((3, 1), np.nan))
    assert table.traits.tolist() == [[0, 1, 0]]


def test_categories_keep_their_codes():
    X = np.array([[4.0], [0.0], [np.nan], [4.0]])
    table = BinnedTable.from_matrix(X, np.array([True]))
    assert table.codes.tolist() == [[4, 0, 65535, 4]]
    assert table.traits.tolist() == [[5, 1, 1]]


@pytest.mark.parametrize("value", [-1.0, 0.5, 65535.0])
def test_categories_must_be_codes(value):
    with pytest.raises(ValueError, match="column 0 is categorical"):
        BinnedTable.from_matrix(np.array([[value], [0.0]]), np.array([True]))


@pytest.mark.parametrize("value", [np.inf, -np.inf])
def test_infinite_values_are_refused(value):
    with pytest.raises(ValueError, match="infinite"):
        BinnedTable.from_matrix(np.array([[value], [np.nan]]))


@pytest.mark.parametrize("shape", [(0, 2), (2, 0), (0, 0)])
def test_empty_tables_are_refused(shape):
    with pytest.raises(ValueError, match="at least one row"):
        BinnedTable.from_matrix(np.empty(shape))


def test_a_vector_is_no_table():
    with pytest.raises(ValueError, match="unpack"):
        BinnedTable.from_matrix(np.ones(3))


def test_a_large_and_narrow_table_lies_row_by_row(monkeypatch):
    X = np.random.default_rng(4).normal(size=(40, 5))
    X[3, 1] = np.nan
    by_column = BinnedTable.from_matrix(X)
    monkeypatch.setattr(binning, "_LARGE", X.size)
    by_row = BinnedTable.from_matrix(X)
    np.testing.assert_array_equal(by_row.codes, by_column.codes)
    np.testing.assert_array_equal(by_row.traits, by_column.traits)
    np.testing.assert_array_equal(by_row.lower[:, :39], by_column.lower[:, :39])
    for table, steps in ((by_column, (40, 1)), (by_row, (1, 5))):
        columns = table.columns()
        assert (columns.feature_step, columns.row_step) == steps
        assert np.shares_memory(columns.codes, table.codes)
        assert columns.codes[3 * steps[0] + 7 * steps[1]] == table.codes[3, 7]
    monkeypatch.setattr(binning, "_NARROW", 4)
    assert BinnedTable.from_matrix(X).codes.flags.c_contiguous


@pytest.mark.parametrize(
    "wrong",
    [
        {"codes": np.zeros(3, np.uint16)},
        {"codes": np.zeros((2, 0), np.uint16)},
        {"codes": np.full((2, 3), 3, np.uint16)},
        {"codes": np.zeros((1, 3), np.uint16)},
        {"lower": np.zeros((2, 2))},
        {"lower": np.zeros(2), "upper": np.zeros(2)},
        {"traits": np.zeros((3, 3), np.int32)},
        {"traits": np.array([[4, 0, 0], [3, 0, 0]], np.int32)},
        {"traits": np.array([[3, 0, 1], [70_000, 0, 1]], np.int32)},
    ],
)
def test_a_table_from_a_file_fits_together(wrong):
    good = BinnedTable.from_matrix(np.array([[1.0, 9.0], [2.0, np.nan], [3.0, 0.0]]), np.array([False, True]))
    good.check_loaded()
    with pytest.raises(ValueError, match="this is not a coded table"):
        replace(good, **wrong).check_loaded()
