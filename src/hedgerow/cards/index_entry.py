"""A row of the index of methods: its name, its axis, where it is written, and how it is made."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from hedgerow.foundation.target import name_counterpart

_ENDINGS = ("Classifier", "Regressor")


class Factory:
    """A public class and its arguments; an argument may be such a factory itself.

    Parameters
    ----------
    name : str
        The public name of the class.
    *arguments, **keywords
        What it is made with.

    Examples
    --------
    >>> Factory("BaggingClassifier", Factory("RandomOracleClassifier"), n_estimators=100)
    BaggingClassifier(RandomOracleClassifier(), n_estimators=100)
    """

    def __init__(self, name: str, /, *arguments: Any, **keywords: Any) -> None:
        self.name = name
        self.arguments = arguments
        self.keywords = keywords

    def __repr__(self) -> str:
        keywords = (f"{word}={_write(value)}" for word, value in self.keywords.items())
        return f"{self.name}({', '.join([*map(_write, self.arguments), *keywords])})"

    def list_names(self) -> list[str]:
        """The names of the classes that take part."""
        values = [*self.arguments, *self.keywords.values()]
        parts = [part for value in values for part in (value if isinstance(value, list) else [value])]
        return [
            self.name,
            *(name for part in parts if isinstance(part, Factory) for name in part.list_names()),
        ]


@dataclass(frozen=True, slots=True)
class Call:
    """A function, or a method of a fitted estimator, and what it is called with.

    Parameters
    ----------
    name : str
        The public name, or the method: ``"forest.proximity"``.
    arguments : str
        What stands between the parentheses.
    """

    name: str
    arguments: str

    def __repr__(self) -> str:
        return f"{self.name}({self.arguments})"

    def list_names(self) -> list[str]:
        """The name of the function."""
        return [self.name]


@dataclass(frozen=True, slots=True)
class Listing:
    """One published method.

    Parameters
    ----------
    name : str
        The key, in lower case with hyphens: ``"random-forest"``.
    title : str
        The name as the literature writes it.
    use : Factory or Call
        What gives the method.
    home : str, default=""
        The public object whose docstring tells about it; that of `use` when empty. Where several methods are one class,
        the title of each stands in bold at the head of its part of the Notes.
    only : {"", "classification", "regression"}, default=""
        The task it is for, where the counterpart of the class for the other one is another method or cannot take these
        parameters.
    also : str, default=""
        Other public names that belong to it, with spaces between them.
    """

    name: str
    title: str
    use: Factory | Call
    home: str = ""
    only: str = ""
    also: str = ""

    def list_names(self) -> list[str]:
        """The public names that belong to the method, and the names that counterparts for the other task would have."""
        makers = [] if self.home.endswith(_ENDINGS) else [self.use.name]
        names = [self.home, *makers, *self.also.split()]
        if not self.only:
            names += [name_counterpart(name) for name in names]
        return [name for name in dict.fromkeys(names) if name]


def _write(value: Any) -> str:
    """A value as Python writes it, with double quotes."""
    return json.dumps(value) if isinstance(value, str) else repr(value)
