"""Parameters within their limits, or a message that says so."""

from __future__ import annotations

from typing import Any

import numpy as np


def check_number(name: str, value: Any, *, least: int, most: int | None = None) -> int:
    """A whole number from `least` to `most`.

    Examples
    --------
    >>> check_number("islands", 0, least=1)
    Traceback (most recent call last):
        ...
    ValueError: islands=0 is out of range; pass a whole number of 1 or more
    """
    is_number = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not is_number or value < least or (most is not None and value > most):
        wanted = f"of {least} or more" if most is None else f"from {least} to {most}"
        raise ValueError(f"{name}={value!r} is out of range; pass a whole number {wanted}")
    return int(value)


def check_share(name: str, value: Any, *, inside: bool = False) -> float:
    """A number from 0 to 1; strictly between them when `inside`.

    Examples
    --------
    >>> check_share("crossover", 1.5)
    Traceback (most recent call last):
        ...
    ValueError: crossover=1.5 is out of range; pass a number from 0 to 1
    """
    is_number = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    if not is_number or not 0 <= value <= 1 or (inside and value in {0, 1}):
        wanted = "between 0 and 1" if inside else "from 0 to 1"
        raise ValueError(f"{name}={value!r} is out of range; pass a number {wanted}")
    return float(value)
