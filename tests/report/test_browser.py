"""The page in a real browser; runs where Playwright and Chromium are installed."""

import itertools
import shutil

import pytest

from hedgerow import Report

playwright = pytest.importorskip("playwright.sync_api", reason="needs Playwright")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
WIDTHS = [1280, 390]
TABS = ["features", "score", "rows", "ensemble", "data", "methods"]


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def wide_report(wide_content):
    return Report(wide_content)


@pytest.fixture(params=WIDTHS)
def width(request):
    return request.param


@pytest.fixture(scope="module")
def contexts(browser):
    """Windows by width and options: opening one takes longer than opening a page in it."""
    opened = {}

    def find(width, **options):
        key = (width, *sorted(options.items()))
        if key not in opened:
            opened[key] = browser.new_context(viewport={"width": width, "height": 900}, **options)
        return opened[key]

    yield find
    for context in opened.values():
        context.close()


@pytest.fixture
def open_page(contexts, width, tmp_path):
    """A function that opens a report; the test fails if anything is logged, loaded or asked."""
    trouble, pages = [], []

    def open_it(report, **options):
        report.save(tmp_path / "report.html")
        page = contexts(width, **options).new_page()
        pages.append(page)
        page.on("console", lambda message: trouble.append(message.text))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("dialog", lambda dialog: (trouble.append(dialog.message), dialog.dismiss()))
        page.on(
            "request", lambda asked: trouble.append(asked.url) if not asked.url.startswith("file:") else None
        )
        page.goto((tmp_path / "report.html").as_uri())
        return page

    yield open_it
    for page in pages:
        page.close()
    assert trouble == []


@pytest.fixture
def page(open_page, hostile_report):
    return open_page(hostile_report)


def has_no_overflow(page):
    return page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


@pytest.mark.parametrize("name", ["hostile_report", "regression_report", "wide_report"])
def test_every_tab_opens_its_panel_and_nothing_overflows(open_page, request, name):
    page = open_page(request.getfixturevalue(name))
    for tab in TABS:
        page.locator(f"#tab-{tab}").click()
        assert page.locator('[role="tabpanel"]:visible').count() == 1
        assert page.locator(f"#panel-{tab}").is_visible()
        assert page.locator(f"#tab-{tab}").get_attribute("aria-selected") == "true"
        assert has_no_overflow(page)


def test_the_address_opens_a_tab_and_keeps_it(page):
    page.locator("#tab-data").click()
    assert page.url.endswith("#data")
    page.reload()
    assert page.locator("#panel-data").is_visible()
    page.evaluate("location.hash = '#score'")
    page.locator("#panel-score").wait_for(state="visible", timeout=2000)


def test_tabs_follow_the_keyboard(page):
    page.locator("#tab-features").focus()
    page.keyboard.press("ArrowLeft")
    assert page.locator("#tab-methods").get_attribute("aria-selected") == "true"
    page.keyboard.press("Home")
    assert page.locator("#panel-features").is_visible()
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "tab-features"


def test_the_tab_key_goes_from_the_tabs_into_the_panel_and_its_controls(page):
    page.locator("#tab-rows").click()
    reached = []
    for _ in range(4):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id"))
    assert reached[:3] == ["panel-rows", "row-picker", "row-sorter"]


def test_what_has_the_focus_is_outlined(page):
    page.locator("#tab-rows").click()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    style = page.evaluate(
        "(({outlineStyle, outlineWidth}) => [outlineStyle, outlineWidth])(getComputedStyle(document.activeElement))"
    )
    assert style == ["solid", "3px"]


def test_the_next_section_begins_at_its_top(open_page, wide_report):
    page = open_page(wide_report)
    page.locator("button[data-more='features-table']").click()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.locator("#tab-score").click()
    assert page.locator("#panel-score h2").first.is_visible()
    assert page.evaluate("document.querySelector('#panel-score h2').getBoundingClientRect().top") > 0


def test_rows_can_be_picked_and_sorted(page, hostile_report):
    rows = hostile_report.to_dict()["rows"]
    page.locator("#tab-rows").click()
    page.locator("#row-picker").select_option("3")
    assert (
        page.locator("#row-facts").text_content().startswith(f"Row {rows['rows'][3]['row']}: the table says")
    )
    strongest = max(
        zip(rows["features"], rows["rows"][3]["values"], strict=True), key=lambda pair: abs(pair[1])
    )
    assert page.locator("#row-bars tbody th").first.text_content() == strongest[0]
    page.locator("#row-sorter").select_option("1")
    best = max(range(len(rows["rows"])), key=lambda place: rows["rows"][place]["values"][1])
    assert page.locator("#row-picker").input_value() == str(best)
    assert page.locator("#row-picker option").count() == len(rows["rows"])
    page.locator("#row-sorter").select_option("")
    assert page.locator("#row-picker").input_value() == str(best)


def test_the_script_writes_a_row_as_the_page_does(page):
    page.locator("#tab-rows").click()
    written = page.locator("#row-bars tbody").inner_html
    cells = page.locator("#row-bars tbody td, #row-bars tbody th")
    before = cells.all_text_contents()
    widths = page.locator("#row-bars rect").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().width)"
    )
    page.locator("#row-picker").select_option("1")
    assert cells.all_text_contents() != before
    page.locator("#row-picker").select_option("0")
    assert cells.all_text_contents() == before
    again = page.locator("#row-bars rect").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().width)"
    )
    assert again == pytest.approx(widths, abs=0.6)
    assert written()


def test_a_suspicious_row_leads_to_what_matters_for_it(open_page, wide_report):
    page = open_page(wide_report)
    page.locator("#tab-rows").click()
    button = page.locator("button[data-pick]").nth(1)
    name = button.get_attribute("aria-label").removeprefix("What matters for row ")
    button.click()
    assert page.evaluate("document.activeElement.id") == "row-picker"
    assert page.locator("#row-picker").input_value() == "1"
    assert name


@pytest.mark.parametrize("table", ["features", "stability", "suspicious", "columns"])
def test_long_tables_are_shown_on_request(open_page, wide_report, table):
    page = open_page(wide_report)
    panel = {"features": "features", "stability": "features", "suspicious": "rows", "columns": "data"}[table]
    page.locator(f"#tab-{panel}").click()
    lines = page.locator(f"#{table}-table tbody tr:visible")
    assert lines.count() == 20
    page.locator(f"button[data-more='{table}-table']").click()
    assert lines.count() in (100, 200)
    assert has_no_overflow(page)


def test_a_feature_is_found_among_those_that_are_not_shown(open_page, wide_report):
    page = open_page(wide_report)
    page.locator('input[data-filter="features-table"]').fill("NUMBER 19")
    assert page.locator("#features-table tbody tr:visible").count() == 10
    assert page.locator('output[data-found="features-table"]').text_content() == "10 of 200 features"
    page.locator('input[data-filter="features-table"]').fill("")
    assert page.locator('output[data-found="features-table"]').text_content() == "200 features"


def test_columns_can_be_found(page):
    page.locator("#tab-data").click()
    page.locator('input[data-filter="columns-table"]').fill("SCRIPT")
    assert page.locator("#columns-table tbody tr:visible").count() == 2


def test_details_open(page):
    for tab in TABS:
        page.locator(f"#tab-{tab}").click()
        closed = page.locator("details:not([open]) > summary:visible")
        for _ in range(closed.count()):
            closed.first.click()  # the next one is the first then
        assert has_no_overflow(page)
    assert page.locator("details:not([open])").count() == 0


def test_hostile_names_are_seen_as_text(page):
    from tests.report.conftest import HOSTILE, HOSTILE_LABEL

    names = page.locator("#features-table tbody th").all_text_contents()
    assert set(HOSTILE) <= set(names)
    page.locator("#tab-data").click()
    assert HOSTILE_LABEL in page.locator("#classes-table").text_content()
    assert page.locator("img, iframe, i").count() == 0
    assert "{{ 7 * 7 }}" in names


def test_dark_mode_is_dark(open_page, hostile_report):
    colours = {}
    for scheme in ("light", "dark"):
        page = open_page(hostile_report, color_scheme=scheme)
        colours[scheme] = [
            sum(map(int, page.evaluate(f"getComputedStyle(document.body).{what}").strip("rgb()").split(",")))
            for what in ("backgroundColor", "color")
        ]
    paper, ink = colours["light"]
    assert (paper > 700, ink < 150) == (True, True)
    paper, ink = colours["dark"]
    assert (paper < 100, ink > 600) == (True, True)


def test_nothing_moves_for_those_who_ask_for_it(open_page, hostile_report):
    page = open_page(hostile_report, reduced_motion="reduce")
    assert page.evaluate("getComputedStyle(document.getElementById('tab-score')).transitionDuration") == "0s"


def test_everything_is_printed(page, tmp_path):
    page.emulate_media(media="print")
    assert page.locator('[role="tabpanel"]:visible').count() == len(TABS)
    for hidden in ('[role="tablist"]', "select", "input", "button"):
        assert page.locator(f"{hidden}:visible").count() == 0
    page.pdf(path=tmp_path / "report.pdf")
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")


def test_it_reads_without_scripts(open_page, hostile_report):
    page = open_page(hostile_report, java_script_enabled=False)
    assert page.locator('[role="tabpanel"]:visible').count() == len(TABS)
    assert page.locator("select:visible, button:visible, input:visible").count() == 0
    assert page.locator("#row-facts").is_visible()


def test_nothing_moves_while_the_page_opens_and_is_used(page):
    page.evaluate(
        "window.shift = 0; new PerformanceObserver((list) => { for (const each of list.getEntries())"
        " if (!each.hadRecentInput) window.shift += each.value; }).observe({type: 'layout-shift', buffered: true})"
    )
    page.locator("#tab-rows").click()
    page.locator("#row-picker").select_option("2")
    page.wait_for_timeout(700)  # what follows an input within half a second is excused
    assert page.evaluate("window.shift") < 0.01


def test_targets_are_large_enough_for_a_finger(page):
    for tab in TABS:
        page.locator(f"#tab-{tab}").click()
        for control in page.locator("button:visible, select:visible, input:visible, summary:visible").all():
            box = control.bounding_box()
            assert min(box["width"], box["height"]) >= 24, control.get_attribute("class")


def test_a_large_report_is_small_and_opens_soon(open_page, wide_report, tmp_path, record_property):
    page = open_page(wide_report)
    size = (tmp_path / "report.html").stat().st_size
    timing = page.evaluate("(({domContentLoadedEventEnd, loadEventEnd}) => [domContentLoadedEventEnd, loadEventEnd])"
                           "(performance.getEntriesByType('navigation')[0])")  # fmt: skip
    record_property("bytes", size)
    record_property("milliseconds_until_loaded", timing[1])
    assert size < 3_000_000


def test_text_upon_its_ground_has_enough_contrast_where_it_is_painted(open_page, hostile_report):
    measure = """() => {
      const light = (colour) => {
        const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).slice(0, 3)
          .map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const ground = (element) => {
        for (let each = element; each; each = each.parentElement) {
          const colour = getComputedStyle(each).backgroundColor;
          if (!/, 0\\)$|transparent/.test(colour)) return colour;
        }
        return "rgb(255, 255, 255)";
      };
      const worst = [];
      const kinds = "h1, h2, h3, p, li, dt, dd, th, td, summary, button, label, option";
      for (const element of document.querySelectorAll(kinds)) {
        if (!element.textContent.trim() || !element.checkVisibility()) continue;
        const lights = [light(getComputedStyle(element).color), light(ground(element))];
        worst.push([(Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05), element.outerHTML.slice(0, 80)]);
      }
      return worst.sort((first, second) => first[0] - second[0])[0];
    }"""
    for scheme, tab in itertools.product(("light", "dark"), ("features", "rows")):
        page = open_page(hostile_report, color_scheme=scheme)
        page.locator(f"#tab-{tab}").click()
        page.wait_for_timeout(250)
        ratio, where = page.evaluate(measure)
        assert ratio >= 4.5, where
