from pathlib import Path

import pytest

from hedgerow.reproduce import reproduce
from hedgerow.reproduce.page import render_page
from hedgerow.reproduce.results import read_results, write_results

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
