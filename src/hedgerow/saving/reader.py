"""From a description to the model: every word is checked, and none is a name that is looked for in code."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from hedgerow.foundation.constraints import list_constraints
from hedgerow.saving.archive import ModelFileError, is_storable, read_array
from hedgerow.saving.history import bring_up_to_date, find_new_name
from hedgerow.saving.kinds import (
    KINDS,
    OPTIONAL,
    REQUIRED,
    check_field,
    check_ranges,
    find_class,
    list_fields,
)
from hedgerow.saving.writer import DEEPEST

_MOST_OBJECTS = _MOST_VALUES = 10_000_000
_MOST_SHARED = (
    100  # how often objects may be met on all ways through the model, as a multiple of their number
)
_MOST_NESTED = (
    8  # steps within steps; scikit-learn asks what is inside of a pipeline three times, at each level
)
# What arrays are made for when a model predicts: far more than the file has values for is a lie. A table without
# names leaves few traces; a view may make several features of one.
_COUNTED = {
    **dict.fromkeys(
        ("n_classes", "n_classes_", "n_clusters_", "n_labels", "n_outputs_", "n_parts_", "n_terms"), 10_000
    ),
    **dict.fromkeys(("n_features", "n_features_in_", "n_combinations", "n_components"), 4_000_000),
    # Local experts may be trained when a row first needs them.
    **dict.fromkeys(("n_estimators", "n_experts", "n_hidden", "n_modules", "n_rounds", "n_stages"), 1_000),
}
_TEMPLATE = "template"  # what a single member looks like from outside: often the model itself
_NESTING = ("column-transformer@1", "pipeline@1")
_PLAIN = (bool, int, float, str)


class Reader:
    """Objects of a description, made without their constructors.

    Parameters
    ----------
    objects : object
        As in `Writer`; anything may stand there.
    arrays : mapping of str to bytes
        The arrays by name.
    """

    def __init__(self, objects: Any, arrays: Mapping[str, bytes]) -> None:
        if not isinstance(objects, list) or not 0 < len(objects) <= _MOST_OBJECTS:
            raise ModelFileError("it has no list of objects")
        self._arrays = arrays
        self._read: dict[str, Any] = {}
        self._n_values = 0
        self._parts: list[list[int]] = []  # of each object that has its fields: the objects that it holds
        self._templates: list[tuple[int, int]] = []  # and those that it only looks like
        self._told: list[tuple[str, dict[str, Any]]] = []
        self._made: list[Any] = []
        for entry in objects:
            match entry:
                case [str(kind), dict(fields)]:
                    kind, fields = bring_up_to_date(kind, fields)
                case _:
                    raise ModelFileError("an object has no kind and fields")
            if kind not in KINDS:
                raise ModelFileError(f"it holds a {kind[:100]!r}, which this version does not know")
            cls: Any = find_class(kind)
            self._made.append(cls.__new__(cls))
            self._told.append((kind, fields))

    def read(self) -> Any:
        """Give all objects their fields, let them check what they got, and return the first."""
        for made, (kind, fields) in zip(self._made, self._told, strict=True):
            self._parts.append([])
            self._set_fields(made, kind, fields)
        starts = {0, *_hold_templates(self._parts, self._templates)}
        _check_ways(self._parts, starts, [kind in _NESTING for kind, _ in self._told])
        most = self._n_values + sum(map(len, self._arrays.values()))
        for made in self._made:
            for name, least in _COUNTED.items():
                count = vars(made).get(name)
                if isinstance(count, int | float | np.number) and count > max(8 * most, least):
                    raise ModelFileError(f"{name}={count!r} is more than it has room for")
            check_ranges(made)
        return self._made[0]

    def _set_fields(self, made: Any, kind: str, fields: dict[str, Any]) -> None:
        cls: type = type(made)
        declared = list_fields(cls)
        values = {name: field.default for name, field in declared.items()}
        for said, value in fields.items():
            name = _find_field(cls, kind, said)
            if name is not None:
                n_parts = len(self._parts[-1])
                values[name] = self._value(value, 0)
                check_field(kind, name, declared[name], values[name])
                if name == _TEMPLATE:
                    self._templates += [(len(self._parts) - 1, part) for part in self._parts[-1][n_parts:]]
                    del self._parts[-1][n_parts:]
        for name, value in values.items():
            if value is REQUIRED:
                raise ModelFileError(f"a {kind} has no {name!r}")
            if value is not OPTIONAL:
                # How many processes scikit-learn starts is not for a file to say. Records are frozen.
                kept = None if name == "n_jobs" and not list_constraints(cls) else value
                object.__setattr__(made, name, kept)

    def _value(self, said: Any, depth: int) -> Any:
        if said is None or isinstance(said, _PLAIN):
            return said
        if depth > DEEPEST or not isinstance(said, list) or not said or not isinstance(said[0], str):
            raise ModelFileError("a value is said in an unknown way")
        if said[0] not in _WAYS:
            raise ModelFileError(f"a value is said to be a {said[0][:40]!r}, which is unknown")
        try:
            return _WAYS[said[0]](self, depth + 1, *said[1:])
        except ModelFileError:
            raise
        except (TypeError, ValueError, OverflowError, KeyError) as error:
            raise ModelFileError(f"a {said[0]} is damaged ({error})") from error

    def _items(self, depth: int, items: Any) -> list[Any]:
        if not isinstance(items, list):
            raise ModelFileError("a list has no items")
        self._count(len(items))
        return [self._value(item, depth) for item in items]

    def _count(self, n_values: int) -> None:
        self._n_values += n_values
        if self._n_values > _MOST_VALUES:
            raise ModelFileError(f"it has more than {_MOST_VALUES} values")

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
            raise ModelFileError(f"{word!r} is not a float")
        return float(word)

    def _scalar_of(self, depth: int, kind: Any, value: Any) -> Any:
        number = self._value(value, depth)
        if not isinstance(number, _PLAIN):
            raise ModelFileError("a number is not one")
        return np.array(number).astype(_read_dtype(kind))[()]

    def _dtype_of(self, depth: int, kind: Any) -> np.dtype[Any]:
        return _read_dtype(kind)

    def _number_type_of(self, depth: int, kind: Any) -> type:
        return _read_dtype(kind).type

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
        self._parts[-1].append(number)
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
        numbers = range(start, stop, step)
        self._count(len(numbers))
        return numbers

    def _slice_of(self, depth: int, *ends: Any) -> slice:
        if len(ends) != 3 or any(end is not None and type(end) is not int for end in ends):
            raise ModelFileError("a slice has no ends")
        return slice(*ends)

    def _sparse_of(self, depth: int, *parts: Any) -> Any:
        values, columns, starts = (self._value(part, depth) for part in parts[:3])
        if any(not isinstance(part, np.ndarray) or part.ndim != 1 for part in (values, columns, starts)):
            raise ModelFileError("a sparse array is damaged")
        n_rows, n_columns = parts[3]
        # SciPy compares differences, which wrap around, and does so with NaN as well.
        if (
            values.dtype.kind not in "biuf"
            or not (columns.dtype.kind == starts.dtype.kind == "i")
            or not (starts[:1] == 0).all()
            or not (starts[-1:] == len(columns)).all()
            or not (starts[1:] >= starts[:-1]).all()
            or len(values) != len(columns)
            or len(starts) != n_rows + 1
            or not ((columns >= 0) & (columns < n_columns)).all()
        ):
            raise ModelFileError("a sparse array is damaged")
        matrix = csr_array((values, columns, starts), shape=(int(n_rows), int(n_columns)))
        matrix.check_format(full_check=True)
        return matrix

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


_WAYS: dict[str, Any] = {
    name.removeprefix("_").removesuffix("_of"): method
    for name, method in vars(Reader).items()
    if name.endswith("_of")
}


def _hold_templates(parts: list[list[int]], templates: list[tuple[int, int]]) -> list[int]:
    """Count templates among what their owners hold; those that hold their owners themselves are returned instead."""
    if not templates:
        return []
    edges = [(number, part) for number, held in enumerate(parts) for part in held] + templates
    owners, owned = np.array(edges).T
    graph = csr_array((np.ones(len(edges)), (owners, owned)), shape=(len(parts), len(parts)))
    circle = connected_components(graph, connection="strong")[1]
    for number, part in templates:
        if circle[number] != circle[part]:
            parts[number].append(part)
    return [part for number, part in templates if circle[number] == circle[part]]


def _check_ways(parts: list[list[int]], starts: Collection[int], nests: list[bool]) -> None:
    """Refuse objects that hold themselves, or are met so often that a walk through them all would hardly end.

    Parameters
    ----------
    parts : list of list of int
        Of each object, those that it holds.
    starts : collection of int
        Where walks begin.
    nests : list of bool
        Which objects may not be nested deep.
    """
    n_held = [0] * len(parts)
    for number in (each for held in parts for each in held):
        n_held[number] += 1
    n_ways, n_around = [int(number in starts) for number in range(len(parts))], [0] * len(parts)
    waiting = [number for number, n in enumerate(n_held) if n == 0]
    n_seen = n_met = 0
    while waiting:
        number = waiting.pop()
        n_seen, n_met = n_seen + 1, n_met + n_ways[number]
        n_nested = n_around[number] + nests[number]
        if n_nested > _MOST_NESTED:
            raise ModelFileError("its pipelines are nested too deep")
        for each in parts[number]:
            n_ways[each] = min(n_ways[each] + n_ways[number], _MOST_VALUES)
            n_around[each] = max(n_around[each], n_nested)
            n_held[each] -= 1
            if n_held[each] == 0:
                waiting.append(each)
    if n_seen < len(parts):
        raise ModelFileError("an object holds itself")
    if n_met > _MOST_SHARED * (len(parts) + _MOST_SHARED):
        raise ModelFileError("its objects hold each other too often")


def _find_field(cls: type, kind: str, said: str) -> str | None:
    """The declared field that a word of a file means; None for what is computed again, or is no more."""
    declared = list_fields(cls)
    if said in declared:
        return said
    try:
        name = find_new_name(kind, said)
    except KeyError:
        if said in _list_computed(cls):
            return None
        raise ModelFileError(f"a {kind} has no field {said[:100]!r}") from None
    if name is not None and name not in declared:
        raise ModelFileError(f"a {kind} has no field {name!r}")
    return name


def _list_computed(cls: type) -> set[str]:
    return {
        name
        for base in cls.__mro__
        for name, value in vars(base).items()
        if isinstance(value, cached_property)
    }


def _read_dtype(kind: Any) -> np.dtype[Any]:
    if not isinstance(kind, str) or len(kind) > 8:
        raise ModelFileError(f"{kind!r} is not a type of numbers")
    dtype = np.dtype(kind)
    if not is_storable(dtype) or dtype.names is not None:
        raise ModelFileError(f"{kind!r} is not a type of numbers")
    return dtype
