"""From a description to the model: every word is checked, and nothing is called that the description names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, cast

import numpy as np
import pandas as pd

from hedgerow.saving.arrays import is_storable, read_array
from hedgerow.saving.describing import DEEPEST
from hedgerow.saving.errors import ModelFileError
from hedgerow.saving.known import find_class

_MOST_OBJECTS = 10_000_000
_PLAIN = (bool, int, float, str)


class Rebuilding:
    """Objects of a description, made without their constructors.

    Parameters
    ----------
    objects : object
        As in `Description`; anything may stand there.
    arrays : mapping of str to bytes
        The arrays by name.
    """

    def __init__(self, objects: Any, arrays: Mapping[str, bytes]) -> None:
        if not isinstance(objects, list) or not 0 < len(objects) <= _MOST_OBJECTS:
            raise ModelFileError("it has no list of objects")
        self._arrays = arrays
        self._read: dict[str, Any] = {}
        self._states: list[Any] = []
        self._made: list[Any] = []
        for entry in objects:
            if not isinstance(entry, list) or len(entry) != 2 or not isinstance(entry[1], list):
                raise ModelFileError("an object has no class and attributes")
            kind = find_class(entry[0])
            self._made.append(cast(Any, kind).__new__(kind))
            self._states.append(entry[1])

    def rebuild(self) -> Any:
        """Give all objects their attributes, let them check what they got, and return the first."""
        for made, state in zip(self._made, self._states, strict=True):
            for pair in state:
                if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[0], str):
                    raise ModelFileError("an attribute has no name and value")
                if pair[0].startswith("__"):
                    raise ModelFileError(f"an attribute has the name {pair[0]!r}")
                self._set(made, pair[0], self._value(pair[1], 0))
        for made in self._made:
            # Of the class: the file may give the object an attribute of that name.
            check = getattr(type(made), "check_loaded", None)
            if check is not None:
                self._check(check, made)
        return self._made[0]

    @staticmethod
    def _check(check: Callable[[Any], None], made: Any) -> None:
        try:
            check(made)
        except (ValueError, TypeError, AttributeError, IndexError, OverflowError) as error:
            raise ModelFileError(str(error)) from error

    @staticmethod
    def _set(made: Any, name: str, value: Any) -> None:
        """Set an attribute, also of a frozen record, and only where it is not computed from others."""
        known = getattr(type(made), name, None)
        if isinstance(known, cached_property):
            return  # an older file holds what is computed again
        if isinstance(known, property):
            raise ModelFileError(f"{name!r} of {type(made).__qualname__} cannot be set")
        try:
            object.__setattr__(made, name, value)
        except (AttributeError, TypeError):
            raise ModelFileError(f"{type(made).__qualname__} has no {name!r}") from None

    def _value(self, said: Any, depth: int) -> Any:
        if said is None or isinstance(said, _PLAIN):
            return said
        if depth > DEEPEST or not isinstance(said, list) or not said or not isinstance(said[0], str):
            raise ModelFileError("a value is said in an unknown way")
        rebuild = getattr(self, f"_{said[0]}_of", None) if said[0].isidentifier() else None
        if rebuild is None:
            raise ModelFileError(f"a value is said to be a {said[0][:40]!r}, which is unknown")
        try:
            return rebuild(depth + 1, *said[1:])
        except ModelFileError:
            raise
        except (TypeError, ValueError, OverflowError, KeyError) as error:
            raise ModelFileError(f"a {said[0]} is damaged ({error})") from error

    def _items(self, depth: int, items: Any) -> list[Any]:
        if not isinstance(items, list):
            raise ModelFileError("a list has no items")
        return [self._value(item, depth) for item in items]

    def _list_of(self, depth: int, items: Any) -> list[Any]:
        return self._items(depth, items)

    def _tuple_of(self, depth: int, items: Any) -> tuple[Any, ...]:
        return tuple(self._items(depth, items))

    def _set_of(self, depth: int, items: Any) -> set[Any]:
        return set(self._items(depth, items))

    def _frozenset_of(self, depth: int, items: Any) -> frozenset[Any]:
        return frozenset(self._items(depth, items))

    def _dict_of(self, depth: int, pairs: Any) -> dict[Any, Any]:
        if not isinstance(pairs, list) or any(not isinstance(pair, list) or len(pair) != 2 for pair in pairs):
            raise ModelFileError("a dict has no pairs")
        return {self._value(key, depth): self._value(value, depth) for key, value in pairs}

    def _float_of(self, depth: int, word: Any) -> float:
        if word not in ("nan", "inf", "-inf"):
            raise ModelFileError(f"{word!r} is no float")
        return float(word)

    def _scalar_of(self, depth: int, kind: Any, value: Any) -> Any:
        number = self._value(value, depth)
        if not isinstance(number, _PLAIN):
            raise ModelFileError("a number is none")
        return np.array(number).astype(_read_dtype(kind))[()]

    def _dtype_of(self, depth: int, kind: Any) -> np.dtype[Any]:
        return _read_dtype(kind)

    def _array_of(self, depth: int, name: Any) -> Any:
        if not isinstance(name, str) or name not in self._arrays:
            raise ModelFileError(f"there is no array {name!r}")
        if name not in self._read:
            self._read[name] = read_array(self._arrays[name])
        return self._read[name]

    def _values_of(self, depth: int, items: Any, shape: Any) -> Any:
        values = self._items(depth, items)
        if not isinstance(shape, list) or not all(
            type(size) is int and 0 <= size <= len(values) for size in shape
        ):
            raise ModelFileError(f"an array of {len(values)} values has the shape {shape!r}")
        flat = np.empty(len(values), object)
        flat[:] = values
        return flat.reshape(shape)

    def _object_of(self, depth: int, number: Any) -> Any:
        if type(number) is not int or not 0 <= number < len(self._made):
            raise ModelFileError(f"there is no object {number!r}")
        return self._made[number]

    def _frame_of(self, depth: int, names: Any, columns: Any, index: Any) -> Any:
        arrays, labels = self._items(depth, columns), self._value(index, depth)
        if (
            len(arrays) != len(self._items(depth, names))
            or not isinstance(labels, np.ndarray)
            or labels.ndim != 1
        ):
            raise ModelFileError("a frame has other numbers of names and columns")
        if any(not isinstance(array, np.ndarray) or array.shape != labels.shape for array in arrays):
            raise ModelFileError("a frame has columns of other lengths")
        frame = pd.DataFrame(dict(enumerate(arrays)), index=labels)
        frame.columns = pd.Index(self._items(depth, names))
        return frame

    def _index_of(self, depth: int, labels: Any) -> Any:
        array = self._value(labels, depth)
        if not isinstance(array, np.ndarray) or array.ndim != 1:
            raise ModelFileError("an index has no labels")
        return pd.Index(array)

    def _range_of(self, depth: int, start: Any, stop: Any, step: Any) -> range:
        if any(type(end) is not int or abs(end) > 2**62 for end in (start, stop, step)):
            raise ModelFileError("a range has no ends")
        return range(start, stop, step)

    def _random_state_of(self, depth: int, keys: Any, position: Any, has_gauss: Any, gauss: Any) -> Any:
        words = self._value(keys, depth)
        if not isinstance(words, np.ndarray) or words.shape != (624,) or type(position) is not int:
            raise ModelFileError("a random state is damaged")
        if not 0 <= position <= 624 or has_gauss not in (0, 1):
            raise ModelFileError("a random state is damaged")
        state = np.random.RandomState()
        state.set_state(
            ("MT19937", words.astype(np.uint32), position, has_gauss, float(self._value(gauss, depth)))
        )
        return state


def _read_dtype(kind: Any) -> np.dtype[Any]:
    if not isinstance(kind, str) or len(kind) > 8:
        raise ModelFileError(f"{kind!r} is no type of numbers")
    dtype = np.dtype(kind)
    if not is_storable(dtype) or dtype.names is not None:
        raise ModelFileError(f"{kind!r} is no type of numbers")
    return dtype
