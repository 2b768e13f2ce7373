"""A scale from values to places, and charts on one: a strip in a line of a table, and methods with bars over them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from hedgerow.displays.critical_difference import stack_bars
from hedgerow.foundation.wording import shorten
from hedgerow.report.values import write_score, write_short, write_tick

WIDTH = 480  # of a chart; it grows with the page


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


def draw_strip(
    value: float | None,
    low: float | None = None,
    high: float | None = None,
    *,
    domain: tuple[float, float],
    band: float | None = None,
    filled: bool = True,
    bar: bool = False,
) -> str:
    """Draw a dot with an interval, or a bar from zero; the numbers stand in the table beside it.

    Places are per cent of the width, so a strip fits any screen.

    Parameters
    ----------
    value : float or None
        Where the dot is, or the bar ends; None draws nothing.
    low, high : float or None, default=None
        The interval.
    domain : tuple of (float, float)
        The values at the left and right edge.
    band : float or None, default=None
        Where the grey band from zero ends, in a line.
    filled : bool, default=True
        Whether the dot is filled.
    bar : bool, default=False
        Whether to draw a bar in the place of a dot.

    Returns
    -------
    str
        An SVG element.

    Examples
    --------
    >>> draw_strip(0.5, domain=(0.0, 1.0), bar=True)
    '<svg class="strip" aria-hidden="true"><rect class="bar" x="0.0%" y="4" width="50.0%" height="10"/></svg>'
    """
    place = Scale(*domain, 0.0 if bar else 1.0, 100.0 if bar else 99.0)
    zero = place(0.0)
    parts = []
    if domain[0] < 0 < domain[1]:
        parts.append(f'<line class="zero" x1="{zero}%" x2="{zero}%" y1="0" y2="18"/>')
    if band is not None and band > 0:
        end = place(band)
        parts.append(f'<rect class="band" x="{zero}%" y="2" width="{end - zero:.2f}%" height="14"/>')
        parts.append(f'<line class="chance" x1="{end}%" x2="{end}%" y1="2" y2="16"/>')
    if value is not None and bar:
        left, right = sorted((zero, place(value)))
        kind = "bar" if value >= 0 else "bar minus"
        parts.append(
            f'<rect class="{kind}" x="{left}%" y="4" width="{round(right - left, 2)}%" height="10"/>'
        )
    elif value is not None:
        if low is not None and high is not None:
            parts.append(f'<line class="range" x1="{place(low)}%" x2="{place(high)}%" y1="9" y2="9"/>')
        parts.append(
            f'<circle class="{"dot" if filled else "dot hollow"}" cx="{place(value)}%" cy="9" r="4"/>'
        )
    return f'<svg class="strip" aria-hidden="true">{"".join(parts)}</svg>'


def draw_ruler(domain: tuple[float, float], write: Callable[[float], str] = write_short) -> str:
    """Draw the numbers over a column of strips.

    Parameters
    ----------
    domain : tuple of (float, float)
        The values at the left and right edge, as for the strips.
    write : callable, default=write_short
        How a number is written.

    Returns
    -------
    str
        An SVG element.

    Examples
    --------
    >>> draw_ruler((0.0, 1.0)).count("<text")
    3
    """
    place = Scale(*domain, 1.0, 99.0)
    parts = []
    ticks = choose_ticks(*domain, n_ticks=4)
    for value in ticks:
        x = place(value)
        # The first and last number stay within the column, and are all that a small screen has room for.
        anchor = "start" if x < 8 else "end" if x > 92 else "middle"
        kind = "" if value in (ticks[0], ticks[-1]) else ' class="inner"'
        parts.append(f'<line class="chance" x1="{x}%" x2="{x}%" y1="15" y2="20"/>')
        parts.append(f'<text{kind} x="{x}%" y="11" text-anchor="{anchor}">{write(value)}</text>')
    return f'<svg class="ruler" aria-hidden="true">{"".join(parts)}</svg>'


_EDGE = 24  # from the side of the chart to the ends of the axis
_AXIS = 34
_BAR = 14  # from one bar to the next
_LINE = 24  # from one name to the next
_LONGEST = 26


def draw_critical(
    names: Sequence[str], scores: Sequence[float], bars: Sequence[Sequence[int]], *, metric: str, title: str
) -> str:
    """Draw a critical-difference diagram.

    ::

            70 %        75 %        80 %
        ─────┴───┬───────┴──┬────┬───┴────
                 │      ━━━━━━━━━━━          a bar joins what is not shown to differ
        the worse half      │    │
        at the left         │    └── the better half
                            └─────── at the right

    Parameters
    ----------
    names : sequence of str
        The methods, the best first.
    scores : sequence of float
        Their mean scores.
    bars : sequence of (int, int)
        First and last position of methods that are not shown to differ.
    metric : str
        What the scores are.
    title : str
        What a screen reader says of the chart.

    Returns
    -------
    str
        An SVG element; the better methods are at the right where more is better.

    Examples
    --------
    >>> drawn = draw_critical(["a", "b"], [0.9, 0.8], [(0, 1)], metric="accuracy", title="Two methods")
    >>> drawn.count('class="joined"')
    1
    """
    low, high = span(list(scores), margin=0.08)
    x = Scale(low, high, _EDGE, WIDTH - _EDGE)
    parts = [f'<line class="chance" x1="{_EDGE}" x2="{WIDTH - _EDGE}" y1="{_AXIS}" y2="{_AXIS}"/>']
    for value in choose_ticks(low, high):
        parts.append(f'<line class="chance" x1="{x(value)}" x2="{x(value)}" y1="{_AXIS - 6}" y2="{_AXIS}"/>')
        words = write_tick(value, metric)
        parts.append(f'<text x="{x(value)}" y="{_AXIS - 12}" text-anchor="middle">{words}</text>')
    places = [(x(scores[first]), x(scores[last])) for first, last in bars]
    spans = sorted((min(ends), max(ends)) for ends in places)
    levels = stack_bars(spans)
    for level, (left, right) in zip(levels, spans, strict=True):
        y = _AXIS + 12 + _BAR * level
        parts.append(f'<line class="joined" x1="{left - 5:.2f}" x2="{right + 5:.2f}" y1="{y}" y2="{y}"/>')
    top = _AXIS + 22 + _BAR * (max(levels, default=-1) + 1)
    # From the left end of the axis inwards, and from the right end inwards: lines to the names never cross.
    order = sorted(range(len(scores)), key=lambda place: scores[place])
    n_left = len(order) // 2
    labels: list[str] = []  # above all lines
    sides = [(order[:n_left], 2, "start"), (order[n_left:][::-1], WIDTH - 2, "end")]
    for members, edge, anchor in sides:
        for line, place in enumerate(members):
            across, y = x(scores[place]), top + 12 + _LINE * line
            best = " best" if place == 0 else ""
            parts.append(f'<path class="leader" d="M{across} {_AXIS}V{y + 4}H{edge}"/>')
            parts.append(f'<circle class="dot" cx="{across}" cy="{_AXIS}" r="4"/>')
            words = f"{shorten(names[place], _LONGEST)} {write_score(scores[place], metric)}"
            labels.append(
                f'<text class="label{best}" x="{edge}" y="{y}" text-anchor="{anchor}">{escape(words)}</text>'
            )
    height = top + 4 + _LINE * (len(order) - n_left)
    description = "; ".join(
        f"{name} {write_score(score, metric)}" for name, score in zip(names, scores, strict=True)
    )
    return (
        f'<svg class="chart critical" viewBox="0 0 {WIDTH} {height}" role="img"><title>{escape(title)}</title>'
        f"<desc>{escape(description)}.</desc>{''.join(parts + labels)}</svg>"
    )
