"""How many columns a code has."""

from __future__ import annotations

import math

from hedgerow.codes.validity import count_bits
from hedgerow.foundation.constraints import Count, check


def fix_length(name: str, n_classes: int, n_columns: int | None, own: int) -> int:
    """Return a design's only length, and refuse another one."""
    check("n_classes", n_classes, Count(2))
    if n_columns is not None and n_columns != own:
        raise ValueError(
            f"{name} has {own} columns for {n_classes} classes, not {n_columns}; leave the number (n_estimators) None, "
            "or choose a random code"
        )
    return own


def choose_length(name: str, n_classes: int, n_columns: int | None, own: int, most: int | None = None) -> int:
    """Return the wanted length, or the design's own; refuse one that is too short, or longer than `most`.

    Examples
    --------
    >>> choose_length("RandomPartitions", 26, None, own=48)
    48
    >>> choose_length("RandomPartitions", 26, 4, own=48)
    Traceback (most recent call last):
        ...
    ValueError: 4 columns tell at most 16 classes apart, but there are 26; use at least 5 (n_estimators)
    """
    check("n_classes", n_classes, Count(2))
    if n_columns is None:
        return own if most is None else min(own, most)
    check("n_columns", n_columns, Count() | None)
    if n_columns < count_bits(n_classes):
        raise ValueError(
            f"{n_columns} columns tell at most {2**n_columns} classes apart, but there are {n_classes}; use at least "
            f"{count_bits(n_classes)} (n_estimators)"
        )
    if most is not None and n_columns > most:
        raise ValueError(
            f"{name} never repeats a column, and {n_classes} classes have only {most} different ones; use at "
            f"most {most} columns (n_estimators), or RandomPartitions, which repeats columns"
        )
    return int(n_columns)


def scale_length(factor: int, n_classes: int) -> int:
    """Columns in proportion to the bits that the classes need, ceil(factor log2 n_classes).

    Examples
    --------
    >>> scale_length(10, 8), scale_length(15, 10)
    (30, 50)
    """
    return math.ceil(factor * math.log2(n_classes))
