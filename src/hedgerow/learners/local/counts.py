"""Numbers that count something are checked in one place."""

from __future__ import annotations

from typing import Any

import numpy as np


def check_count(name: str, value: Any, least: int = 1) -> None:
    """Refuse what is not a whole number, or is too small.

    Examples
    --------
    >>> check_count("n_clusters", 4)
    >>> check_count("n_clusters", 0)
    Traceback (most recent call last):
        ...
    ValueError: n_clusters=0 is not a number to count with; pass an int of 1 or more
    """
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or value < least:
        raise ValueError(f"{name}={value!r} is not a number to count with; pass an int of {least} or more")
