import json
import re
from html.parser import HTMLParser

import numpy as np
import pandas as pd
from tests.report.conftest import HOSTILE, HOSTILE_LABEL

from hedgerow.report import Report, page

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
    assert rows["rows"] == hostile_report.to_dict()["rows"]["rows"]


def test_charts_have_titles_and_descriptions(wbc_report):
    html = wbc_report.to_html()
    charts = re.findall(r'<svg class="chart".*?</svg>', html, re.DOTALL)
    assert len(charts) == 4
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


def test_a_wide_table_makes_a_small_page():
    generator = np.random.default_rng(0)
    frame = pd.DataFrame(
        generator.normal(size=(400, 200)), columns=[f"feature number {f}" for f in range(200)]
    )
    frame["label"] = np.where(frame.iloc[:, 0] + frame.iloc[:, 1] > 0, "a", "b")
    report = Report.from_table(frame, "label", n_estimators=30, n_folds=2, n_repeats=2)
    # What grows with the rows is capped: 100 rows explained, 100 suspicious ones, 600 pairs.
    assert len(report.to_html().encode()) < 3_000_000 / 4


def test_no_text_ends_a_script():
    written = page.write_script_data(["</script>", "<!--", "&", "\u2028"])
    assert not set("<>&\u2028") & set(written)
    assert json.loads(written) == ["</script>", "<!--", "&", "\u2028"]


def test_values_have_a_chart_of_the_target(regression_report):
    assert "target" in page.draw_charts(regression_report.to_dict())
    assert "Residuals" in regression_report.to_html()
