"""A frame with two axes, and what is drawn in it: a histogram, lines, or a cloud of points."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from hedgerow.report.charts.scale import WIDTH, Scale, choose_ticks
from hedgerow.report.values import write_short

HEIGHT = 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 72, 22, 14, 52


@dataclass(frozen=True)
class Axes:
    """Two scales and the words around them.

    Parameters
    ----------
    across, up : tuple of (float, float)
        Range of the values on the horizontal and the vertical axis.
    across_label, up_label : str
        What they are.
    title, description : str
        What a screen reader says of the chart.
    percent : bool, default=False
        Whether vertical values are shares, written in per cent.
    """

    across: tuple[float, float]
    up: tuple[float, float]
    across_label: str
    up_label: str
    title: str
    description: str
    percent: bool = False

    @property
    def x(self) -> Scale:
        """Places from left to right."""
        return Scale(*self.across, _LEFT, WIDTH - _RIGHT)

    @property
    def y(self) -> Scale:
        """Places from the bottom up."""
        return Scale(*self.up, HEIGHT - _BOTTOM, _TOP)

    def wrap(self, marks: str) -> str:
        """The chart around its marks.

        Parameters
        ----------
        marks : str
            SVG elements at places of `x` and `y`.

        Returns
        -------
        str
            An SVG element with a title and a description.

        Examples
        --------
        >>> Axes((0, 1), (0, 1), "size", "error", "A <chart>", "Falls.").wrap("")[:104]
        '<svg class="chart" viewBox="0 0 480 300" role="img"><title>A &lt;chart&gt;</title><desc>Falls.</desc><g '
        """
        x, y = self.x, self.y
        parts = []
        for value in choose_ticks(*self.up):
            place = y(value)
            text = f"{100 * value:.3g} %" if self.percent else write_short(value)
            parts.append(f'<line class="grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{place}" y2="{place}"/>')
            parts.append(f'<text x="{_LEFT - 6}" y="{place + 4}" text-anchor="end">{escape(text)}</text>')
        for value in choose_ticks(*self.across):
            place, text = x(value), write_short(value)
            parts.append(
                f'<text x="{place}" y="{HEIGHT - _BOTTOM + 18}" text-anchor="middle">{escape(text)}</text>'
            )
        middle = (_LEFT + WIDTH - _RIGHT) / 2
        height = (_TOP + HEIGHT - _BOTTOM) / 2
        labels = (
            f'<text class="label" x="{middle}" y="{HEIGHT - 8}" text-anchor="middle">{escape(self.across_label)}</text>'
            f'<text class="label" transform="translate(13 {height}) rotate(-90)" text-anchor="middle">'
            f"{escape(self.up_label)}</text>"
        )
        return (
            f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><title>{escape(self.title)}</title>'
            f"<desc>{escape(self.description)}</desc>"
            f'<g class="axes">{"".join(parts)}{labels}</g>{marks}</svg>'
        )


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


def draw_lines(axes: Axes, lines: dict[str, list[tuple[float, float | None]]]) -> str:
    """Draw lines, with a legend where there are several; points without a value leave a gap.

    Examples
    --------
    >>> axes = Axes((1, 3), (0, 1), "members", "error", "Error", "It falls.")
    >>> drawn = draw_lines(axes, {"vote": [(1, 0.5), (2, None), (3, 0.2)]})
    >>> drawn.count("M"), drawn.count("L")
    (2, 0)
    """
    marks = []
    for number, (name, points) in enumerate(lines.items()):
        path, pen = "", "M"
        for across, up in points:
            if up is None:
                pen = "M"
                continue
            path += f"{pen}{axes.x(across)} {axes.y(up)}"
            pen = "L"
        marks.append(f'<path class="line line{number}" d="{path}"/>')
        if len(lines) == 1:  # the axis says already what it is
            break
        y = 24 + 18 * number
        marks.append(
            f'<path class="line line{number}" d="m{WIDTH - 40} {y}h24"/>'
            f'<text class="legend" x="{WIDTH - 46}" y="{y + 4}" text-anchor="end">{escape(name)}</text>'
        )
    return axes.wrap("".join(marks))


def draw_points(axes: Axes, points: list[tuple[float, float]], centre: tuple[float, float] | None) -> str:
    """Draw points, and a cross at their centre.

    Examples
    --------
    >>> axes = Axes((0, 1), (0, 1), "kappa", "error", "Pairs", "One pair.")
    >>> draw_points(axes, [(0.5, 0.5)], None).count("<circle")
    1
    """
    marks = [
        f'<circle class="point" cx="{axes.x(across)}" cy="{axes.y(up)}" r="2.5"/>' for across, up in points
    ]
    if centre is not None:
        x, y = axes.x(centre[0]), axes.y(centre[1])
        marks.append(
            f'<path class="centre" d="M{x - 9} {y}H{x + 9}M{x} {y - 9}V{y + 9}"/>'
            f'<circle class="centre" cx="{x}" cy="{y}" r="5"/>'
        )
    return axes.wrap("".join(marks))
