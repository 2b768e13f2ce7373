"""What a case says, in few characters: enough to tell that a number has changed, and in words how."""

from __future__ import annotations

import dataclasses
import hashlib
import numbers
from collections.abc import Iterator, Mapping
from types import FunctionType
from typing import Any

import numpy as np
import pandas as pd

DIGITS = 10
_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"

Part = dict[str, Any]
Digest = dict[str, Part]


def digest(value: Any) -> Digest:
    """Summarise every number and every label in a value, by the name of the part that it stands in.

    Words are left out: what a sentence says may be put better, a number may not change.
    """
    return {name: _summarise(part) for name, part in _take_apart(value, "")}


def compare(name: str, old: Digest, new: Digest) -> list[str]:
    """Say in words what of a case has changed. A part that has only another name has not."""
    moved = dict(match_renamed(old, new))
    sentences = [f"{name}: {part} is gone" for part in old if part not in new and part not in moved]
    sentences += [f"{name}: {part} is new" for part in new if part not in old and part not in moved.values()]
    sentences += [
        f"{name}: {_tell(part, old[part], new[part])}"
        for part in old
        if part in new and old[part]["hash"] != new[part]["hash"]
    ]
    return sentences


def match_renamed(old: Digest, new: Digest) -> list[tuple[str, str]]:
    """Pair the parts that vanished with new parts that say the same."""
    fresh = [part for part in new if part not in old]
    pairs = []
    for part in old:
        if part in new:
            continue
        same = next((each for each in fresh if new[each]["hash"] == old[part]["hash"]), None)
        if same is not None:
            fresh.remove(same)
            pairs.append((part, same))
    return pairs


def _take_apart(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    if value is None or isinstance(value, str | bytes | type | FunctionType):
        return
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _take_apart(each, _join(name, str(key)))
    elif isinstance(value, pd.DataFrame):
        columns = [_as_numbers(value[column]) for column in value if _is_numeric(value[column])]
        if columns:
            yield name or "frame", np.column_stack(columns)
    elif isinstance(value, pd.Series):
        yield name or "series", value.to_numpy()
    elif isinstance(value, np.ndarray | numbers.Number | np.generic):
        array = np.asarray(value)
        if array.dtype.names is not None:
            for field in array.dtype.names:
                yield _join(name, field), array[field]
        else:
            yield name or "value", array
    elif hasattr(value, "toarray"):
        yield name or "value", value.toarray()
    else:
        yield from _open(value, name)


def _open(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    if dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            if not field.name.startswith("_"):
                yield from _take_apart(getattr(value, field.name), _join(name, field.name))
    elif hasattr(value, "_fields"):
        for field in value._fields:
            yield from _take_apart(getattr(value, field), _join(name, field))
    elif isinstance(value, list | tuple | set | frozenset):
        values = sorted(value) if isinstance(value, set | frozenset) else list(value)
        if values and all(isinstance(each, numbers.Number | np.generic) for each in values):
            yield name or "values", np.asarray(values)
        else:
            for position, each in enumerate(values):
                yield from _take_apart(each, _join(name, str(position)))
    if hasattr(value, "frame"):
        yield from _take_apart(value.frame(), _join(name, "frame"))


def _join(name: str, part: str) -> str:
    return f"{name}.{part}" if name else part


def _is_numeric(column: pd.Series[Any]) -> bool:
    return pd.api.types.is_numeric_dtype(column) or pd.api.types.is_bool_dtype(column)


def _as_numbers(column: pd.Series[Any]) -> Any:
    return column.to_numpy(dtype=float, na_value=np.nan)


def _summarise(value: Any) -> Part:
    array = np.asarray(value)
    if array.dtype.kind not in "biuf":
        return _summarise_labels(array)
    if array.ndim == 1 and array.dtype.kind in "biu" and np.unique(array).size <= len(_LETTERS):
        return _summarise_labels(array)
    rounded = _round(array.astype(float))
    known = rounded[np.isfinite(rounded)]
    summary = {"mean": float(f"{known.mean():.6g}")} if known.size else {}
    places = np.linspace(0, array.size - 1, min(array.size, 4)).astype(int)
    some = [float(f"{each:.4g}") if np.isfinite(each) else str(each) for each in rounded.ravel()[places]]
    return {
        "shape": list(array.shape),
        "hash": _hash(array.shape, rounded.ravel().tolist()),
        **summary,
        "some": some,
    }


def _summarise_labels(array: Any) -> Part:
    flat = [str(each) for each in array.ravel().tolist()]
    labels = sorted(set(flat))
    part: Part = {"shape": list(array.shape), "hash": _hash(array.shape, flat)}
    if len(labels) <= len(_LETTERS) and len(flat) <= 400:
        part |= {"labels": labels, "codes": "".join(_LETTERS[labels.index(each)] for each in flat)}
    return part


def _round(values: Any) -> Any:
    """Round to ten digits of the largest value of each column, so no noise around zero is kept."""
    if values.size == 0:
        return values
    table = values.reshape(len(values), -1) if values.ndim > 1 else values.reshape(-1, 1)
    finite = np.where(np.isfinite(table), np.abs(table), 0.0)
    largest = finite.max(axis=0)
    grid = 10.0 ** (np.floor(np.log10(np.where(largest > 0, largest, 1.0))) + 1 - DIGITS)
    return (np.rint(table / grid) * grid + 0.0).reshape(values.shape)


def _hash(shape: tuple[int, ...], values: list[Any]) -> str:
    said = [f"{each:.9e}" if isinstance(each, float) else str(each) for each in values]
    return hashlib.sha256(repr((shape, said)).encode()).hexdigest()[:16]


def _tell(part: str, old: Part, new: Part) -> str:
    if old["shape"] != new["shape"]:
        return f"{part} had the shape {tuple(old['shape'])} and has {tuple(new['shape'])}"
    if "codes" in old and "codes" in new:
        before, after = (
            [each["labels"][_LETTERS.index(code)] for code in each["codes"]] for each in (old, new)
        )
        n_other = sum(a != b for a, b in zip(before, after, strict=True))
        return f"{n_other} of {len(before)} of {part} differ"
    if old["shape"] in ([], [1]) and "mean" in old and "mean" in new:
        return f"{part}: {old['mean']} -> {new['mean']}"
    return f"{part} differ: mean {old.get('mean')} -> {new.get('mean')}, some {old.get('some')} -> {new.get('some')}"
