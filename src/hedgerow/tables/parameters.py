"""Parameters that count something are checked in one place."""

from __future__ import annotations

from typing import Any

import numpy as np


def check_count(name: str, value: Any, least: int = 1, other: str = "") -> int:
    """Return a parameter that must be an integer of some size; refuse anything else by its name and value.

    Parameters
    ----------
    name : str
        The parameter.
    value : object
        What was passed.
    least : int, default=1
        The smallest number that will do.
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
    """
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or value < least:
        instead = f", or {other}" if other else ""
        raise ValueError(f"{name}={value!r} must be an int of {least} or more{instead}")
    return int(value)
