"""Parameters of mixtures that are counts or shares."""

from __future__ import annotations

from typing import Any

import numpy as np


def check_count(name: str, value: Any, least: int) -> int:
    """Return a parameter that must be an integer of some size; refuse anything else by its name and value.

    Examples
    --------
    >>> check_count("n_init", 3, 1)
    3
    """
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or value < least:
        raise ValueError(f"{name}={value!r} is not a count of {least} or more; pass an int")
    return int(value)


def check_share(name: str, value: Any, most: float, *, least: float = 0.0) -> float:
    """Return a parameter that must be a number from `least` to `most`.

    Examples
    --------
    >>> check_share("validation_fraction", 0.1, 1)
    0.1
    """
    if not isinstance(value, int | float | np.number) or not least <= value <= most:
        raise ValueError(f"{name}={value!r} is not a number from {least:g} to {most:g}; pass one")
    return float(value)


def check_choice(name: str, value: Any, choices: tuple[str, ...]) -> str:
    """Return a parameter that must be one of some words.

    Examples
    --------
    >>> check_choice("variance", "common", ("common", "each"))
    'common'
    """
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name}={value!r} is not known; use one of {list(choices)}")
    return value
