import datetime
from dataclasses import dataclass

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.sparse import coo_array, csr_array

from hedgerow.foundation.frames import check_names, is_frame, list_rows, take_fields, take_rows, to_pandas
from hedgerow.tables import ColumnTypeError, ColumnWarning, MissingFileError, TableError


@pytest.mark.parametrize(
    ("error", "bases"),
    [
        (TableError, (ValueError,)),
        (MissingFileError, (TableError, FileNotFoundError)),
        (ColumnTypeError, (TableError, TypeError)),
        (ColumnWarning, (UserWarning,)),
    ],
)
def test_a_complaint_is_also_a_standard_exception(error, bases):
    assert all(issubclass(error, base) for base in bases)
    assert str(error("what to do")) == "what to do"


def test_only_data_frames_are_frames():
    assert all(map(is_frame, (pd.DataFrame({"a": [1]}), pl.DataFrame({"a": [1]}))))
    assert not any(map(is_frame, (np.ones((2, 2)), [[1]], "a.csv", pd.Series([1]))))


def test_a_pandas_frame_is_passed_on():
    frame = pd.DataFrame({"a": [1]})
    assert to_pandas(frame) is frame


def test_polars_types_become_pandas_types():
    frame = to_pandas(
        pl.DataFrame(
            {
                "number": [1.5, None],
                "whole": [1, 2],
                "truth": [True, False],
                "maybe": [True, None],
                "word": ["a", None],
                "grade": pl.Series(["low", "high"], dtype=pl.Enum(["low", "high"])),
                "label": pl.Series(["b", "a"], dtype=pl.Categorical),
            }
        )
    )
    assert [str(frame[name].dtype) for name in ("number", "whole", "truth")] == ["float64", "int64", "bool"]
    assert frame["maybe"].tolist() == [True, None]
    assert frame["word"].tolist() == ["a", None]
    assert list(frame["grade"].cat.categories) == ["low", "high"]
    assert list(frame["label"].cat.categories) == ["a", "b"]


def test_polars_columns_without_a_meaning_as_features_are_refused():
    with pytest.raises(ColumnTypeError, match="'day' holds dates"):
        to_pandas(pl.DataFrame({"day": [datetime.date(2020, 1, 1)]}))
    with pytest.raises(ColumnTypeError, match=r"'pair' holds List.*Spread them over columns"):
        to_pandas(pl.DataFrame({"pair": [[1, 2]]}))


def test_repeated_names_are_all_named():
    with pytest.raises(TableError, match="'a' occurs 2 times, 'b' occurs 3 times"):
        check_names(["a", "b", "a", "b", "b", "c"])


@pytest.mark.parametrize("kind", [np.array, csr_array, coo_array, pd.DataFrame, pl.DataFrame, list])
def test_rows_of_any_table(kind):
    rows = np.array([[1.0, 0.0], [0.0, 2.0], [3.0, 3.0]])
    for wanted in (np.array([2, 0]), slice(1, 3)):
        taken = take_rows(kind(rows), wanted)
        taken = taken.toarray() if hasattr(taken, "toarray") else np.asarray(taken)
        np.testing.assert_array_equal(taken, rows[wanted])


@dataclass
class Box:
    width: int
    height: int

    @property
    def area(self):
        return self.width * self.height


def test_fields_and_properties_come_in_the_order_asked_for():
    assert list(take_fields(Box(2, 3), "area", "width").items()) == [("area", 6), ("width", 2)]


def test_an_unknown_field_is_refused():
    with pytest.raises(AttributeError, match="depth"):
        take_fields(Box(2, 3), "depth")


def test_rows_of_a_frame_are_plain_and_know_what_is_missing():
    frame = pd.DataFrame({"n": np.array([1, 2]), 3: [np.nan, 0.5], "label": ["a", None]})
    rows = list_rows(frame)
    assert rows == [{"n": 1, "3": None, "label": "a"}, {"n": 2, "3": 0.5, "label": None}]
    assert type(rows[0]["n"]) is int
