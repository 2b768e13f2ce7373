"""From a model to a description in plain words, and the arrays that it mentions."""

from __future__ import annotations

import math
from collections import UserList
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from scipy.sparse import csr_array

from hedgerow.saving.archive import ModelFileError, is_storable, write_array
from hedgerow.saving.kinds import check_field, list_fields, name_kind

DEEPEST = 60  # lists in lists; models have less than ten
# What belongs to a process, not to a model: the callbacks of scikit-learn, and the version it notes in its own state.
_NOT_WRITTEN = ("_sklearn_version", "_skl_callbacks", "_skl_callbacks_to_teardown", "_parent_callback_ctx")


class Writer:
    """What JSON can say of a model: its objects, numbered, each a kind and its declared fields.

    Numbers, words, None, True and False stand for themselves. All else is a list that begins with what it is::

        ["list", [...]]  ["tuple", [...]]  ["set", [...]]  ["dict", [[key, value], ...]]
        ["float", "nan"]  ["scalar", "<f8", 0.5]  ["dtype", "<f8"]  ["array", "a0"]  ["values", [...], [shape]]
        ["object", 3]  ["frame", [names], [columns], index]  ["index", array]  ["number_type", "<f8"]
        ["range", 0, 9, 1]  ["slice", 0, 9, null]  ["random_state", array, 624, 0, 0.0]
        ["sparse", values, columns, row starts, [shape]]

    Attributes
    ----------
    objects : list
        ``[kind, {field: value, ...}]`` of each object.
    arrays : dict of str to bytes
        The arrays by name.
    """

    def __init__(self) -> None:
        self.objects: list[Any] = []
        self.arrays: dict[str, bytes] = {}
        self._numbers: dict[int, int] = {}
        self._array_names: dict[int, str] = {}
        self._alive: list[Any] = []  # what is here cannot give its id to another

    def describe(self, value: Any, depth: int = 0) -> Any:  # noqa: PLR0911, PLR0912 - one line for each kind of value
        """Describe a value, and number the objects in it."""
        if depth > DEEPEST:
            raise ModelFileError(f"a model file cannot hold lists in lists, more than {DEEPEST} deep")
        if value is None or isinstance(value, bool | str) or type(value) is int:
            return value
        if type(value) is float:
            return value if math.isfinite(value) else ["float", repr(value)]
        deeper = depth + 1
        match value:
            case np.ndarray():
                return self._describe_array(value, deeper)
            case np.generic():
                if not is_storable(value.dtype) or value.dtype.names is not None:
                    raise ModelFileError(f"a model file cannot hold a number of type {value.dtype}")
                return ["scalar", value.dtype.str, self.describe(value.item(), deeper)]
            case np.dtype():
                return ["dtype", value.str]
            case np.random.RandomState():
                _, keys, *rest = value.get_state(legacy=True)
                return ["random_state", self.describe(keys), *(self.describe(each) for each in rest)]
            case type() if issubclass(value, np.generic) and is_storable(np.dtype(value)):
                return ["number_type", np.dtype(value).str]
            case slice():
                return [
                    "slice",
                    *(self.describe(end, deeper) for end in (value.start, value.stop, value.step)),
                ]
            case csr_array():
                arrays = (value.data, value.indices, value.indptr)
                return ["sparse", *(self.describe(array, deeper) for array in arrays), list(value.shape)]
            case UserList():  # so that scikit-learn 1.6 notes the columns that remain
                return self.describe(value.data, depth)
            case range():
                return ["range", value.start, value.stop, value.step]
            case pd.Index():
                return ["index", self.describe(value.to_numpy(), deeper)]
            case pd.DataFrame():
                columns = [
                    self.describe(value.iloc[:, place].to_numpy(), deeper) for place in range(value.shape[1])
                ]
                names = [self.describe(name, deeper) for name in value.columns]
                return ["frame", names, columns, self.describe(value.index.to_numpy(), deeper)]
            case dict() if type(value) is dict:
                pairs = [
                    [self.describe(key, deeper), self.describe(each, deeper)] for key, each in value.items()
                ]
                return ["dict", pairs]
            case list() | tuple() | set() | frozenset() if type(value) in (list, tuple, set, frozenset):
                items = sorted(value, key=repr) if isinstance(value, set | frozenset) else value
                return [type(value).__name__, [self.describe(each, deeper) for each in items]]
        return ["object", self._describe_object(value)]

    def _describe_array(self, array: np.ndarray[Any, Any], depth: int) -> Any:
        if array.dtype == object:
            return [
                "values",
                [self.describe(each, depth) for each in array.ravel().tolist()],
                list(array.shape),
            ]
        if not is_storable(array.dtype):
            raise ModelFileError(f"a model file cannot hold an array of {array.dtype}")
        if id(array) not in self._array_names:
            name = f"a{len(self.arrays)}"
            self._array_names[id(array)] = name
            self._alive.append(array)
            self.arrays[name] = write_array(array)
        return ["array", self._array_names[id(array)]]

    def _describe_object(self, value: Any) -> int:
        if id(value) in self._numbers:
            return self._numbers[id(value)]
        cls: type = type(value)
        kind = name_kind(cls)
        number = self._numbers[id(value)] = len(self.objects)
        self._alive.append(value)
        self.objects.append(None)
        declared, state = list_fields(cls), list_attributes(value)
        if more := sorted(set(state) - set(declared)):
            raise ModelFileError(
                f"a model file cannot hold {more[0]!r} of a {cls.__qualname__}: the class does not declare it"
            )
        fields = {}
        for name, field in declared.items():
            if name in state:
                fields[name] = self.describe(state[name], 1)
                check_field(kind, name, field, state[name])
        self.objects[number] = [kind, fields]
        return number


def list_attributes(value: Any) -> dict[str, Any]:
    """The attributes of an object, as pickle would keep them, but for what is computed from others when asked for."""
    state = value.__getstate__() or {}
    if not isinstance(state, dict):
        raise ModelFileError(f"a model file cannot hold a {type(value).__qualname__}: its state has no names")
    cls = type(value)
    return {
        name: each
        for name, each in state.items()
        if name not in _NOT_WRITTEN and not isinstance(getattr(cls, name, None), cached_property)
    }
