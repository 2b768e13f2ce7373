"""From values to places on the page."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """A straight line from values to places.

    Parameters
    ----------
    low, high : float
        The first and last value; equal ones are moved apart.
    start, end : float
        Their places.

    Examples
    --------
    >>> Scale(0.0, 2.0, 0.0, 100.0)(0.5)
    25.0
    """

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """The place of a value; values outside are moved to the nearer end."""
        width = (self.high - self.low) or 1.0
        share = min(max((value - self.low) / width, 0.0), 1.0)
        return round(self.start + share * (self.end - self.start), 2)


def span(values: list[float], *, margin: float = 0.05) -> tuple[float, float]:
    """The range of values and a little more; never empty.

    Examples
    --------
    >>> span([1.0, 3.0], margin=0.5), span([2.0])
    ((0.0, 4.0), (1.0, 3.0))
    """
    if not values:
        return 0.0, 1.0
    low, high = min(values), max(values)
    if low == high:
        return low - (abs(low) / 2 or 1.0), high + (abs(high) / 2 or 1.0)
    return low - margin * (high - low), high + margin * (high - low)


def choose_ticks(low: float, high: float, n_ticks: int = 5) -> list[float]:
    """Round numbers within a range: about as many as asked for, at steps of 1, 2 or 5.

    Examples
    --------
    >>> choose_ticks(0.03, 0.41)
    [0.1, 0.2, 0.3, 0.4]
    """
    rough = (high - low) / max(n_ticks, 1)
    if not rough > 0 or not math.isfinite(rough):
        return [low]
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [float(f"{number * step:.12g}") for number in range(first, last + 1)]
