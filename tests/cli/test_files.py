import importlib.util
import os
import stat

import numpy as np
import pandas as pd
import pytest
from tests.cli.saved import write_model
from tests.cli.saved import write_table as write_patients

from hedgerow import RandomForestRegressor, save_model
from hedgerow.cli.files import (
    TABLE_ENDINGS,
    check_model,
    check_place,
    check_table_place,
    make_csv,
    open_noted,
    recall,
    write_table,
)
from hedgerow.tables import TableError
from hedgerow.tables.files import read_file

TEXT = "id,size,empty,kind\n" + "".join(f"p{row},{row % 3}.5,,{'ab'[row % 2]}\n" for row in range(30))


@pytest.fixture
def path(tmp_path):
    place = tmp_path / "pets.csv"
    place.write_text(TEXT)
    return str(place)


def test_a_file_is_read(path, capsys):
    table = open_noted(path, "kind")
    assert (table.name, len(table), table.task) == ("pets", 30, "classification")
    assert table.kinds == {"id": "text", "size": "number"}
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err == "Left out because it has no values: empty.\n"


def test_quiet_says_nothing(path, capsys):
    open_noted(path, "kind", quiet=True)
    assert capsys.readouterr().err == ""


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


@pytest.fixture
def frame(tmp_path):
    frame = write_patients(tmp_path / "table.csv")
    write_model(tmp_path / "model.hdg", tmp_path / "table.csv")
    return frame


def test_the_training_table_is_recognised(frame, tmp_path):
    recalled = recall(str(tmp_path / "model.hdg"), str(tmp_path / "table.csv"), n_jobs=1)
    assert recalled.seen
    assert list(recalled.table.features) == ["size", "color", "noise"]
    assert recalled.table.target.tolist() == frame["label"].tolist()
    assert recalled.table.task == "classification"


def test_rows_without_a_target_are_left_out_and_keep_their_numbers(frame, tmp_path, capsys):
    frame.loc[0, "label"] = None
    frame.to_csv(tmp_path / "gap.csv", index=False)
    recalled = recall(str(tmp_path / "model.hdg"), str(tmp_path / "gap.csv"))
    assert recalled.table.features.index[0] == 1
    assert not recalled.seen
    assert "Left out 1 of 80 rows" in capsys.readouterr().err


def test_a_row_that_is_asked_for_is_kept(frame, tmp_path):
    frame.loc[0, "label"] = None
    frame.to_csv(tmp_path / "gap.csv", index=False)
    recalled = recall(str(tmp_path / "model.hdg"), str(tmp_path / "gap.csv"), row=0)
    assert recalled.table.target is None
    assert len(recalled.table) == 80


def test_an_unknown_class_is_refused(frame, tmp_path):
    frame.loc[0, "label"] = "perhaps"
    frame.to_csv(tmp_path / "other.csv", index=False)
    with pytest.raises(
        TableError, match="holds 'perhaps', a class that the model was not fitted on; it knows no, yes"
    ):
        recall(str(tmp_path / "model.hdg"), str(tmp_path / "other.csv"))


@pytest.mark.usefixtures("frame")
def test_a_target_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(TableError, match="There is no column 'lable'"):
        recall(str(tmp_path / "model.hdg"), str(tmp_path / "table.csv"), target="lable")


def test_a_model_saved_in_python_needs_the_target_to_be_named(tmp_path):
    x = np.arange(20) / 7
    frame = pd.DataFrame({"x": x, "y": 2 * x})
    frame.to_csv(tmp_path / "table.csv", index=False)
    save_model(RandomForestRegressor(5, random_state=0).fit(frame[["x"]], frame["y"]), tmp_path / "model.hdg")
    paths = str(tmp_path / "model.hdg"), str(tmp_path / "table.csv")
    assert recall(*paths, quiet=True).table.target is None
    recalled = recall(*paths, target="y", quiet=True)
    assert recalled.table.target.tolist() == frame["y"].tolist()
    assert recalled.table.task == "regression"
    assert not recalled.seen


FRAME = pd.DataFrame({"size": [1.5, None], "color": pd.Categorical(["réd", "blue, dark"])})


def test_a_file_is_written_and_replaced(tmp_path):
    place = tmp_path / "out.csv"
    for frame in (FRAME, FRAME[["color"]]):
        write_table(str(place), frame)
        assert place.read_text(encoding="utf-8").startswith(",".join(frame))
    assert [each.name for each in tmp_path.iterdir()] == ["out.csv"]
    assert stat.S_IMODE(place.stat().st_mode) == 0o644


def test_a_failure_leaves_what_was_there(tmp_path, monkeypatch):
    place = tmp_path / "out.csv"
    place.write_text("old")

    def fail(_):
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="the disk is full"):
        write_table(str(place), FRAME)
    assert place.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["out.csv"]


def test_places_are_checked_before_any_work(tmp_path):
    check_place(str(tmp_path / "out.csv"))
    with pytest.raises(FileNotFoundError, match="There is no folder"):
        check_place(str(tmp_path / "no" / "out.csv"))
    with pytest.raises(IsADirectoryError, match="is a folder"):
        check_place(str(tmp_path))


def test_a_place_without_rights_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PermissionError, match="Name another folder"):
        check_place(str(tmp_path / "out.csv"))


@pytest.mark.parametrize("ending", TABLE_ENDINGS)
def test_the_ending_says_how_a_table_is_written(tmp_path, ending):
    place = tmp_path / f"out{ending.upper() if ending == '.csv' else ending}"
    check_table_place(str(place))
    write_table(str(place), FRAME)
    back = read_file(place)
    assert back.columns.tolist() == ["size", "color"]
    assert back["color"].tolist() == ["réd", "blue, dark"]
    content = place.read_bytes()
    write_table(str(place), FRAME)
    assert place.read_bytes() == content


@pytest.mark.parametrize("name", ["out.xlsx", "out", "out.gz", ".csv"])
def test_another_ending_is_refused_with_the_way_out(tmp_path, name):
    for attempt in (check_table_place, lambda path: write_table(path, FRAME)):
        with pytest.raises(ValueError, match=r"Let its name end in \.csv, .* or \.pq\."):
            attempt(str(tmp_path / name))
    assert not list(tmp_path.iterdir())


def test_parquet_without_pyarrow_is_refused_before_any_work(tmp_path, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(ImportError, match="pip install pyarrow"):
        check_table_place(str(tmp_path / "out.parquet"))


def test_pipes_devices_and_links_are_places(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "nowhere" / "page.html")
    check_place(str(tmp_path / "pipe"))
    check_place("/dev/null")
    with pytest.raises(FileNotFoundError, match=r"There is no folder .*nowhere"):
        check_place(str(link))
    (tmp_path / "nowhere").mkdir()
    check_place(str(link))


@pytest.mark.parametrize("ending", [".csv", ".tsv", ".csv.gz"])
def test_a_spreadsheet_computes_nothing(tmp_path, ending):
    words = ["=cmd|' /C calc'!A0", "@SUM(1)", "+1+1", "-1+1", "\t=1", "\r=1", "-3", "+.5e-7", "a=b", "", "x"]
    frame = pd.DataFrame({"=name": words, "size": np.linspace(-1, 1, len(words))})
    frame["kind"] = pd.Categorical(["-x", "y"] * 5 + ["y"])
    path = str(tmp_path / f"x{ending}")
    write_table(path, frame)
    again = pd.read_csv(path, sep="\t" if ending == ".tsv" else ",", keep_default_na=False)
    assert list(again.columns) == ["'=name", "size", "kind"]
    safe = [f"'{word}" for word in words[:6]]
    assert again["'=name"].tolist() == [*safe, "-3", "+.5e-7", "a=b", "", "x"]
    assert again["kind"].tolist()[:2] == ["'-x", "y"]
    np.testing.assert_allclose(again["size"], frame["size"])
    assert frame["=name"].tolist() == words  # what is given is left alone


def test_a_return_within_a_cell_begins_no_row():
    assert make_csv(pd.DataFrame({"a": ["x\r=1", "y"]})) == '"a"\n"x\r=1"\n"y"\n'
    assert make_csv(pd.DataFrame({"a": ["x", "y"]})) == "a\nx\ny\n"
