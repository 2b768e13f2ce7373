"""Arrays as bytes: NumPy's own format, read with a look at the sizes first."""

from __future__ import annotations

import io
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.saving.errors import ModelFileError

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
        If the bytes are no array, or one of objects, or too many or too few.
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
