import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra import numpy as arrays_of

from hedgerow.saving.arrays import is_storable, read_array, write_array
from hedgerow.saving.errors import ModelFileError

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
