"""Kinds, and the columns that only name their rows."""

import dataclasses

import pandas as pd
import pytest

from hedgerow.tables.table import Table, find_kind, identifies_rows
from hedgerow.tables.table_reader import read_table

SENTENCES = [f"The quick brown fox number {number % 15} jumps over the lazy dog." for number in range(25)]


@pytest.mark.parametrize(
    ("name", "values", "kind"),
    [
        ("a", [0.5, 1.5], "number"),
        ("a", [True, False], "boolean"),
        ("a", ["x", "y"], "category"),
        ("id", [3, 1, 2], "text"),
        ("patient_id", ["a", "b"], "text"),
        ("customerID", [3, 1, 2], "text"),
        ("ID", [3, 1, 2], "text"),
        ("id", [1, 1, 2], "number"),
        ("liquid", [3, 1, 2], "number"),
        ("id", [0.5, 1.5], "number"),
        ("row", range(7, 40), "text"),
        ("year", range(2000, 2010), "number"),
        ("price", [number**2 for number in range(30)], "number"),
        ("name", [f"person {number}" for number in range(30)], "text"),
        ("city", ["Ulm", "Bonn"] * 20, "category"),
        ("day", ["2024-01-05", "2024-1-6 10:30"], "text"),
        ("day", ["5.1.2024", "06/01/2024"], "text"),
        ("day", ["2024-01-05", "never"], "category"),
        ("version", ["1.2.3", "1.2.4"], "category"),
        ("comment", SENTENCES, "text"),
    ],
)
def test_kind(name, values, kind):
    assert find_kind(pd.Series(values, name=name)) == kind


def test_a_category_type_is_believed():
    assert find_kind(pd.Series(range(30), name="id").astype("category")) == "category"


def test_the_reason_is_said():
    assert identifies_rows(pd.Series([1, 2], name="id")) == "no value occurs twice"
    assert identifies_rows(pd.Series(map(str, range(30)))) == "30 of its 30 values are distinct"
    assert identifies_rows(pd.Series(SENTENCES)) == "it holds free text"


@pytest.fixture
def table() -> Table:
    frame = pd.DataFrame(
        {
            "size": [1.5, None, 2.5, 2.5],
            "color": list("rbrg"),
            "new": [True, False] * 2,
            "price": [9.5, 3, 4, 7],
        }
    )
    return read_table(frame, "price", name="shop")


def test_repr_is_one_line(table):
    assert repr(table) == (
        "Table 'shop': 4 rows, 3 features (1 number, 1 category, 1 boolean), 1 missing value, "
        "target 'price' (3 to 9.5)"
    )
    assert repr(read_table(pd.DataFrame({"a": [1.5]}))) == "Table 'table': 1 row, 1 feature (1 number)"


def test_frame_has_one_row_a_column(table):
    frame = table.frame().set_index("name")
    assert frame.index.tolist() == ["size", "color", "new", "price"]
    assert frame["kind"].tolist() == ["number", "category", "boolean", "number"]
    assert frame["role"].tolist() == ["feature"] * 3 + ["target"]
    assert frame["n_distinct"].tolist() == [2, 3, 2, 4]
    assert frame["n_missing"].tolist() == [1, 0, 0, 0]
    assert frame.loc["color", "examples"] == "r, b, g"


def test_a_table_is_frozen_and_has_a_length(table):
    assert len(table) == 4
    with pytest.raises(dataclasses.FrozenInstanceError):
        table.name = "other"
