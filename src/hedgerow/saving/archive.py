"""One file of arrays and text: what numpy and zip store of a model."""

from __future__ import annotations

import io
import math
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.atomic_file import replacing

_MOST_ENTRIES = 100_000
_A_DATE = (1980, 1, 1, 0, 0, 0)  # the same model makes the same bytes


class ModelFileError(ValueError):
    """A model cannot be written to a file, or a file is not one that a model can be read from."""


def write_entries(path: str | os.PathLike[str], entries: Mapping[str, bytes]) -> None:
    """Write an archive, as a whole or not at all.

    Entries are stored as they are: what a reader allocates is never more than the file has.

    Parameters
    ----------
    path : path-like
        Where the file goes. A file that is there is replaced at once, when the new one is complete.
    entries : mapping of str to bytes
        The content by name.
    """
    with replacing(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, content in entries.items():
            archive.writestr(zipfile.ZipInfo(name, _A_DATE), content)


def read_entries(path: str | os.PathLike[str]) -> dict[str, bytes]:
    """Read all entries of an archive, after looking at their sizes.

    Raises
    ------
    ModelFileError
        If the file is not such an archive, is damaged, or has entries that `write_entries` does not make.
    """
    with Path(path).open("rb") as file:
        try:
            return _read_archive(file)
        except ModelFileError:
            raise
        except Exception as error:  # a damaged archive makes zipfile raise almost anything
            raise ModelFileError(f"it is not a zip archive, or a damaged one ({error})") from error


def _read_archive(file: BinaryIO) -> dict[str, bytes]:
    size = os.fstat(file.fileno()).st_size
    with zipfile.ZipFile(file) as archive:
        listed = archive.infolist()
        if len(listed) > _MOST_ENTRIES:
            raise ModelFileError(f"it lists {len(listed)} entries, more than {_MOST_ENTRIES}")
        if len({entry.filename for entry in listed}) < len(listed):
            raise ModelFileError("it lists an entry twice")
        for entry in listed:
            if entry.compress_type != zipfile.ZIP_STORED or entry.file_size != entry.compress_size:
                raise ModelFileError(f"entry {entry.filename!r} is not stored as it is")
        if sum(entry.file_size for entry in listed) > size:
            raise ModelFileError("its entries are larger than the file")
        return {entry.filename: archive.read(entry) for entry in listed}


_MOST_AXES = 8
_LONGEST_HEADER = 10_000


def write_array(array: NDArray[Any]) -> bytes:
    """The bytes of an array without objects."""
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, np.asarray(array), version=(1, 0), allow_pickle=False)
    return buffer.getvalue()


def read_array(content: bytes) -> NDArray[Any]:
    """The array of some bytes, which must have just as many as it needs.

    Raises
    ------
    ModelFileError
        If the bytes are not an array, or one of objects, or too many or too few.
    """
    buffer = io.BytesIO(content)
    try:
        version = np.lib.format.read_magic(buffer)
        if version != (1, 0):
            raise ModelFileError(f"an array has version {version}")
        shape, in_columns, dtype = np.lib.format.read_array_header_1_0(
            buffer, max_header_size=_LONGEST_HEADER
        )
    except ModelFileError:
        raise
    except (
        Exception
    ) as error:  # whatever a header can hide: SyntaxError, TypeError, RecursionError, MemoryError
        raise ModelFileError(f"an array has a damaged header ({type(error).__name__})") from error
    if not is_storable(dtype):
        raise ModelFileError(f"an array holds {dtype}, which is more than numbers, words and records of them")
    if (
        len(shape) > _MOST_AXES
        or min(shape, default=0) < 0
        or math.prod(size for size in shape if size) >= 2**48
    ):
        raise ModelFileError(f"an array has the shape {shape}")
    n_values = math.prod(shape)
    if len(content) - buffer.tell() != n_values * dtype.itemsize:
        raise ModelFileError(f"an array of shape {shape} has {len(content) - buffer.tell()} bytes")
    flat = np.frombuffer(content, dtype, n_values, buffer.tell()) if n_values else np.empty(0, dtype)
    return flat.reshape(shape, order="F" if in_columns else "C").copy(order="K")


def is_storable(dtype: np.dtype[Any]) -> bool:
    """Whether values are plain bytes: numbers, words, or records of such.

    Examples
    --------
    >>> is_storable(np.dtype([("left", "i4"), ("gain", "f8")])), is_storable(np.dtype(object))
    (True, False)
    """
    if dtype.names is not None:
        return all(is_storable(dtype[name]) and dtype[name].names is None for name in dtype.names)
    return dtype.kind in "biufSU" and 0 < dtype.itemsize <= 2**20
