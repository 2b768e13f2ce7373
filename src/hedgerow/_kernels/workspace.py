"""Workspaces: the arrays that a kernel works in, made and owned in Python, handed to it as one record of buffers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import from_dtype, types
from numba.core.typeconv import Conversion
from numba.extending import models, register_model

from hedgerow._kernels.buffers import buffer


class RecordType(types.NamedTuple):
    """Numba's type of a named tuple of buffers and numbers: a tuple of arrays and numbers may be handed over for it."""

    def can_convert_from(self, typingctx: Any, other: Any) -> Any:
        """Convert field by field."""
        if getattr(other, "instance_class", None) is not self.instance_class:
            return None
        kinds = [typingctx.can_convert(*pair) for pair in zip(other.types, self.types, strict=True)]
        return None if None in kinds else Conversion.safe


register_model(RecordType)(models.TupleModel)


class Workspace:
    """A record of buffers and whole numbers: its type in the signature of a kernel, and the arrays behind it.

    Whoever calls the kernel holds the record, and the record holds the arrays; so they live as long as the kernel runs.

    Parameters
    ----------
    record : type
        A named tuple.
    dtypes : mapping of str to dtype
        What its buffers hold; its other fields are whole numbers.

    Attributes
    ----------
    type : numba type
        The record in a signature.
    """

    def __init__(self, record: Any, dtypes: Mapping[str, Any]) -> None:
        self._record = record
        self._dtypes = {name: np.dtype(dtype) for name, dtype in dtypes.items()}
        unknown = self._dtypes.keys() - set(record._fields)
        if unknown:
            raise ValueError(f"{record.__name__} has no fields {sorted(unknown)}")
        self.type = RecordType(
            [
                buffer(from_dtype(self._dtypes[name])) if name in self._dtypes else types.int64
                for name in record._fields
            ],
            record,
        )

    def allocate(self, **fields: Any) -> Any:
        """Make the record.

        Parameters
        ----------
        **fields : int or ndarray
            Of a buffer: how many zeros it holds, or the contiguous array that it is. Otherwise the number itself.
        """
        return self._record(**{name: self._own(name, value) for name, value in fields.items()})

    def _own(self, name: str, value: Any) -> Any:
        dtype = self._dtypes.get(name)
        if dtype is None:
            return int(value)
        if not isinstance(value, np.ndarray):
            return np.zeros(value, dtype)
        if value.dtype != dtype or not value.flags.c_contiguous:
            raise ValueError(f"{name} must be a contiguous array of {dtype}, not {describe(value)}")
        return value.reshape(-1)


def describe(array: np.ndarray) -> str:
    """Say what an array is, in a message.

    Parameters
    ----------
    array : ndarray
        Any array.
    """
    return f"{'a' if array.flags.c_contiguous else 'a scattered'} {array.dtype} array of shape {array.shape}"
