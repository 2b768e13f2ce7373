from xml.etree import ElementTree

from hedgerow.report.charts.strip import draw_ruler, draw_strip


def read(drawn):
    return ElementTree.fromstring(drawn)


def test_nothing_draws_nothing():
    assert len(read(draw_strip(None, domain=(0, 1)))) == 0


def test_an_interval_a_band_and_a_dot():
    kinds = [
        part.get("class") for part in read(draw_strip(0.5, 0.4, 0.6, domain=(0, 1), band=0.1, filled=False))
    ]
    assert kinds == ["band", "chance", "range", "dot hollow"]


def test_negative_bars_end_at_zero():
    zero, bar = read(draw_strip(-1.0, domain=(-2, 2), bar=True))
    assert zero.get("x1") == "50.0%"
    assert (bar.get("class"), bar.get("x"), bar.get("width")) == ("bar minus", "25.0%", "25.0%")


def test_a_ruler_stands_over_the_strips():
    ruler = read(draw_ruler((-1.0, 1.0)))
    dot = read(draw_strip(0.5, domain=(-1.0, 1.0)))[-1]
    ticks = {part.text: part.get("x") for part in ruler if part.tag == "text"}
    assert ticks["0.5"] == dot.get("cx")
    assert len([part for part in ruler if part.get("class") == "inner"]) == len(ticks) - 2


def test_numbers_of_a_ruler_stay_in_the_column():
    anchors = [part.get("text-anchor") for part in read(draw_ruler((0.0, 1.0))) if part.tag == "text"]
    assert (anchors[0], anchors[-1]) == ("start", "end")
