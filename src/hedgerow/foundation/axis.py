"""An axis is one of the choices that make an ensemble: the shorthands of its values, and what else may stand there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from hedgerow.foundation.constraints import Constraint, Word, check, check_parameters


@dataclass(frozen=True)
class Axis(Constraint):
    """A choice of an ensemble; in a table of parameters it is the constraint of that parameter.

    Parameters
    ----------
    name : str
        The parameter, for messages.
    places : mapping of str to str
        For each shorthand the module and the class of its value. A class is imported when it is asked for, so an
        ensemble loads what it uses and no more.
    kinds : tuple of types
        The protocols of the objects that may be passed instead of a shorthand.
    words : str
        What these objects have, for messages.
    arguments : mapping of str to dict, default={}
        With what a shorthand makes its value, where not all is as by default.

    Examples
    --------
    >>> from hedgerow.views.view import VIEWS
    >>> VIEWS.resolve("subspace")
    Subspace()
    """

    name: str
    places: Mapping[str, str]
    kinds: tuple[type, ...]
    words: str
    arguments: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def accepts(self, value: Any) -> bool:
        """Whether a value is a shorthand, or an object of the axis."""
        if isinstance(value, str):
            return _spell(value) in self.places
        return isinstance(value, self.kinds) and not isinstance(value, type)

    def describe(self) -> str:
        """The shorthands, and the objects, in words."""
        return f"{Word(*sorted(self.places)).describe()}, or {self.words}"

    def make(self, shorthand: str) -> Any:
        """Make the value of a shorthand."""
        module, kind = self.places[shorthand].split(":")
        return getattr(import_module(module), kind)(**self.arguments.get(shorthand, {}))

    def resolve(self, value: Any) -> Any:
        """Make a fresh value from its shorthand, or clone the given one; its parameters are checked."""
        from sklearn.base import clone

        check(self.name, value, self)
        fresh = self.make(_spell(value)) if isinstance(value, str) else clone(value, safe=False)
        check_parameters(fresh)
        return fresh


def _spell(shorthand: str) -> str:
    """A shorthand may be written with hyphens, as names of methods are on the command line."""
    return shorthand.replace("-", "_")
