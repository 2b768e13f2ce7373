"""X becomes a matrix."""

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.tables import ColumnTypeError


def encode(X):
    return FeatureEncoding.learn(X).encode(X)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_float_array_is_passed_on_without_a_copy(dtype):
    X = np.array([[1.5, np.nan], [np.inf, 2]], dtype=dtype)
    encoding = FeatureEncoding.learn(X)
    assert np.shares_memory(encoding.encode(X), X)
    assert encoding.encode(X).dtype == dtype
    assert encoding == FeatureEncoding(None, (None, None))


@pytest.mark.parametrize(
    "X", [np.array([[1, 2]]), np.array([[True, False]]), [[1, 2]], np.array([[1, 2]], dtype=object)]
)
def test_other_arrays_become_float64(X):
    assert encode(X).dtype == np.float64


@pytest.mark.parametrize(
    ("X", "error"),
    [
        (np.ones(3), ValueError),
        (np.array([[1j]]), ValueError),
        (sparse.csr_array(np.eye(2)), TypeError),
        (np.array([["a"]]), ValueError),
        (np.empty((0, 2)), ValueError),
    ],
)
def test_what_scikit_learn_refuses_is_refused(X, error):
    with pytest.raises(error):
        FeatureEncoding.learn(X)


def test_pencil_example():
    X = pd.DataFrame(
        {
            "number": [1.5, 2.5, None],
            "word": ["b", None, "a"],
            "grade": pd.Categorical(["low", "high", "low"], categories=["low", "mid", "high"]),
            "truth": [True, False, True],
            "whole": pd.array([1, None, 3], dtype="Int64"),
            "maybe": pd.array([True, None, False], dtype="boolean"),
            "loose": pd.Series([1, None, 2.5], dtype=object),
        }
    )
    encoding = FeatureEncoding.learn(X)
    assert encoding.names == tuple(X)
    assert encoding.categories == (None, ("a", "b"), ("low", "mid", "high"), None, None, None, None)
    assert encoding.is_categorical.tolist() == [False, True, True, False, False, False, False]
    nan = np.nan
    expected = [[1.5, 1, 0, 1, 1, 1, 1], [2.5, nan, 2, 0, nan, nan, nan], [nan, 0, 0, 1, 3, 0, 2.5]]
    np.testing.assert_array_equal(encoding.encode(X), expected)


def test_polars_gives_the_same_matrix():
    X = pd.DataFrame({"a": [1.5, None], "b": ["y", "x"], "c": [True, False]})
    np.testing.assert_array_equal(encode(pl.from_pandas(X)), encode(X))


def test_unseen_labels_are_missing():
    encoding = FeatureEncoding.learn(pd.DataFrame({"a": ["x", "y"]}))
    later = pd.DataFrame({"a": pd.Categorical(["z", "y", None], categories=["z", "y", "x"])})
    np.testing.assert_array_equal(encoding.encode(later), [[np.nan], [1], [np.nan]])
    np.testing.assert_array_equal(encoding.encode(pd.DataFrame({"a": [None, np.nan]})), [[np.nan]] * 2)


def test_arrays_for_an_encoding_learned_from_a_frame():
    encoding = FeatureEncoding.learn(pd.DataFrame({"a": ["x", "y"], "b": [1, 2]}))
    codes = np.array([[1.0, 2.0]])
    assert encoding.encode(codes) is codes or np.shares_memory(encoding.encode(codes), codes)
    np.testing.assert_array_equal(encoding.encode(np.array([["y", 5]], dtype=object)), [[1, 5]])


def test_labels_of_several_types_have_an_order():
    assert FeatureEncoding.learn(pd.DataFrame({"a": ["b", 2, "a", 1]})).categories == ((1, 2, "a", "b"),)


def test_a_numeric_frame_keeps_its_float_type():
    assert encode(pd.DataFrame(np.ones((2, 2), dtype=np.float32))).dtype == np.float32
    assert encode(pd.DataFrame({"a": [1, 2], "b": [True, False]})).tolist() == [[1, 1], [2, 0]]


@pytest.mark.parametrize(
    "column",
    [
        pd.Series(pd.to_datetime(["2020-01-01"])),
        pd.Series([pd.Timedelta(1)]),
        pd.Series([pd.Timestamp("2020").date()], dtype=object),
        pd.Series(pd.period_range("2020", periods=1, freq="D")),
    ],
)
def test_dates_are_refused_with_the_way_out(column):
    with pytest.raises(ColumnTypeError, match=r"Column 'when' holds dates.*days since an event, or drop it"):
        FeatureEncoding.learn(pd.DataFrame({"when": column}))
    numbers = FeatureEncoding.learn(pd.DataFrame({"when": [1.0]}))
    with pytest.raises(ColumnTypeError, match="Column 'when'"):
        numbers.encode(pd.DataFrame({"when": column}))


def test_columns_that_changed_their_nature_are_refused():
    encoding = FeatureEncoding.learn(pd.DataFrame({"n": [1, 2], "c": ["x", "y"]}))
    with pytest.raises(ColumnTypeError, match="'n' was learned as numbers but holds other values now"):
        encoding.encode(pd.DataFrame({"n": ["one"], "c": ["x"]}))
    with pytest.raises(ColumnTypeError, match=r"'c' was learned as the categories 'x', 'y'.* holds 3 now"):
        encoding.encode(pd.DataFrame({"n": [1], "c": [3]}))
    with pytest.raises(TypeError, match="'c' holds mixed values that cannot be sorted"):
        FeatureEncoding.learn(pd.DataFrame({"c": [{"a": 1}, {"b": 2}]}))


def test_encodings_compare_and_pickle():
    encoding = FeatureEncoding.learn(pd.DataFrame({"a": ["x", "y"]}))
    assert pickle.loads(pickle.dumps(encoding)) == encoding


@given(st.lists(st.none() | st.text(max_size=3), min_size=1))
def test_codes_decode_to_the_labels(values):
    X = pd.DataFrame({"a": pd.Series(values, dtype=object)})
    encoding = FeatureEncoding.learn(X)
    (labels,) = encoding.categories
    decoded = [None if np.isnan(code) else labels[int(code)] for code in encoding.encode(X)[:, 0]]
    assert decoded == values


def test_a_mixed_column_that_was_learned_is_read_row_by_row():
    table = pd.DataFrame({"c": pd.Series(["A1", 7, 12, "B2", None], dtype=object)})
    encoding = FeatureEncoding.learn(table)
    expected = encoding.encode(table)
    rows = np.concatenate([encoding.encode(table.iloc[row : row + 1]) for row in range(5)])
    np.testing.assert_array_equal(rows, expected)
    np.testing.assert_array_equal(encoding.encode(pd.DataFrame({"c": [7, 99]})), [[0.0], [np.nan]])


def test_a_number_among_labels_of_text_is_refused_in_any_company():
    encoding = FeatureEncoding.learn(pd.DataFrame({"c": ["x", "y"]}))
    for cells in ([3], ["x", 3]):
        with pytest.raises(ColumnTypeError, match="holds 3 now"):
            encoding.encode(pd.DataFrame({"c": pd.Series(cells, dtype=object)}))
