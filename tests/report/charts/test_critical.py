from xml.etree import ElementTree

from hedgerow.report.charts.critical import draw_critical

SVG = "{http://www.w3.org/2000/svg}"


def read(*given, **options):
    return ElementTree.fromstring(draw_critical(*given, **options))


def collect(drawn, tag, kind):
    return [part for part in drawn.iter(tag) if part.get("class", "").split()[:1] == [kind]]


def test_every_method_has_a_dot_and_a_name_on_its_own_line():
    drawn = read(["a", "b", "c"], [0.9, 0.8, 0.7], [], metric="accuracy", title="Three")
    assert len(collect(drawn, "circle", "dot")) == 3
    labels = {part.text: (part.get("text-anchor"), part.get("y")) for part in collect(drawn, "text", "label")}
    assert set(labels) == {"a 90.0 %", "b 80.0 %", "c 70.0 %"}
    assert len(set(labels.values())) == 3


def test_a_bar_reaches_over_its_methods():
    drawn = read(["a", "b", "c"], [0.9, 0.8, 0.7], [(0, 1)], metric="accuracy", title="Three")
    (bar,) = collect(drawn, "line", "joined")
    places = sorted(float(part.get("cx")) for part in collect(drawn, "circle", "dot"))
    assert places[0] < float(bar.get("x1")) < places[1]
    assert places[2] < float(bar.get("x2"))


def test_bars_of_errors_end_left_of_where_they_begin_no_more():
    drawn = read(["a", "b"], [0.2, 0.4], [(0, 1)], metric="log_loss", title="Errors")
    (bar,) = collect(drawn, "line", "joined")
    assert float(bar.get("x1")) < float(bar.get("x2"))


def test_a_screen_reader_hears_the_scores_and_names_stay_text():
    drawn = read(["<b>", "b"], [1.5, 1.5], [(0, 1)], metric="rmse", title="A <title>")
    assert drawn.find("title").text == "A <title>"
    assert drawn.find("desc").text == "<b> 1.50; b 1.50."
