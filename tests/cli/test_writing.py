import os
import stat

import pytest

from hedgerow.cli.writing import check_place, write_text


def test_a_file_is_written_and_replaced(tmp_path):
    place = tmp_path / "out.csv"
    for text in ("first\n", "second ✓\n"):
        write_text(str(place), text)
        assert place.read_text(encoding="utf-8") == text
    assert [each.name for each in tmp_path.iterdir()] == ["out.csv"]
    assert stat.S_IMODE(place.stat().st_mode) == 0o644


def test_a_failure_leaves_what_was_there(tmp_path, monkeypatch):
    place = tmp_path / "out.csv"
    place.write_text("old")

    def fail(_):
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="the disk is full"):
        write_text(str(place), "new")
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
