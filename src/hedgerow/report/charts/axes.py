"""The frame of a chart: ticks, labels, a title and a description."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from hedgerow.report.charts.scale import Scale, choose_ticks
from hedgerow.report.wording import write_short

WIDTH, HEIGHT = 480, 300
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
