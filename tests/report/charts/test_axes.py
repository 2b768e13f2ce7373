import re
from xml.etree import ElementTree

from hedgerow.report.charts.axes import Axes, draw_histogram, draw_lines, draw_points


def test_words_are_escaped_and_shares_are_in_per_cent():
    drawn = Axes((0, 1), (0, 0.5), "<b>", "a & b", "</svg>", '"', percent=True).wrap("")
    texts = ["".join(part.itertext()) for part in ElementTree.fromstring(drawn).iter() if part.text]
    assert {"<b>", "a & b", "</svg>", '"', "50 %"} <= set(texts)


def test_up_is_up():
    axes = Axes((0, 1), (0, 1), "", "", "", "")
    assert axes.y(1.0) < axes.y(0.0)
    assert axes.x(1.0) > axes.x(0.0)


def test_heights_are_in_proportion():
    drawn = draw_histogram(Axes((0, 2), (0, 4), "", "", "", ""), [0.0, 1.0, 2.0], [1, 4])
    low, high = (float(height) for height in re.findall(r'height="([\d.]+)"', drawn))
    assert abs(high / low - 4) < 0.01


AXES = Axes((0, 1), (0, 1), "", "", "", "")


def test_several_lines_have_a_legend():
    points = [(0.0, 0.5), (1.0, 0.6)]
    assert draw_lines(AXES, {"<one>": points, "two": points}).count('class="legend"') == 2
    assert "&lt;one&gt;" in draw_lines(AXES, {"<one>": points, "two": points})
    assert "legend" not in draw_lines(AXES, {"one": points})


def test_the_centre_is_marked():
    assert draw_points(AXES, [(0.1, 0.2)] * 3, (0.1, 0.2)).count('class="centre"') == 2


def test_no_points_make_an_empty_chart():
    assert "circle" not in draw_points(AXES, [], None)
