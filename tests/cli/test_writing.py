import importlib.util
import os
import stat

import pandas as pd
import pytest

from hedgerow.cli.writing import TABLE_ENDINGS, check_place, check_table_place, write_table
from hedgerow.tables.files import read_file

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
