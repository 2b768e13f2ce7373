"""What the parameters of a class may be, declared once as a table.

A class says in `_parameters` what each of its parameters may be::

    _parameters: ClassVar[Constraints] = {
        "n_estimators": Count(),
        "max_features": Count() | Share() | Word("sqrt", "log2") | None,
        "alpha": Number(0, 1, closed="neither"),
    }

`check_parameters` refuses everything else in one form, the documentation shows the same words, and a test goes through
the tables of all classes. A table adds to those of the classes above; of these a class uses what its constructor takes.

Nobody else checks parameters of objects: `TrainingSet.read` checks an estimator and the values that it was given, such
as its view; `Axis.resolve` the values that a recipe makes of its own parameters; the reader of model files each object
that it has read. What depends on the data, or on two parameters at once, is checked where it is used.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from numbers import Integral, Real
from types import MappingProxyType
from typing import Any, Literal, TypeVar

import numpy as np

Value = TypeVar("Value")


class Constraint:
    """What a parameter may be; `|` says what else it may be."""

    def accepts(self, value: Any) -> bool:
        """Whether a value will do."""
        raise NotImplementedError

    def describe(self) -> str:
        """The values that will do, in words."""
        raise NotImplementedError

    def __or__(self, other: Constraint | None) -> Constraint:
        return Either((*_parts(self), *_parts(Word(None) if other is None else other)))


Constraints = Mapping[str, Constraint]


@dataclass(frozen=True)
class Count(Constraint):
    """An int of some size; a bool is not a count.

    Examples
    --------
    >>> Count().describe(), Count(2, 32).describe(), Count().accepts(True)
    ('an int of 1 or more', 'an int from 2 to 32', False)
    """

    least: int = 1
    most: int | None = None

    def accepts(self, value: Any) -> bool:
        """Whether a value will do."""
        is_int = isinstance(value, Integral) and not isinstance(value, bool)
        return bool(is_int and value >= self.least and (self.most is None or value <= self.most))

    def describe(self) -> str:
        """The values that will do, in words."""
        return f"an int {f'of {self.least} or more' if self.most is None else f'from {self.least} to {self.most}'}"


@dataclass(frozen=True)
class Number(Constraint):
    """A number in an interval; neither NaN nor a bool is a number.

    Parameters
    ----------
    low, high : float
        The ends of the interval.
    closed : {"both", "left", "right", "neither"}, default="both"
        Which ends belong to the interval: an infinite one that does not makes the number finite.

    Examples
    --------
    >>> Number(0, 1, "right").describe(), Number(0, closed="neither").describe()
    ('a number in (0, 1]', 'a finite number above 0')
    """

    low: float
    high: float = np.inf
    closed: Literal["both", "left", "right", "neither"] = "both"

    def accepts(self, value: Any) -> bool:
        """Whether a value will do."""
        if not _is_number(value):
            return False
        is_above = value >= self.low if self.closed in ("both", "left") else value > self.low
        is_below = value <= self.high if self.closed in ("both", "right") else value < self.high
        return bool(is_above and is_below)

    def describe(self) -> str:
        """The values that will do, in words."""
        takes_low, takes_high = self.closed in ("both", "left"), self.closed in ("both", "right")
        if self.high < np.inf:
            return f"a number in {'[' if takes_low else '('}{self.low:g}, {self.high:g}{']' if takes_high else ')'}"
        kind = "a number" if takes_high else "a finite number"
        if self.low == -np.inf:
            return kind
        return f"{kind} of {self.low:g} or more" if takes_low else f"{kind} above {self.low:g}"


@dataclass(frozen=True)
class Share(Constraint):
    """A float above 0 and at most 1; an int is a count and no share.

    Examples
    --------
    >>> Share().accepts(1.0), Share().accepts(1)
    (True, False)
    """

    def accepts(self, value: Any) -> bool:
        """Whether a value will do."""
        return _is_number(value) and not isinstance(value, Integral) and bool(0 < value <= 1)

    def describe(self) -> str:
        """The values that will do, in words."""
        return "a share in (0, 1]"


@dataclass(frozen=True)
class Multiple(Constraint):
    """A finite float above 0 by which something is multiplied; an int is a count and no multiple.

    Examples
    --------
    >>> Multiple().accepts(2.0), Multiple().accepts(2)
    (True, False)
    """

    def accepts(self, value: Any) -> bool:
        """Whether a value will do."""
        return _is_number(value) and not isinstance(value, Integral) and bool(0 < value < np.inf)

    def describe(self) -> str:
        """The values that will do, in words."""
        return "a finite float above 0"


class Word(Constraint):
    """One of some words; None, True and False may be among them.

    Examples
    --------
    >>> Word("average", "complete", "single").describe()
    "'average', 'complete' or 'single'"
    """

    def __init__(self, *words: Any) -> None:
        self.words = words

    def accepts(self, value: Any) -> bool:
        """Whether a value will do."""
        return any(
            value is word or (isinstance(value, str | np.bool_) and value == word) for word in self.words
        )

    def describe(self) -> str:
        """The values that will do, in words."""
        *words, last = map(repr, self.words)
        return f"{', '.join(words)} or {last}" if words else last


def Flag() -> Word:  # noqa: N802 - reads as the other constraints do
    """True or False."""
    return Word(True, False)


@dataclass(frozen=True)
class Jobs(Count):
    """A number of workers in joblib's sense: below 0 it is counted from the number of cores; NaN would never end.

    Examples
    --------
    >>> [Jobs().accepts(n_jobs) for n_jobs in (2, -1, 0, 2.5, float("nan"), "2", True)]
    [True, True, False, False, False, False, False]
    """

    least: int = -sys.maxsize
    most: int = 4096

    def accepts(self, value: Any) -> bool:
        """Whether a value will do."""
        return super().accepts(value) and value != 0

    def describe(self) -> str:
        """The values that will do, in words."""
        return f"an int of {self.most} or less that is not 0"


@dataclass(frozen=True)
class Instance(Constraint):
    """Something of a kind that words describe, such as an object with a method or an array.

    Parameters
    ----------
    words : str
        What it is, for the message and the documentation.
    has : str, default=""
        A method that it must have; a class has none of its own.
    kind : type or tuple of types, default=object
        What it must be an instance of.
    """

    words: str
    has: str = ""
    kind: Any = object

    def accepts(self, value: Any) -> bool:
        """Whether a value will do."""
        return isinstance(value, self.kind) and (
            not self.has or (hasattr(value, self.has) and not isinstance(value, type))
        )

    def describe(self) -> str:
        """The values that will do, in words."""
        return self.words


@dataclass(frozen=True)
class Many(Constraint):
    """A list of values that all obey a constraint, with at least one of them.

    Parameters
    ----------
    each : Constraint
        What the values must be.
    words : str, default=""
        What the list is; where a single value may be passed as well, "a list of these".

    Examples
    --------
    >>> Many(Count()).describe(), Many(Count()).accepts([])
    ('a list of which each is an int of 1 or more', False)
    """

    each: Constraint
    words: str = ""

    def accepts(self, value: Any) -> bool:
        """Whether a value will do."""
        return isinstance(value, list | tuple) and len(value) > 0 and all(map(self.each.accepts, value))

    def describe(self) -> str:
        """The values that will do, in words."""
        return self.words or f"a list of which each is {self.each.describe()}"


@dataclass(frozen=True)
class Either(Constraint):
    """One of several constraints.

    Examples
    --------
    >>> (Count() | Share() | Word("sqrt") | None).describe()
    "an int of 1 or more, or a share in (0, 1], or 'sqrt', or None"
    """

    parts: tuple[Constraint, ...]

    def accepts(self, value: Any) -> bool:
        """Whether a value will do."""
        return any(part.accepts(value) for part in self.parts)

    def describe(self) -> str:
        """The values that will do, in words."""
        return ", or ".join(part.describe() for part in self.parts)


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _parts(constraint: Constraint) -> tuple[Constraint, ...]:
    return constraint.parts if isinstance(constraint, Either) else (constraint,)


JOBS = Jobs() | None


def check(name: str, value: Value, constraint: Constraint) -> Value:
    """Return an argument of a function; refuse what the constraint does not allow.

    Examples
    --------
    >>> check("alpha", 0.05, Number(0, 1))
    0.05
    """
    if not constraint.accepts(value):
        raise ValueError(f"{name}={value!r} must be {constraint.describe()}")
    return value


@cache
def list_constraints(kind: type) -> Constraints:
    """The table of a class: what it and the classes above it declare of the parameters that its constructor takes."""
    table: dict[str, Constraint] = {}
    for each in reversed(kind.__mro__):
        declared: Constraints = vars(each).get("_parameters", {})
        table |= declared
    if table and kind.__init__ is not object.__init__:  # type: ignore[misc]
        taken = inspect.signature(kind).parameters
        table.setdefault("n_jobs", JOBS)  # which means the same everywhere
        table = {name: constraint for name, constraint in table.items() if name in taken}
    return MappingProxyType(table)


def describe_parameters(kind: type) -> list[str]:
    """One line of documentation for each parameter that a class declares.

    Examples
    --------
    >>> from hedgerow.views import PCARotation
    >>> describe_parameters(PCARotation)[0]
    'group_size : an int of 1 or more'
    """
    return [f"{name} : {constraint.describe()}" for name, constraint in list_constraints(kind).items()]


def _table_of(owner: Any) -> Constraints:
    kind: type = type(owner)
    return list_constraints(kind)


def check_own_parameters(owner: Any) -> None:
    """Refuse parameters that the table of a class does not allow, each by its name and value.

    Examples
    --------
    >>> class Slice:
    ...     _parameters = {"n_parts": Count() | Word("auto")}
    ...     n_parts = 0
    >>> check_own_parameters(Slice())
    Traceback (most recent call last):
        ...
    ValueError: n_parts=0 must be an int of 1 or more, or 'auto'
    """
    for name, constraint in _table_of(owner).items():
        check(name, getattr(owner, name), constraint)


def check_parameters(owner: Any) -> None:
    """Refuse parameters that a table does not allow: those of an object, and of the objects among them.

    Where two parameters must fit each other, a
    method `check_together` of the class says so.
    """
    check_own_parameters(owner)
    if hasattr(owner, "check_together"):
        owner.check_together()
    for name in _table_of(owner):
        value = getattr(owner, name)
        for each in value if isinstance(value, list | tuple) else [value]:
            if _table_of(each):
                check_parameters(each)
