from xml.etree import ElementTree

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.report.charts.scale import Scale, choose_ticks, draw_critical, draw_ruler, draw_strip, span

NUMBERS = st.floats(-1e6, 1e6)


@given(NUMBERS, st.floats(1e-3, 1e6))
def test_ticks_are_few_and_inside(low, width):
    ticks = choose_ticks(low, low + width)
    assert len(ticks) <= 11
    assert all(low - 1e-6 * width <= tick <= low + width * (1 + 1e-6) for tick in ticks)
    assert np.all(np.diff(ticks) > 0)


@given(st.lists(NUMBERS, min_size=1), NUMBERS)
def test_places_stay_within_the_ends(values, value):
    low, high = span(values)
    assert low < high
    assert 10.0 <= Scale(low, high, 10.0, 90.0)(value) <= 90.0


def test_a_range_of_nothing_has_one_tick():
    assert choose_ticks(2.0, 2.0) == [2.0]
    assert span([]) == (0.0, 1.0)


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


SVG = "{http://www.w3.org/2000/svg}"


def read_critical(*given, **options):
    return ElementTree.fromstring(draw_critical(*given, **options))


def collect(drawn, tag, kind):
    return [part for part in drawn.iter(tag) if part.get("class", "").split()[:1] == [kind]]


def test_every_method_has_a_dot_and_a_name_on_its_own_line():
    drawn = read_critical(["a", "b", "c"], [0.9, 0.8, 0.7], [], metric="accuracy", title="Three")
    assert len(collect(drawn, "circle", "dot")) == 3
    labels = {part.text: (part.get("text-anchor"), part.get("y")) for part in collect(drawn, "text", "label")}
    assert set(labels) == {"a 90.0 %", "b 80.0 %", "c 70.0 %"}
    assert len(set(labels.values())) == 3


def test_a_bar_reaches_over_its_methods():
    drawn = read_critical(["a", "b", "c"], [0.9, 0.8, 0.7], [(0, 1)], metric="accuracy", title="Three")
    (bar,) = collect(drawn, "line", "joined")
    places = sorted(float(part.get("cx")) for part in collect(drawn, "circle", "dot"))
    assert places[0] < float(bar.get("x1")) < places[1]
    assert places[2] < float(bar.get("x2"))


def test_bars_of_errors_end_left_of_where_they_begin_no_more():
    drawn = read_critical(["a", "b"], [0.2, 0.4], [(0, 1)], metric="log_loss", title="Errors")
    (bar,) = collect(drawn, "line", "joined")
    assert float(bar.get("x1")) < float(bar.get("x2"))


def test_a_screen_reader_hears_the_scores_and_names_stay_text():
    drawn = read_critical(["<b>", "b"], [1.5, 1.5], [(0, 1)], metric="rmse", title="A <title>")
    assert drawn.find("title").text == "A <title>"
    assert drawn.find("desc").text == "<b> 1.50; b 1.50."
