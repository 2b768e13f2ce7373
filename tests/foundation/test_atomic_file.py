import os
import socket
import threading
from pathlib import Path

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


def test_a_link_keeps_pointing_to_the_file_that_is_written(tmp_path):
    (tmp_path / "folder").mkdir()
    link, target = tmp_path / "link", tmp_path / "folder" / "page.html"
    link.symlink_to(target)
    for content in (b"new", b"newer"):  # the first makes the target
        with replacing(link) as file:
            file.write(content)
        assert link.is_symlink()
        assert target.read_bytes() == content
    assert os.listdir(tmp_path / "folder") == ["page.html"]


def test_a_link_to_itself_is_refused(tmp_path):
    link = tmp_path / "link"
    link.symlink_to(link)
    with pytest.raises(OSError, match="link"), replacing(link) as file:
        file.write(b"x")
    assert link.is_symlink()


@pytest.mark.skipif(os.name != "posix", reason="no pipes with names")
def test_a_pipe_and_a_device_get_what_is_written_and_stay(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
    reader.start()
    with replacing(pipe) as file:
        file.write(b"all of it")
    reader.join(10)
    assert heard == [b"all of it"]
    with replacing("/dev/null") as file:
        file.write(b"nothing")
    for place in (pipe, Path("/dev/null")):
        assert not place.is_file()


@pytest.mark.skipif(os.name != "posix", reason="no pipes with names")
def test_a_failure_writes_nothing_to_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def write_half():
        with replacing(pipe) as file:  # at its end it would wait for a reader
            file.write(b"half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_half()
    assert pipe.is_fifo()


def test_neither_a_folder_nor_a_socket_is_replaced(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the name of a socket must be short
    with pytest.raises(IsADirectoryError, match="is a folder"), replacing(tmp_path):
        pass
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket")
        with pytest.raises(OSError, match="socket is neither a file nor a pipe"), replacing("socket"):
            pass
