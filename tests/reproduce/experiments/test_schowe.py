import pytest

from hedgerow.reproduce.experiments.schowe import read_cell, try_cell
from hedgerow.reproduce.tables import PublishedCell, find_table


@pytest.mark.parametrize("table", ["schowe-t3", "schowe-t4"])
def test_what_runs_cost_apart_is_as_printed(table):
    cells = [cell for cell in find_table(table).cells if cell.quantity == "standard"]
    for cell in cells:
        reading = read_cell(cell)
        assert try_cell(reading.cells[0], 0, 0)["standard"] == cell.value


def test_runs_share_correlations():
    found = try_cell("ionosphere / 10 / 5", 0, 0)
    assert found["fast"] == pytest.approx(405, rel=0.15)
    assert found["gain"] == found["standard"] / found["fast"]


@pytest.mark.parametrize(("row", "quantity"), [("lung", "fast"), ("ionosphere", "estimated")])
def test_what_cannot_be_counted_is_not_read(row, quantity):
    assert read_cell(PublishedCell(row, "k=10 e=5", quantity, 1)) is None
