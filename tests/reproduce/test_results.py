import math
from pathlib import Path

import pytest

from hedgerow.reproduce import reproduce
from hedgerow.reproduce.results import read_results, render_page, write_results, write_value

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    store = tmp_path_factory.mktemp("store") / "trials.sqlite"
    return [reproduce(name, store=store) for name in ("evans-scalars", "fitselect-tests")]


def test_what_is_written_is_read_again(found, tmp_path):
    write_results(found, tmp_path / "results.csv")
    again = read_results(tmp_path / "results.csv")
    assert [each.to_dict() for each in again] == [each.to_dict() for each in found]
    assert render_page(again) == render_page(found)


def test_other_cells_are_refused(found, tmp_path):
    write_results(found, tmp_path / "results.csv")
    lines = (tmp_path / "results.csv").read_text().splitlines(keepends=True)
    (tmp_path / "results.csv").write_text("".join(lines[:-1]))
    with pytest.raises(ValueError, match="The cells of fitselect-tests are not those of the published table"):
        read_results(tmp_path / "results.csv")


def test_the_page_of_the_documentation_is_that_of_its_results():
    assert render_page(read_results(DOCS / "reproduction.csv")) == (DOCS / "reproduction.md").read_text()


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    store = tmp_path_factory.mktemp("store") / "trials.sqlite"
    return render_page(reproduce(name, store=store) for name in ("evans-scalars", "fitselect-tests"))


def test_the_summary_counts_verdicts(page):
    assert "| evans-scalars | Scalars quoted in the lecture. | 4 | 0 | 0 |" in page


def test_cells_stand_beside_their_measurement(page):
    assert "| fitsel_vs_rf | rec | 0.04 | 0.03 |  | differs |" in page


def test_what_cannot_run_says_what_it_needs(page):
    assert "| rogers-8.7 |" in page.split("## Tables that cannot be run here")[1]
    assert "OpenML 1485" in page


def test_tables_are_well_formed(page):
    for block in page.split("\n\n"):
        if block.startswith("|"):
            assert len({line.count("|") for line in block.splitlines()}) == 1


@pytest.mark.parametrize(
    ("given", "written"),
    [((0.5, math.nan, 2), "0.50"), ((math.nan, 0.1, 2), ""), (("U", math.nan, 0), "U"), ((7.0, 0.0, 0), "7")],
)
def test_values_are_written_as_printed(given, written):
    assert write_value(*given) == written
