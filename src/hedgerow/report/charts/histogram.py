"""Counts in bins."""

from __future__ import annotations

from hedgerow.report.charts.axes import Axes


def draw_histogram(axes: Axes, edges: list[float], counts: list[int], *, zero_parts: bool = False) -> str:
    """Draw counts as bars.

    Parameters
    ----------
    axes : Axes
        The frame.
    edges : list of float
        Edges of the bins, one more than counts.
    counts : list of int
        The counts.
    zero_parts : bool, default=False
        Whether bars below zero have another colour.

    Returns
    -------
    str
        An SVG element.

    Examples
    --------
    >>> axes = Axes((-1, 1), (0, 4), "margin", "rows", "Margins", "Most are right.")
    >>> draw_histogram(axes, [-1.0, 0.0, 1.0], [1, 4], zero_parts=True).count("minus")
    1
    """
    marks = []
    bottom = axes.y(axes.up[0])
    for left, right, number in zip(edges[:-1], edges[1:], counts, strict=True):
        start, end, top = axes.x(left), axes.x(right), axes.y(number)
        kind = "bar minus" if zero_parts and right <= 1e-9 else "bar"
        marks.append(
            f'<rect class="{kind}" x="{start + 0.5:.2f}" y="{top}" width="{max(end - start - 1, 0.5):.2f}" '
            f'height="{bottom - top:.2f}"/>'
        )
    return axes.wrap("".join(marks))
