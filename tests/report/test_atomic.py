import os

import pytest

from hedgerow.report import atomic
from hedgerow.report.atomic import write_atomically


def test_a_file_is_replaced(tmp_path):
    place = tmp_path / "page.html"
    place.write_text("old")
    write_atomically(place, "new 🦔")
    assert place.read_text(encoding="utf-8") == "new 🦔"
    assert place.stat().st_mode & 0o777 == 0o644


def test_a_failure_leaves_the_old_file(tmp_path, monkeypatch):
    place = tmp_path / "page.html"
    place.write_text("old")

    def fail(_):
        raise OSError("the disk is full")

    monkeypatch.setattr(atomic.os, "fsync", fail)
    with pytest.raises(OSError, match="disk is full"):
        write_atomically(place, "new")
    assert place.read_text() == "old"
    assert os.listdir(tmp_path) == ["page.html"]


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"there is no folder .*nowhere"):
        write_atomically(tmp_path / "nowhere" / "page.html", "")
