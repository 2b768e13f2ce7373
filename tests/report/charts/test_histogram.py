import re

from hedgerow.report.charts.axes import Axes
from hedgerow.report.charts.histogram import draw_histogram


def test_heights_are_in_proportion():
    drawn = draw_histogram(Axes((0, 2), (0, 4), "", "", "", ""), [0.0, 1.0, 2.0], [1, 4])
    low, high = (float(height) for height in re.findall(r'height="([\d.]+)"', drawn))
    assert abs(high / low - 4) < 0.01
