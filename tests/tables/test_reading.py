"""From a source to a table, and every way in which that fails."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.tables import ColumnWarning, TableError, read_table

FRAME = pd.DataFrame({"size": [1.5, 2.5, 0.5], "color": ["red", "?", "blue"], "kind": ["a", "b", "a"]})


def test_csv_parquet_arff_pandas_and_polars_agree(tmp_path):
    FRAME.to_csv(tmp_path / "t.csv", index=False)
    FRAME.to_parquet(tmp_path / "t.parquet")
    (tmp_path / "t.arff").write_text(
        "@relation t\n@attribute size real\n@attribute color {blue,red}\n@attribute kind {a,b}\n"
        "@data\n1.5,red,a\n2.5,?,b\n0.5,blue,a\n"
    )
    sources = [
        tmp_path / "t.csv",
        str(tmp_path / "t.parquet"),
        tmp_path / "t.arff",
        FRAME,
        pl.from_pandas(FRAME),
    ]
    tables = [read_table(source, "kind", name="t") for source in sources]
    assert len({repr(table) for table in tables}) == 1
    for table in tables:
        assert table.kinds == {"size": "number", "color": "category"}
        assert table.task == "classification"
        pd.testing.assert_frame_equal(table.features, tables[0].features)
        assert table.target.tolist() == ["a", "b", "a"]


def test_the_source_frame_is_left_alone():
    before = FRAME.copy(deep=True)
    read_table(FRAME, "kind", drop="size", categories="color")
    pd.testing.assert_frame_equal(FRAME, before)


def test_kinds_can_be_forced():
    frame = pd.DataFrame({"code": [10, 2, 10], "id": ["3", "1", "2"], "postcode": ["01", "02", "03"]})
    table = read_table(frame, categories="code", numbers=["id", "postcode"])
    assert table.kinds == {"code": "category", "id": "number", "postcode": "number"}
    assert list(table.features["code"].cat.categories) == [2, 10]


def test_numeric_target_with_many_values_is_regression():
    table = read_table(pd.DataFrame({"a": range(2), "y": [1, 5]}).iloc[[0, 1, 1]], "y", task="regression")
    assert table.task == "regression"
    assert table.target.dtype == float
    assert read_table(pd.DataFrame({"a": [0.5] * 3, "y": [1.5, 2.5, 3.5]}), "y").task == "regression"


def test_text_columns_warn_and_say_what_to_do():
    frame = pd.DataFrame({"id": [1, 2], "a": [1, 1]})
    with pytest.warns(
        ColumnWarning, match=r"'id' looks like an identifier.*drop=\['id'\].*categories=\['id'\]"
    ):
        table = read_table(frame)
    assert table.kinds == {"id": "text", "a": "number"}
    assert read_table(frame, drop="id").kinds == {"a": "number"}


def test_the_warning_points_at_the_caller():
    with pytest.warns(ColumnWarning) as warned:
        read_table(pd.DataFrame({"id": [1, 2]}))
    assert warned[0].filename == __file__


def test_rows_without_target_are_dropped_on_request():
    frame = pd.DataFrame({"a": [1, 2, 3], "y": ["p", None, "q"]})
    with pytest.raises(TableError, match=r"'y' is missing in 1 row \(row 2\)"):
        read_table(frame, "y")
    table = read_table(frame, "y", drop_missing_target=True)
    assert table.features["a"].tolist() == [1, 3]
    assert table.target.tolist() == ["p", "q"]


def test_own_missing_marks():
    table = read_table(pd.DataFrame({"a": ["1", "-9", "2"]}), missing={"-9"})
    assert table.features["a"].isna().tolist() == [False, True, False]


@pytest.mark.parametrize(
    ("columns", "options", "message"),
    [
        ({"color": [1], "b": [2]}, {"target": "colour"}, r"no column 'colour'\. Did you mean 'color'\?"),
        ({"a": [1], "b": [2]}, {"drop": "xyz"}, r"no column 'xyz'\. There is 'a', 'b'\."),
        ({"a": []}, {}, "column names but no rows"),
        ({"a": [1], "y": [1]}, {"target": "y"}, "'y' has a single value, 1"),
        ({"a": [None, "?"], "b": [1, 2]}, {}, r"Without a single value: column 'a'.*drop=\['a'\]"),
        ({"a": [1.0, -np.inf]}, {}, "Column 'a' holds -inf in row 2"),
        ({"a": [1, 2, 3], "y": [1.5, np.inf, 2]}, {"target": "y"}, "Column 'y' holds inf in row 2"),
        ({"a": [1, 2], "y": [1, 2]}, {"target": "y", "drop": "y"}, "both the target and dropped"),
        ({"y": [1, 2]}, {"target": "y"}, "No column is left to learn from"),
        ({"a": ["x", "y"]}, {"numbers": "a"}, "'a' cannot be read as numbers: row 1 holds 'x'"),
        (
            {"a": [1, 2], "y": ["p", "q"]},
            {"target": "y", "task": "regression"},
            "'y' cannot be read as numbers",
        ),
        ({1: [1, 2], "1": [1, 2]}, {}, "'1' occurs 2 times"),
    ],
)
def test_errors_say_the_way_out(columns, options, message):
    with pytest.raises(TableError, match=message):
        read_table(pd.DataFrame(columns), **options)


def test_other_sources_are_refused():
    with pytest.raises(TableError, match="from a path or a data frame, not from list"):
        read_table([[1, 2]])


labels = st.sampled_from(["red", "deep blue", "gr;een", 'qu"ote', "li\nne", "é"])
rows = st.lists(
    st.tuples(
        st.none() | st.floats(allow_nan=False, allow_infinity=False), st.none() | labels, st.booleans()
    ),
    min_size=1,
)


@given(rows, st.sampled_from([",", ";", "\t", "|"]), st.sampled_from(["utf-8", "utf-16", "cp1252"]))
def test_csv_round_trip(tmp_path_factory, rows, delimiter, encoding):
    frame = pd.DataFrame(rows, columns=["number", "label", "truth"])
    frame = frame.dropna(axis=1, how="all")
    path = tmp_path_factory.mktemp("round") / "trip.csv"
    frame.to_csv(path, index=False, sep=delimiter, encoding=encoding)
    table = read_table(path)
    kinds = {"number": "number", "label": "category", "truth": "boolean"}
    if len(frame) < 20:  # too few rows for labels to look like free text
        assert table.kinds == {name: kinds[name] for name in frame}
    for name in frame:
        present = frame[name].notna()
        assert table.features[name].notna().tolist() == present.tolist()
        assert table.features[name][present].tolist() == frame[name][present].tolist()
