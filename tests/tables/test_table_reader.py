"""From a source to a table, and every way in which that fails."""

import gzip
import io
import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow import read_table
from hedgerow.tables import ColumnWarning, TableError, open_table
from hedgerow.tables.table_reader import name_table, read_words

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


TEXT = "id,size,empty,kind\n" + "".join(f"p{row},{row % 3}.5,,{'ab'[row % 2]}\n" for row in range(30))


@pytest.fixture
def path(tmp_path):
    place = tmp_path / "pets.csv"
    place.write_text(TEXT)
    return str(place)


def test_columns_without_values_are_left_out(path):
    opened = open_table(path, "kind")
    assert opened.table.kinds == {"id": "text", "size": "number"}
    assert opened.notes == ("Left out because it has no values: empty.",)


def test_the_cells_of_a_file_can_stay_words(path):
    assert read_words(path)["size"].tolist()[:2] == ["0.5", "1.5"]


def test_an_opened_table_is_the_read_one_where_nothing_is_odd(tmp_path):
    FRAME.to_csv(tmp_path / "t.csv", index=False)
    for source in (str(tmp_path / "t.csv"), FRAME):
        opened = open_table(source, "kind")
        pd.testing.assert_frame_equal(opened.table.features, read_table(source, "kind").features)
        assert opened.notes == ()


def test_columns_are_dropped(path):
    assert list(open_table(path, "kind", drop=["id"]).table.features) == ["size"]


def test_rows_without_a_target_are_left_out(tmp_path):
    place = tmp_path / "gaps.csv"
    place.write_text(TEXT + "p30,1.5,,\n")
    opened = open_table(str(place), "kind")
    assert len(opened.table) == 30
    assert opened.notes[-1] == "Left out 1 of 31 rows because the target kind is missing there."


def test_a_target_without_values_is_refused(path):
    with pytest.raises(TableError, match="Target 'empty' is missing in 30 rows"):
        open_table(path, "empty")


def test_the_task_can_be_said(path):
    assert open_table(path, "size", task="regression").table.task == "regression"


def test_standard_input_is_csv(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))
    table = open_table("-", "kind").table
    assert (table.name, len(table)) == ("standard input", 30)


def test_errors_of_standard_input_say_so(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    with pytest.raises(TableError, match=r"^standard input: "):
        open_table("-")


def test_parquet_and_arff_are_read(tmp_path):
    frame = pd.DataFrame({"size": [1.5, 2.5, 3.5], "kind": ["a", "b", "a"]})
    frame.to_parquet(tmp_path / "pets.parquet")
    (tmp_path / "pets.arff").write_text(
        "@relation pets\n@attribute size numeric\n@attribute kind {a,b}\n@data\n1.5,a\n2.5,b\n3.5,a\n"
    )
    for ending in ("parquet", "arff"):
        table = open_table(str(tmp_path / f"pets.{ending}"), "kind").table
        assert table.features["size"].tolist() == [1.5, 2.5, 3.5]
        assert table.target.tolist() == ["a", "b", "a"]


def test_a_missing_file_and_column_are_said(path):
    with pytest.raises(TableError, match="There is no file"):
        open_table(path + "x.csv", "kind")
    with pytest.raises(TableError, match=r"no column 'kin'\. Did you mean 'kind'"):
        open_table(path, "kin")


def test_messages_about_a_table_name_the_file(tmp_path):
    place = tmp_path / "pets.csv"
    place.write_text("size,kind\n1,a\n2,a\n")
    with pytest.raises(TableError, match=r"pets\.csv: Target 'kind' has a single value"):
        open_table(str(place), "kind")
    place.write_text("size,kind\n")
    with pytest.raises(TableError, match=r"pets\.csv: The table has column names but no rows"):
        open_table(str(place), "kind")


def test_words_among_numbers_are_said(tmp_path):
    place = tmp_path / "pets.csv"
    cells = ["<0.1", "unknown", *(f"{row}.5" for row in range(30))]
    place.write_text("dose,kind\n" + "".join(f"{cell},{'ab'[row % 2]}\n" for row, cell in enumerate(cells)))
    (note,) = open_table(str(place), "kind").notes
    assert note.startswith(
        "Column dose is read as words because 2 cells are not numbers: '<0.1' and 'unknown'. Correct"
    )


def test_dates_are_left_out_whatever_the_format(tmp_path):
    frame = pd.DataFrame(
        {"day": pd.date_range("2020-01-01", periods=4), "size": [1.5, 2, 3, 4], "kind": list("abab")}
    )
    frame.to_parquet(tmp_path / "pets.parquet")
    opened = open_table(str(tmp_path / "pets.parquet"), "kind")
    assert list(opened.table.features) == ["size"]
    assert opened.notes[0].startswith("Left out because it holds dates: day.")
    frame.to_csv(tmp_path / "pets.csv", index=False)
    assert open_table(str(tmp_path / "pets.csv"), "kind").table.kinds == {"day": "text", "size": "number"}


def test_continental_and_compressed_tables_are_read(tmp_path):
    place = tmp_path / "haustiere.csv.gz"
    text = "größe;art\n" + "".join(f"{row},5;{'ab'[row % 2]}\n" for row in range(1000, 1030))
    place.write_bytes(gzip.compress(text.encode("latin-1")))
    table = open_table(str(place), "art").table
    assert (table.name, table.kinds) == ("haustiere", {"größe": "number"})
    assert table.features["größe"].iloc[0] == 1000.5
    assert name_table("-") == "standard input"


def test_a_column_with_a_comma_in_its_name_can_be_dropped(tmp_path):
    place = tmp_path / "pets.csv"
    place.write_text(
        '"height, in cm",size,kind\n' + "".join(f"{row},{row}.5,{'ab'[row % 2]}\n" for row in range(9))
    )
    assert list(open_table(str(place), "kind", drop=["height, in cm"]).table.features) == ["size"]
