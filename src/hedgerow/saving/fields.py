"""The declared fields of a class: what its objects are told by in a file, and what type each has.

The declaration is the class itself. A record has the fields of its dataclass; an estimator the parameters of its
constructor and the fitted attributes that are annotated in its body, or in the bodies of its bases.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from typing import Any, ClassVar, get_origin

import pandas as pd
from numpy import typing as npt
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.foundation.constraints import check_own_parameters
from hedgerow.saving.errors import ModelFileError
from hedgerow.saving.kinds import KINDS, find_class, find_kind
from hedgerow.saving.scikit_learn import FITTED
from hedgerow.saving.types import fits, say_type

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
    >>> from hedgerow.views.scaling import Scaling
    >>> [(name, say_type(field.hint)) for name, field in list_fields(Scaling).items()]
    [('centre', 'array of float64'), ('scale', 'array of float64')]
    """
    if is_dataclass(cls):
        hints = _resolve_hints(cls)
        return {
            each.name: Field(hints[each.name], REQUIRED if each.default is MISSING else each.default)
            for each in fields(cls)
        }
    parameters = _list_parameters(cls)
    fitted = _OF_ESTIMATORS if issubclass(cls, BaseEstimator) else {}
    kind = find_kind(cls)
    fitted = fitted | (FITTED[kind] if kind in FITTED else _resolve_hints(cls))
    return parameters | {
        name: Field(hint, OPTIONAL) for name, hint in fitted.items() if name not in parameters
    }


def check_field(kind: str, name: str, field: Field, value: Any) -> None:
    """Refuse a value that is not of the declared type."""
    if not fits(value, field.hint):
        raise ModelFileError(f"{name!r} of a {kind} is no {say_type(field.hint)}")


def check_ranges(made: Any) -> None:
    """Refuse an object that got what its class does not allow.

    The class says so in its table of parameters, and, for sizes that do not fit each other and places outside of
    arrays, in a method `check_loaded` that raises ValueError.
    """
    try:
        check_own_parameters(made)
        if hasattr(type(made), "check_loaded"):
            made.check_loaded()
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


def _resolve_hints(cls: type) -> dict[str, Any]:
    """The annotations in the bodies of a class and its bases, without those of class variables."""
    hints: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        if base.__module__.startswith("hedgerow."):
            spaces = vars(sys.modules[base.__module__])
            for name, hint in inspect.get_annotations(base).items():
                hints[name] = _resolve(hint, spaces)
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
        return eval(hint, {}, _NamesForTyping(spaces))
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
