"""A value with its interval on one line of a table."""

from __future__ import annotations

from collections.abc import Callable

from hedgerow.report.charts.scale import Scale, choose_ticks
from hedgerow.report.wording import write_short


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
