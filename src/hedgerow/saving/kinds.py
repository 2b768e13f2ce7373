"""The kinds of object that a model file may hold: names that stay, and the classes that bear them today.

A kind is named in files, so it never changes and never goes; its class may be renamed or moved at will, and the table
`kinds.csv` says where it is. A class is found by this table alone, and is imported when the first object of it is read.

What an object of a kind may hold are the declared fields of its class, with values that fit their annotations.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, TypeVar, Union, get_args, get_origin

import numpy as np
import pandas as pd
from numpy import typing as npt
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.foundation.constraints import check_own_parameters
from hedgerow.saving.archive import ModelFileError
from hedgerow.saving.scikit_learn import CHECKS, FITTED

_TABLE = Path(__file__).with_name("kinds.csv")
KINDS = dict(line.split(",") for line in _TABLE.read_text(encoding="utf-8").split()[1:])
_OF_CLASSES = {place: kind for kind, place in KINDS.items()}


@cache
def find_class(kind: str) -> type:
    """The class of a kind.

    Examples
    --------
    >>> find_class("tree-arrays@1").__name__
    'Tree'
    """
    module, name = KINDS[kind].split(":")
    found: type = getattr(import_module(module), name)
    return found


@cache
def find_kind(cls: type) -> str | None:
    """The kind that a class bears; None where no file holds its objects.

    Examples
    --------
    >>> from sklearn.linear_model import Ridge
    >>> find_kind(Ridge), find_kind(dict)
    ('ridge-regression@1', None)
    """
    package, _, _ = cls.__module__.partition(".")
    if package != "sklearn":
        return _OF_CLASSES.get(f"{cls.__module__}:{cls.__qualname__}")
    # The modules in which scikit-learn keeps its classes are its own affair.
    for kind, place in KINDS.items():
        if place.startswith("sklearn.") and place.endswith(f":{cls.__name__}") and find_class(kind) is cls:
            return kind
    return None


def has_kind(value: object) -> bool:
    """Whether a file can hold an object of this class."""
    cls: type = type(value)
    return find_kind(cls) is not None


def name_kind(cls: type) -> str:
    """The kind that a class bears.

    Raises
    ------
    ModelFileError
        If no file holds objects of the class.
    """
    kind = find_kind(cls)
    if kind is None:
        raise ModelFileError(
            f"a model file cannot hold a {cls.__module__}.{cls.__qualname__}; use pickle or joblib for this model, "
            "and load such a file only if you trust who wrote it"
        )
    return kind


_SEQUENCES = (list, tuple, range, np.ndarray, pd.Index)
_SEVERAL = (list, tuple, Sequence, Collection, Iterable)
_NUMBERS: dict[Any, Any] = {
    bool: (bool, np.bool_),
    int: (int, np.integer),
    float: (int, float, np.integer, np.floating),
    complex: (int, float, np.number),
}
# What else ArrayLike is made of, in one version of NumPy or another.
_LIKE_ARRAYS = {"buffer", "bytes", "bool", "int", "float", "complex", "str"}


def fits(value: Any, hint: Any) -> bool:  # noqa: PLR0911 - one line for each way to say a type
    """Whether a value is of a type. NumPy's numbers are numbers, and lists, tuples and arrays are sequences.

    Examples
    --------
    >>> fits(3, float | None), fits("3", float | None), fits([1, 2], tuple[int, ...]), fits(np.ones(2), list[str])
    (True, False, True, False)
    """
    if hint is Any or hint is object or isinstance(hint, TypeVar):
        return True
    if hint is None or hint is NoneType:
        return value is None
    kind, parts = get_origin(hint) or hint, get_args(hint)
    if kind in (Union, UnionType):
        return any(fits(value, part) for part in parts)
    if kind is Literal:
        return isinstance(value, bool | int | str | None) and value in parts
    if kind is np.ndarray:
        return isinstance(value, np.ndarray) and _has_dtype(value, parts)
    if kind in _NUMBERS:
        return isinstance(value, _NUMBERS[kind])
    if kind in (set, frozenset):
        return isinstance(value, set | frozenset) and _fit_all(value, parts)
    if kind in _SEVERAL:
        return isinstance(value, _SEQUENCES) and _fits_sequence(value, kind, parts)
    if kind in (dict, Mapping):
        return isinstance(value, dict) and (
            not parts or (_fit_all(value, parts[:1]) and _fit_all(value.values(), parts[1:]))
        )
    if kind is Callable:
        return callable(value) and has_kind(value)
    if getattr(kind, "__module__", "").startswith("numpy._typing"):  # the parts of ArrayLike
        return isinstance(value, (*_SEQUENCES, pd.DataFrame, int, float, np.generic))
    if getattr(kind, "_is_protocol", False):
        return has_kind(value) and all(hasattr(type(value), name) for name in _list_methods(kind))
    return isinstance(value, kind)


def say_type(hint: Any) -> str:  # noqa: PLR0911 - one line for each way to say a type
    """A type in words that do not depend on where classes live or what they are called.

    Examples
    --------
    >>> say_type(dict[str, int | None]), say_type(np.ndarray[Any, np.dtype[np.float64]])
    ('dict of str, None or int', 'array of float64')
    """
    kind, parts = get_origin(hint) or hint, get_args(hint)
    if hint is Any or isinstance(hint, TypeVar):
        return "anything"
    if hint is None or hint is NoneType:
        return "None"
    if kind in (Union, UnionType):
        said = {say_type(part) for part in parts}
        return " or ".join(sorted(said - _LIKE_ARRAYS if "array-like" in said else said))
    if kind is Literal:
        return " or ".join(sorted(map(repr, parts)))
    if kind is np.ndarray:
        numbers = sorted(each.__name__ for each in _list_numbers(parts))
        return f"array of {' or '.join(numbers)}" if numbers else "array"
    if kind is Callable:
        return "function"
    if getattr(kind, "__module__", "").startswith("numpy._typing"):
        return "array-like"
    if getattr(kind, "_is_protocol", False):
        return "object"
    name = find_kind(kind) or kind.__name__.lower()
    inside = [say_type(part) for part in parts if part is not ...]
    return f"{name} of {', '.join(inside)}" if inside else name


def _list_numbers(parts: tuple[Any, ...]) -> list[Any]:
    """The types of numbers that an array may have; none are said where all are allowed."""
    said = get_args(parts[1])[0] if len(parts) > 1 and get_args(parts[1]) else Any
    each = get_args(said) if get_origin(said) in (Union, UnionType) else (said,)
    return [get_origin(one) or one for one in each if one is not Any and not isinstance(one, TypeVar)]


def _has_dtype(array: np.ndarray[Any, Any], parts: tuple[Any, ...]) -> bool:
    numbers = _list_numbers(parts)
    return not numbers or (array.dtype.isnative and any(np.issubdtype(array.dtype, each) for each in numbers))


def _fits_sequence(value: Any, kind: Any, parts: tuple[Any, ...]) -> bool:
    if kind is tuple and parts and parts[-1] is not ...:
        return len(value) == len(parts) and all(map(fits, value, parts))
    if isinstance(value, range):  # it may be longer than anybody can wait
        return not parts or fits(value.start, parts[0])
    return _fit_all(value, parts[:1])


def _fit_all(values: Iterable[Any], parts: tuple[Any, ...]) -> bool:
    return not parts or parts[0] is Any or all(fits(value, parts[0]) for value in values)


def _list_methods(protocol: Any) -> list[str]:
    return [
        name
        for base in protocol.__mro__
        if getattr(base, "_is_protocol", False)
        for name, value in vars(base).items()
        if callable(value) and not name.startswith("_")
    ]


REQUIRED, OPTIONAL = object(), object()
# What scikit-learn adds to any estimator.
_OF_ESTIMATORS = {
    "n_features_in_": int,
    "feature_names_in_": NDArray[Any],
    "_sklearn_output_config": dict[str, Any],
}


@dataclass(frozen=True)
class Field:
    """A declared field.

    Attributes
    ----------
    hint : object
        Its type, as annotations say it.
    default : object
        What an object gets that a file gives nothing; `REQUIRED` where the file must give something, `OPTIONAL` where
        there may be nothing at all, as with a fitted attribute that depends on parameters.
    """

    hint: Any
    default: Any


@cache
def list_fields(cls: type) -> Mapping[str, Field]:
    """The declared fields of a class that bears a kind, in the order in which a file tells them.

    Examples
    --------
    >>> from hedgerow.views.preparation import Scaling
    >>> [(name, say_type(field.hint)) for name, field in list_fields(Scaling).items()]
    [('centre', 'array of float64'), ('scale', 'array of float64')]
    """
    if is_dataclass(cls) and not issubclass(cls, BaseEstimator):
        hints = _resolve_hints(cls)
        return {
            each.name: Field(hints[each.name], REQUIRED if each.default is MISSING else each.default)
            for each in fields(cls)
        }
    parameters = _list_parameters(cls)
    hints = _resolve_hints(cls, frozenset(parameters))
    kind = find_kind(cls)
    fitted = (_OF_ESTIMATORS if issubclass(cls, BaseEstimator) else {}) | FITTED.get(kind or "", hints)
    # A constructor that is made from the bodies of several modules has words that its own does not know.
    parameters = {
        name: Field(hints.get(name, Any), each.default) if each.hint is Any else each
        for name, each in parameters.items()
    }
    return parameters | {
        name: Field(hint, OPTIONAL) for name, hint in fitted.items() if name not in parameters
    }


def check_field(kind: str, name: str, field: Field, value: Any) -> None:
    """Refuse a value that is not of the declared type."""
    if not fits(value, field.hint):
        raise ModelFileError(f"{name!r} of a {kind} is not of type {say_type(field.hint)}")


def check_ranges(made: Any) -> None:
    """Refuse an object that got what its class does not allow.

    The class says so in its table of parameters, and, for sizes that do not fit each other and places outside of
    arrays, in a method `check_loaded` that raises ValueError.
    """
    try:
        check_own_parameters(made)
        if hasattr(type(made), "check_loaded"):
            made.check_loaded()
        cls: type = type(made)
        if check := CHECKS.get(find_kind(cls) or ""):
            check(made)
    except (ValueError, TypeError, AttributeError, IndexError, OverflowError, RecursionError) as error:
        raise ModelFileError(str(error)) from error


def _list_parameters(cls: type) -> dict[str, Field]:
    constructor: Any = cls.__init__  # type: ignore[misc]
    if constructor is object.__init__:
        return {}
    spaces = vars(sys.modules[constructor.__module__])
    listed = list(inspect.signature(constructor).parameters.values())[1:]
    return {
        each.name: Field(
            _resolve(each.annotation, spaces, or_else=Any),
            REQUIRED if each.default is inspect.Parameter.empty else each.default,
        )
        for each in listed
    }


def _resolve_hints(cls: type, parameters: Collection[str] = ()) -> dict[str, Any]:
    """The annotations in the bodies of a class and its bases, without those of class variables.

    What is said of a parameter may be anything where its words are for the type checker alone.
    """
    hints: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        if base.__module__.startswith("hedgerow."):
            spaces = vars(sys.modules[base.__module__])
            for name, hint in inspect.get_annotations(base).items():
                hints[name] = _resolve(hint, spaces, or_else=Any if name in parameters else None)
    return {
        name: hint
        for name, hint in hints.items()
        if hint is not ClassVar and get_origin(hint) is not ClassVar
    }


def _resolve(hint: Any, spaces: dict[str, Any], or_else: Any = None) -> Any:
    """Find what the words of an annotation mean; they stand in our code, never in a file."""
    if hint is inspect.Parameter.empty:
        return Any
    if not isinstance(hint, str):
        return hint
    try:
        found = eval(hint, {}, _NamesForTyping(spaces))
        # Where type checkers are told less than what a value is, that is told beside it.
        return get_args(found)[1] if get_origin(found) is Annotated else found
    except NameError:
        if or_else is None:
            raise
        return or_else


class _NamesForTyping(dict[str, Any]):
    """The names of a module, and those it imports for the type checker alone: pandas, and classes that bear kinds."""

    def __missing__(self, name: str) -> Any:
        if name in ("pd", "npt"):
            return {"pd": pd, "npt": npt}[name]
        kinds = [kind for kind, place in KINDS.items() if place.endswith(f":{name}")]
        if len(kinds) != 1:
            raise KeyError(name)
        return find_class(kinds[0])
