import os

import pytest

from hedgerow.foundation.atomic_file import replacing


def test_a_file_is_replaced_and_readable(tmp_path):
    place = tmp_path / "page.html"
    place.write_text("old")
    mask = os.umask(0o022)
    try:
        with replacing(place) as file:
            file.write("new 🦔".encode())
            assert place.read_text() == "old"
    finally:
        os.umask(mask)
    assert place.read_text(encoding="utf-8") == "new 🦔"
    assert place.stat().st_mode & 0o777 == 0o644
    assert os.listdir(tmp_path) == ["page.html"]


@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
def test_whatever_goes_wrong_leaves_the_old_file(tmp_path, error):
    place = tmp_path / "page.html"
    place.write_text("old")

    def write_half():
        with replacing(place) as file:
            file.write(b"half")
            raise error

    with pytest.raises(error):
        write_half()
    assert place.read_text() == "old"
    assert os.listdir(tmp_path) == ["page.html"]


def test_a_full_disk_leaves_the_old_file(tmp_path, monkeypatch):
    place = tmp_path / "page.html"
    place.write_text("old")

    def fail(_):
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="the disk is full"), replacing(place) as file:
        file.write(b"new")
    assert place.read_text() == "old"
    assert os.listdir(tmp_path) == ["page.html"]


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with (
        pytest.raises(FileNotFoundError, match=r"there is no folder .*nowhere"),
        replacing(tmp_path / "nowhere" / "x"),
    ):
        pass
