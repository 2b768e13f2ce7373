"""What is known about a measure of diversity before it is computed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Measure:
    """A measure of diversity and how to read it.

    Parameters
    ----------
    title : str
        The name as the literature writes it.
    formula : callable
        What computes it from a record of counts or from outputs.
    low, high : float
        Its range.
    more_diverse : {"higher", "lower", ""}
        Which values stand for more diversity; "" for what is not a measure of diversity.
    independent : callable or None, default=None
        What computes the value to expect of members that err independently, from the same record; None where
        `formula` itself does, from the counts of independent members.
    """

    title: str
    formula: Callable[[Any], Any]
    low: float
    high: float
    more_diverse: Literal["higher", "lower", ""]
    independent: Callable[[Any], Any] | None = None
