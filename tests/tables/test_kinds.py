"""Kinds, and the columns that only name their rows."""

import pandas as pd
import pytest

from hedgerow.tables.kinds import find_kind, identifies_rows

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
