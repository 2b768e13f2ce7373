"""Parameters of mixtures that are counts or shares."""

from __future__ import annotations

from typing import Any

import numpy as np


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
