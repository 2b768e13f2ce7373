import os
import signal
import subprocess
import sys
import time
import zipfile

import pytest

from hedgerow.saving.container import read_entries, write_entries
from hedgerow.saving.errors import ModelFileError


def test_entries_come_back(tmp_path):
    entries = {"manifest.json": b"{}", "arrays/a0.npy": bytes(range(256))}
    write_entries(tmp_path / "x.hdg", entries)
    assert read_entries(tmp_path / "x.hdg") == entries
    assert [path.name for path in tmp_path.iterdir()] == ["x.hdg"]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "x.hdg"
    write_entries(path, {"a": b"old"})
    with pytest.raises(TypeError):
        write_entries(path, {"a": 5})
    assert read_entries(path) == {"a": b"old"}
    assert [each.name for each in tmp_path.iterdir()] == ["x.hdg"]


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_killed_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "x.hdg"
    write_entries(path, {"a": b"old"})
    program = (
        "from hedgerow.saving.container import write_entries\n"
        "print('ready', flush=True)\n"
        f"while True: write_entries({str(path)!r}, {{'a': b'n' * 5_000_000}})\n"
    )
    for delay in (0.0, 0.01, 0.02, 0.03):
        with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
            assert process.stdout.readline() == b"ready\n"
            time.sleep(delay)
            process.send_signal(signal.SIGKILL)
        assert read_entries(path)["a"] in (b"old", b"n" * 5_000_000)


def test_a_missing_file_is_missing(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_entries(tmp_path / "no.hdg")


def test_an_entry_twice_is_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "x.hdg", "w") as archive:
        archive.writestr("a", b"1")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("a", b"2")
    with pytest.raises(ModelFileError, match="an entry twice"):
        read_entries(tmp_path / "x.hdg")
