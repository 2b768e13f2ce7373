"""The page in a real browser; runs where Playwright and Chromium are installed."""

import shutil

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="needs Playwright")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(params=[1280, 390])
def page(request, browser, hostile_report, tmp_path):
    """The page of a hostile table; it fails the test if anything is logged, loaded or asked."""
    hostile_report.save(tmp_path / "report.html")
    context = browser.new_context(viewport={"width": request.param, "height": 900})
    page = context.new_page()
    trouble = []
    page.on("console", lambda message: trouble.append(message.text))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("dialog", lambda dialog: (trouble.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda asked: trouble.append(asked.url) if not asked.url.startswith("file:") else None)
    page.goto((tmp_path / "report.html").as_uri())
    yield page
    assert trouble == []
    context.close()


def test_every_tab_opens_its_panel_and_nothing_overflows(page):
    width = page.viewport_size["width"]
    tabs = page.locator('[role="tab"]')
    for place in range(tabs.count()):
        tabs.nth(place).click()
        assert page.locator('[role="tabpanel"]:visible').count() == 1
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_tabs_follow_the_keyboard(page):
    page.locator("#tab-features").focus()
    page.keyboard.press("ArrowLeft")
    assert page.locator("#tab-methods").get_attribute("aria-selected") == "true"
    page.keyboard.press("Home")
    assert page.locator("#panel-features").is_visible()
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "tab-features"


def test_rows_can_be_picked_and_sorted(page, hostile_report):
    rows = hostile_report.to_dict()["rows"]
    page.locator("#tab-rows").click()
    page.locator("#row-picker").select_option("3")
    strongest = max(
        zip(rows["features"], rows["rows"][3]["values"], strict=True), key=lambda pair: abs(pair[1])
    )
    assert page.locator("#row-bars tbody th").first.text_content() == strongest[0]
    page.locator("#row-sorter").select_option("1")
    best = max(range(len(rows["rows"])), key=lambda place: rows["rows"][place]["values"][1])
    assert page.locator("#row-picker").input_value() == str(best)
    assert page.locator("#row-picker option").count() == len(rows["rows"])


def test_columns_can_be_found(page):
    page.locator("#tab-data").click()
    page.locator('input[data-filter="columns-table"]').fill("SCRIPT")
    assert page.locator("#columns-table tbody tr:visible").count() == 2


def test_everything_is_printed(page):
    page.emulate_media(media="print")
    assert page.locator('[role="tabpanel"]:visible').count() == 6


def test_nothing_moves_while_the_page_opens(page):
    shift = page.evaluate(
        "new Promise((tell) => { let sum = 0; new PerformanceObserver((list) => {"
        "for (const each of list.getEntries()) sum += each.value; }).observe({type: 'layout-shift', buffered: true});"
        "setTimeout(() => tell(sum), 300); })"
    )
    assert shift < 0.01
