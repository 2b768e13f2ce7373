"""Parameters are checked in one place: counts, shares, numbers in an interval, and words of a list.

Each check returns what was passed, and refuses the rest in one form: `name=value must be this, or that`.
"""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any, Literal, NoReturn, TypeVar

import numpy as np

Choice = TypeVar("Choice")


def check_count(name: str, value: Any, least: int = 1, most: int | None = None, *, other: str = "") -> int:
    """Return a parameter that must be an int of some size; refuse anything else by its name and value.

    Parameters
    ----------
    name : str
        The parameter.
    value : object
        What was passed. A bool is no count.
    least : int, default=1
        The smallest number that will do.
    most : int, default=None
        The largest number that will do. None for no limit.
    other : str, default=""
        What else may be passed, for the message.

    Returns
    -------
    int

    Examples
    --------
    >>> check_count("n_parts", 4)
    4
    >>> check_count("n_parts", True, other="'auto'")
    Traceback (most recent call last):
        ...
    ValueError: n_parts=True must be an int of 1 or more, or 'auto'
    >>> check_count("n_bits", 40, 1, 32)
    Traceback (most recent call last):
        ...
    ValueError: n_bits=40 must be an int from 1 to 32
    """
    is_int = isinstance(value, Integral) and not isinstance(value, bool)
    if not is_int or value < least or (most is not None and value > most):
        size = f"of {least} or more" if most is None else f"from {least} to {most}"
        _refuse(name, value, f"an int {size}", other)
    return int(value)


def check_count_or_share(
    name: str, value: Any, least: int = 1, most: int | None = None, *, other: str = ""
) -> int | float:
    """Return a parameter that must be an int of some size, or a share, above 0 and at most 1; refuse anything else.

    An int is a count and a float a share: 1 is one of them, 1.0 is all of them.

    Parameters
    ----------
    name, value, least, most, other
        As `check_count` has them.

    Returns
    -------
    int or float

    Examples
    --------
    >>> check_count_or_share("max_features", 3), check_count_or_share("max_features", 0.5)
    (3, 0.5)
    >>> check_count_or_share("max_features", 1.5, other="'sqrt'")
    Traceback (most recent call last):
        ...
    ValueError: max_features=1.5 must be an int of 1 or more, or a share in (0, 1], or 'sqrt'
    """
    is_fraction = isinstance(value, Real) and not isinstance(value, Integral)
    if is_fraction and 0 < value <= 1:
        share: float = value  # as it is: a float of 32 bits times a number is another number in 64 bits
        return share
    return check_count(name, value, least, most, other=f"a share in (0, 1]{f', or {other}' if other else ''}")


def check_number(
    name: str,
    value: Any,
    low: float,
    high: float = np.inf,
    closed: Literal["both", "left", "right", "neither"] = "both",
    *,
    other: str = "",
) -> float:
    """Return a parameter that must be a number in an interval; refuse anything else by its name and value.

    Parameters
    ----------
    name : str
        The parameter.
    value : object
        What was passed. Neither NaN nor a bool is a number.
    low, high : float
        The ends of the interval.
    closed : {"both", "left", "right", "neither"}, default="both"
        Which ends belong to the interval: an infinite one that does not makes the number finite.
    other : str, default=""
        What else may be passed, for the message.

    Returns
    -------
    float

    Examples
    --------
    >>> check_number("alpha", 0.05, 0, 1)
    0.05
    >>> check_number("share", 0, 0, 1, "right", other="None")
    Traceback (most recent call last):
        ...
    ValueError: share=0 must be a number in (0, 1], or None
    >>> check_number("width", float("inf"), 0, closed="neither")
    Traceback (most recent call last):
        ...
    ValueError: width=inf must be a finite number above 0
    """
    takes_low, takes_high = closed in ("both", "left"), closed in ("both", "right")
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    is_above = is_number and (value >= low if takes_low else value > low)
    is_below = is_number and (value <= high if takes_high else value < high)
    if not (is_above and is_below):
        if high < np.inf:
            wanted = f"a number in {'[' if takes_low else '('}{low:g}, {high:g}{']' if takes_high else ')'}"
        else:
            kind = "a number" if takes_high else "a finite number"
            wanted = f"{kind} of {low:g} or more" if takes_low else f"{kind} above {low:g}"
        _refuse(name, value, wanted, other)
    return float(value)


def check_choice(name: str, value: Any, choices: Iterable[Choice], *, other: str = "") -> Choice:
    """Return a parameter that must be one of some words; refuse anything else by its name and value.

    Parameters
    ----------
    name : str
        The parameter.
    value : object
        What was passed: anything, an array, too.
    choices : iterable
        The words; None, True and False may be among them. The keys of a mapping will do.
    other : str, default=""
        What else may be passed, for the message.

    Returns
    -------
    object
        The choice.

    Examples
    --------
    >>> check_choice("linkage", "average", ("average", "complete", "single"))
    'average'
    >>> check_choice("linkage", "ward", ("average", "complete", "single"))
    Traceback (most recent call last):
        ...
    ValueError: linkage='ward' must be 'average', 'complete' or 'single'
    """
    choices = list(choices)
    for choice in choices:
        if value is choice or (isinstance(value, str | np.bool_) and value == choice):
            return choice
    *words, last = map(repr, choices)
    _refuse(name, value, f"{', '.join(words)} or {last}" if words else last, other)


def _refuse(name: str, value: Any, wanted: str, other: str) -> NoReturn:
    raise ValueError(f"{name}={value!r} must be {wanted}{f', or {other}' if other else ''}")
