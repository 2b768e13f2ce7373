import gzip
import io
import sys

import pandas as pd
import pytest

from hedgerow.cli.options import split_names
from hedgerow.cli.reading import check_model, name_table, open_table, read_raw
from hedgerow.tables import TableError

TEXT = "id,size,empty,kind\n" + "".join(f"p{row},{row % 3}.5,,{'ab'[row % 2]}\n" for row in range(30))


@pytest.fixture
def path(tmp_path):
    place = tmp_path / "pets.csv"
    place.write_text(TEXT)
    return str(place)


def test_a_file_is_read(path, capsys):
    table = open_table(path, "kind")
    assert (table.name, len(table), table.task) == ("pets", 30, "classification")
    assert table.kinds == {"id": "text", "size": "number"}
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err == "Left out, for it has no values: empty.\n"


def test_quiet_says_nothing(path, capsys):
    open_table(path, "kind", quiet=True)
    assert capsys.readouterr().err == ""


def test_columns_are_dropped(path):
    assert list(open_table(path, "kind", drop=["id"], quiet=True).features) == ["size"]


def test_rows_without_a_target_are_left_out(tmp_path, capsys):
    place = tmp_path / "gaps.csv"
    place.write_text(TEXT + "p30,1.5,,\n")
    assert len(open_table(str(place), "kind")) == 30
    assert "Left out 1 of 31 rows, in which the target kind is missing." in capsys.readouterr().err


def test_a_target_without_values_is_refused(path):
    with pytest.raises(TableError, match="Target 'empty' is missing in 30 rows"):
        open_table(path, "empty")


def test_the_task_can_be_said(path):
    assert open_table(path, "size", task="regression", quiet=True).task == "regression"


def test_standard_input_is_csv(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))
    table = open_table("-", "kind", quiet=True)
    assert (table.name, len(table)) == ("standard input", 30)


def test_errors_of_standard_input_say_so(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    with pytest.raises(TableError, match=r"^standard input: "):
        read_raw("-")


def test_parquet_and_arff_are_read(tmp_path):
    frame = pd.DataFrame({"size": [1.5, 2.5, 3.5], "kind": ["a", "b", "a"]})
    frame.to_parquet(tmp_path / "pets.parquet")
    (tmp_path / "pets.arff").write_text(
        "@relation pets\n@attribute size numeric\n@attribute kind {a,b}\n@data\n1.5,a\n2.5,b\n3.5,a\n"
    )
    for ending in ("parquet", "arff"):
        table = open_table(str(tmp_path / f"pets.{ending}"), "kind")
        assert table.features["size"].tolist() == [1.5, 2.5, 3.5]
        assert table.target.tolist() == ["a", "b", "a"]


def test_a_missing_file_and_column_are_said(path):
    with pytest.raises(TableError, match="There is no file"):
        open_table(path + "x.csv", "kind")
    with pytest.raises(TableError, match=r"no column 'kin'\. Did you mean 'kind'"):
        open_table(path, "kin")


def test_a_model_file_that_is_not_there_is_said(tmp_path):
    with pytest.raises(FileNotFoundError, match="`hedgerow fit` makes one"):
        check_model(str(tmp_path / "model.hdg"))
    with pytest.raises(IsADirectoryError, match="is a folder"):
        check_model(str(tmp_path))
    (tmp_path / "model.hdg").write_bytes(b"PK and more")
    check_model(str(tmp_path / "model.hdg"))
    with pytest.raises(FileNotFoundError, match=r"Did you mean 'model.hdg'"):
        check_model(str(tmp_path / "modle.hdg"))


def test_a_table_is_no_model_file(path):
    with pytest.raises(ValueError, match=r"is not a model file\. The model of `hedgerow fit` comes first"):
        check_model(path)


def test_messages_about_a_table_name_the_file(tmp_path):
    place = tmp_path / "pets.csv"
    place.write_text("size,kind\n1,a\n2,a\n")
    with pytest.raises(TableError, match=r"pets\.csv: Target 'kind' has a single value"):
        open_table(str(place), "kind")
    place.write_text("size,kind\n")
    with pytest.raises(TableError, match=r"pets\.csv: The table has column names but no rows"):
        open_table(str(place), "kind")


def test_words_among_numbers_are_said(tmp_path, capsys):
    place = tmp_path / "pets.csv"
    cells = ["<0.1", "unknown", *(f"{row}.5" for row in range(30))]
    place.write_text("dose,kind\n" + "".join(f"{cell},{'ab'[row % 2]}\n" for row, cell in enumerate(cells)))
    open_table(str(place), "kind")
    said = "Column dose is read as words, for 2 cells are no number: '<0.1' and 'unknown'. Correct or empty such cells"
    assert said in capsys.readouterr().err


def test_dates_are_left_out_whatever_the_format(tmp_path, capsys):
    frame = pd.DataFrame(
        {"day": pd.date_range("2020-01-01", periods=4), "size": [1.5, 2, 3, 4], "kind": list("abab")}
    )
    frame.to_parquet(tmp_path / "pets.parquet")
    table = open_table(str(tmp_path / "pets.parquet"), "kind")
    assert list(table.features) == ["size"]
    assert "Left out, for it holds dates: day." in capsys.readouterr().err
    frame.to_csv(tmp_path / "pets.csv", index=False)
    assert open_table(str(tmp_path / "pets.csv"), "kind").kinds == {"day": "text", "size": "number"}


def test_continental_and_compressed_tables_are_read(tmp_path):
    place = tmp_path / "haustiere.csv.gz"
    text = "größe;art\n" + "".join(f"{row},5;{'ab'[row % 2]}\n" for row in range(1000, 1030))
    place.write_bytes(gzip.compress(text.encode("latin-1")))
    table = open_table(str(place), "art")
    assert (table.name, table.kinds) == ("haustiere", {"größe": "number"})
    assert table.features["größe"].iloc[0] == 1000.5
    assert name_table("-") == "standard input"


def test_a_name_with_a_comma_can_be_dropped(tmp_path):
    place = tmp_path / "pets.csv"
    place.write_text(
        '"height, in cm",size,kind\n' + "".join(f"{row},{row}.5,{'ab'[row % 2]}\n" for row in range(9))
    )
    dropped = split_names('"height, in cm"')
    assert list(open_table(str(place), "kind", drop=dropped).features) == ["size"]
