"""Lines over sizes."""

from __future__ import annotations

from html import escape

from hedgerow.report.charts.axes import WIDTH, Axes


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
