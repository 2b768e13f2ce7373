"""A cloud of points with its centre."""

from __future__ import annotations

from hedgerow.report.charts.axes import Axes


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
