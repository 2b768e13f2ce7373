from hedgerow.report.charts.axes import Axes
from hedgerow.report.charts.lines import draw_lines

AXES = Axes((0, 1), (0, 1), "", "", "", "")


def test_several_lines_have_a_legend():
    points = [(0.0, 0.5), (1.0, 0.6)]
    assert draw_lines(AXES, {"<one>": points, "two": points}).count('class="legend"') == 2
    assert "&lt;one&gt;" in draw_lines(AXES, {"<one>": points, "two": points})
    assert "legend" not in draw_lines(AXES, {"one": points})
