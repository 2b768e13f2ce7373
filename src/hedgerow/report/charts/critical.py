"""Methods on an axis of scores, with bars over those that do not differ significantly."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from hedgerow.displays.critical_difference import stack_bars
from hedgerow.foundation.wording import shorten
from hedgerow.report.charts.axes import WIDTH
from hedgerow.report.charts.scale import Scale, choose_ticks, span
from hedgerow.report.wording import write_score, write_tick

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
