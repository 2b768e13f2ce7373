from hedgerow.report.charts.axes import Axes
from hedgerow.report.charts.points import draw_points

AXES = Axes((0, 1), (0, 1), "", "", "", "")


def test_the_centre_is_marked():
    assert draw_points(AXES, [(0.1, 0.2)] * 3, (0.1, 0.2)).count('class="centre"') == 2


def test_no_points_make_an_empty_chart():
    assert "circle" not in draw_points(AXES, [], None)
