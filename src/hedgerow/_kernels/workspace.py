"""Workspaces: the arrays that a kernel works in, made and owned in Python, handed to it as one record of buffers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np
from numba import from_dtype, types
from numba.core.typeconv import Conversion
from numba.extending import models, register_model

from hedgerow._kernels.buffers import buffer
from hedgerow._kernels.compilation import DROPS_BRANCHES


class RecordType(types.NamedTuple):
    """Numba's type of a named tuple of buffers and numbers: a tuple of arrays and numbers may be handed over for it.

    Parameters
    ----------
    kinds : list of numba types
        Of the fields.
    record : type
        The named tuple.
    known : dict
        What some fields hold. Pieces are compiled for that alone, without the branches that it rules out.
    """

    def __init__(self, kinds: Any, record: Any, known: Mapping[str, Any] = MappingProxyType({})) -> None:
        super().__init__(kinds, record)
        self.known = tuple(known.items())
        self.name += "".join(f" {name}={value}" for name, value in self.known)

    @property
    def key(self) -> Any:
        """What tells types apart."""
        return *super().key, self.known

    def knowing(self, **known: Any) -> RecordType:
        """The type of records of which more is known, where that saves anything."""
        known = {**dict(self.known), **known} if DROPS_BRANCHES else {}
        return RecordType(self.types, self.instance_class, known)

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
        A named tuple. A field that is annotated as an array, or with a dtype, is a buffer; others are whole numbers.

    Attributes
    ----------
    dtypes : dict
        The dtype of each buffer.
    type : numba type
        The record in a signature.
    """

    def __init__(self, record: Any) -> None:
        self._record = record
        hints = get_type_hints(record, include_extras=True)
        self.dtypes = {name: read_dtype(hint) for name, hint in hints.items() if hint is not int}
        self.type = RecordType(
            [
                buffer(from_dtype(self.dtypes[name])) if name in self.dtypes else types.int64
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
        dtype = self.dtypes.get(name)
        if dtype is None:
            return int(value)
        if not isinstance(value, np.ndarray):
            return np.zeros(value, dtype)
        if value.dtype != dtype or not value.flags.c_contiguous:
            raise ValueError(f"{name} must be a contiguous array of {dtype}, not {describe(value)}")
        return value.reshape(-1)


def read_dtype(hint: Any) -> np.dtype[Any]:
    """The dtype that an annotation tells of an array.

    Parameters
    ----------
    hint : type
        An array of numbers, or anything that is annotated with a dtype.
    """
    _, told = get_args(hint)
    dtype: np.dtype[Any] = np.dtype(told if get_origin(hint) is Annotated else get_args(told)[0])
    return dtype


def describe(array: np.ndarray) -> str:
    """Say what an array is, in a message.

    Parameters
    ----------
    array : ndarray
        Any array.
    """
    return f"{'a' if array.flags.c_contiguous else 'a scattered'} {array.dtype} array of shape {array.shape}"
