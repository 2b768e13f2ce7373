import itertools
import json
import re
from html.parser import HTMLParser

import pytest
from tests.report.conftest import HOSTILE, HOSTILE_LABEL

from hedgerow.report import page

VOID = {"meta", "br", "input", "link", "img", "hr"}


class Reader(HTMLParser):
    """What a browser would see: elements that are open, attributes, and text outside of scripts and styles."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.elements, self.text = [], [], []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("script", "style"):
            self.text.append(data)


def read(report):
    reader = Reader()
    reader.feed(report.to_html())
    reader.close()
    assert reader.open == []
    return reader


def test_every_element_is_closed(wbc_report, regression_report):
    for report in (wbc_report, regression_report):
        assert len(read(report).elements) > 300


def test_nothing_is_loaded(wbc_report, hostile_report):
    for report in (wbc_report, hostile_report):
        for tag, attributes in read(report).elements:
            assert tag not in {"link", "img", "iframe", "object", "embed", "base", "form"}
            assert not {"src", "href", "srcset", "action"} & set(attributes)
            assert not [name for name in attributes if name.startswith("on") or name == "style"]
        assert "url(" not in report.to_html()


def test_the_policy_allows_the_three_blocks_of_the_page_and_nothing_else(wbc_report):
    html = wbc_report.to_html()
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', html).group(1)
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    blocks = re.findall(r"<(?:style|script)>(.*?)</(?:style|script)>", html, re.DOTALL)
    assert len(blocks) == 3
    assert all(page._hash(block) in policy for block in blocks)


def test_hostile_names_stay_text(hostile_report):
    reader = read(hostile_report)
    seen = "".join(reader.text)
    for name in (*HOSTILE, HOSTILE_LABEL, "<i>target</i>", "{{ 7 * 7 }}"):
        assert name in seen
    # The two scripts of the page and its data: none came in with the table.
    assert [tag for tag, _ in reader.elements].count("script") == 3
    assert "i" not in {tag for tag, _ in reader.elements}


def test_the_data_of_the_script_can_be_read_back(hostile_report):
    html = hostile_report.to_html()
    text = re.search(r'<script type="application/json" id="rows-data">(.*?)</script>', html, re.DOTALL).group(
        1
    )
    rows = json.loads(text)
    assert set(rows["features"]) <= {*HOSTILE, "category"}
    kept = hostile_report.to_dict()["rows"]["rows"]
    assert [row["values"] for row in rows["rows"]] == [row["values"] for row in kept]
    assert all(row["given"][:20] in shown["label"] for row, shown in zip(kept, rows["rows"], strict=True))


def test_contributions_stand_beside_what_is_told_where_there_are_some(wbc_report):
    assert ">contributes</th>" in wbc_report.to_html()
    content = wbc_report.to_dict()
    # As an older version wrote it.
    content["rows"] = content["rows"] | {
        "rows": [{key: row[key] for key in row if key != "contributions"} for row in content["rows"]["rows"]]
    }
    assert ">contributes</th>" not in type(wbc_report)(content).to_html()


def test_charts_have_titles_and_descriptions(wbc_report):
    html = wbc_report.to_html()
    charts = re.findall(r'<svg class="chart.*?</svg>', html, re.DOTALL)
    assert len(charts) == 5
    assert all("<title>" in chart and "<desc>" in chart and 'role="img"' in chart for chart in charts)


def test_tabs_and_panels_name_each_other(wbc_report):
    elements = read(wbc_report).elements
    identifiers = [attributes["id"] for _, attributes in elements if "id" in attributes]
    assert len(identifiers) == len(set(identifiers))
    tabs = [attributes for _, attributes in elements if attributes.get("role") == "tab"]
    panels = [attributes for _, attributes in elements if attributes.get("role") == "tabpanel"]
    assert [tab["aria-controls"] for tab in tabs] == [panel["id"] for panel in panels]
    assert [panel["aria-labelledby"] for panel in panels] == [tab["id"] for tab in tabs]


def test_headers_of_tables_have_a_scope(wbc_report):
    assert all("scope" in attributes for tag, attributes in read(wbc_report).elements if tag == "th")


def test_a_wide_table_makes_a_small_page(wide_content):
    # What grows with the rows is capped: 100 rows explained, 100 suspicious ones, 600 pairs.
    assert len(page.render_page(wide_content).encode()) < 3_000_000


def test_no_text_ends_a_script():
    written = page.write_script_data(["</script>", "<!--", "&", "\u2028"])
    assert not set("<>&\u2028") & set(written)
    assert json.loads(written) == ["</script>", "<!--", "&", "\u2028"]


def test_values_have_a_chart_of_the_target(regression_report):
    assert "target" in page.draw_charts(regression_report.to_dict())
    assert "How far off are the answers?" in regression_report.to_html()


def test_headings_go_down_one_step_at_a_time(wbc_report, regression_report):
    for report in (wbc_report, regression_report):
        levels = [int(tag[1]) for tag, _ in read(report).elements if re.fullmatch("h[1-6]", tag)]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(second <= first + 1 for first, second in itertools.pairwise(levels))


def test_controls_have_names(wbc_report):
    elements = read(wbc_report).elements
    for _, attributes in elements:
        if "data-pick" in attributes:
            assert attributes["aria-label"].startswith("What matters for row")
        if attributes.get("role") in {"group", "tablist"}:
            assert attributes["aria-label"]
    assert [tag for tag, _ in elements].count("label") == [tag for tag, _ in elements].count("select") + 1


def test_the_first_row_reads_the_same_with_and_without_the_script(wbc_report):
    content = wbc_report.to_dict()
    facts = page._describe_rows(content)["rows"][0]["facts"]
    assert facts.startswith(f"Row {content['rows']['rows'][0]['row']}: the table says")
    assert facts in "".join(read(wbc_report).text)


@pytest.mark.parametrize(
    ("judge", "asked", "said"),
    [
        ("members", "out_of_bag", "The members for which it is out of bag predict b (93 % of the votes)."),
        ("members", "all_rows", "The members predict b (93 % of the votes)."),
        ("model", "other_half", "The model, fitted without it, predicts b (93 %)."),
        ("model", "all_rows", "The model predicts b (93 %)."),
    ],
)
def test_who_says_what_is_said(judge, asked, said):
    row = {"row": "7", "given": "a", "said": "b", "share": 0.93, "suspicious": True}
    assert page._say_row(row, judge, asked) == f"Row 7: the table says a. {said} Is the given one right?"


# Contrast, by the rules of WCAG 2.2: 4.5 for text, 3 for what a reader must see to use the page or read a chart.

TEXT = ("ink", "quiet", "serious", "warning", "info")
DRAWN = ("main", "other", "edge", "info")


def read_colours():
    """The colours of the style sheet: light, dark and printed."""
    style = page._read("page.css")
    schemes = [
        dict(re.findall(r"--(\w+): (#\w+)", block))
        for block in re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    ]
    return dict(zip(("light", "dark", "print"), schemes, strict=True))


def find_contrast(first, second):
    lights = []
    for colour in (first, second):
        digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
        parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        lights.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])
    return (max(lights) + 0.05) / (min(lights) + 0.05)


def test_contrast_is_computed_as_the_rules_say():
    assert find_contrast("#000", "#ffffff") == pytest.approx(21.0)
    assert find_contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark", "print"])
@pytest.mark.parametrize("ground", ["paper", "card"])
def test_colours_have_enough_contrast(scheme, ground):
    colours = read_colours()[scheme]
    text = {name: find_contrast(colours[name], colours[ground]) for name in TEXT}
    drawn = {name: find_contrast(colours[name], colours[ground]) for name in DRAWN}
    assert min(text.values()) >= 4.5, text
    assert min(drawn.values()) >= 3.0, drawn


def test_the_end_of_the_band_is_seen_upon_it():
    for colours in read_colours().values():
        assert find_contrast(colours["edge"], colours["band"]) > 1.8
        assert find_contrast(colours["main"], colours["band"]) >= 3.0
