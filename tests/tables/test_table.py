"""The record and its two descriptions."""

import dataclasses

import pandas as pd
import pytest

from hedgerow import Table, read_table


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
