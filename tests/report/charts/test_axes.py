from xml.etree import ElementTree

from hedgerow.report.charts.axes import Axes


def test_words_are_escaped_and_shares_are_in_per_cent():
    drawn = Axes((0, 1), (0, 0.5), "<b>", "a & b", "</svg>", '"', percent=True).wrap("")
    texts = ["".join(part.itertext()) for part in ElementTree.fromstring(drawn).iter() if part.text]
    assert {"<b>", "a & b", "</svg>", '"', "50 %"} <= set(texts)


def test_up_is_up():
    axes = Axes((0, 1), (0, 1), "", "", "", "")
    assert axes.y(1.0) < axes.y(0.0)
    assert axes.x(1.0) > axes.x(0.0)
