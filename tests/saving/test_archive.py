import os
import signal
import subprocess
import sys
import time
import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra import numpy as arrays_of

from hedgerow.saving.archive import (
    ModelFileError,
    is_storable,
    read_array,
    read_entries,
    write_array,
    write_entries,
)


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
        "from hedgerow.saving.archive import write_entries\n"
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


NODE = np.dtype([("threshold", "f8"), ("left", "i4")])
kinds = arrays_of.boolean_dtypes() | arrays_of.integer_dtypes() | arrays_of.floating_dtypes(sizes=(32, 64))


@given(kinds.flatmap(lambda kind: arrays_of.arrays(kind, arrays_of.array_shapes(min_dims=0, min_side=0))))
def test_arrays_come_back(array):
    again = read_array(write_array(array))
    np.testing.assert_array_equal(again, array)
    assert again.dtype == array.dtype
    assert again.flags.writeable


@pytest.mark.parametrize(
    "array", [np.zeros(3, NODE), np.array(["a", "bcd"]), np.asfortranarray(np.ones((2, 3)))]
)
def test_records_words_and_columns_come_back(array):
    again = read_array(write_array(array))
    np.testing.assert_array_equal(again, array)
    assert again.flags.f_contiguous == array.flags.f_contiguous


def test_objects_are_not_written():
    assert not is_storable(np.dtype(object))
    assert not is_storable(np.dtype([("a", object)]))
    assert not is_storable(np.dtype("M8[s]"))
    with pytest.raises(ValueError, match="Object arrays"):
        write_array(np.array([{}]))


def with_header(header, body=b""):
    text = header.encode().ljust(117) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + body


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "damaged header"),
        (b"\x93NUMPY\x02\x00", "has version"),
        (
            with_header("{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", b"\0" * 8),
            "more than numbers",
        ),
        (with_header("{'descr': '<f8', 'fortran_order': False, 'shape': (2,)}", b"\0" * 8), "has 8 bytes"),
        (with_header("{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}"), "the shape"),
        (with_header("{'descr': '<f8', 'fortran_order': False, 'shape': (0, 999999999999999)}"), "the shape"),
        (with_header("{'descr': '<U0', 'fortran_order': False, 'shape': (99999,)}"), "more than numbers"),
        (with_header("__import__('os')"), "damaged header"),
        (with_header("[" * 100), "damaged header"),
    ],
)
def test_what_is_no_array_is_refused(content, message):
    with pytest.raises(ModelFileError, match=message):
        read_array(content)
