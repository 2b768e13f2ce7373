"""Results as rich tables and as Markdown, from the same cells."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from benchmarks.rows import Row

_HEADINGS = ("work", "library", "best", "median", "ratio", "demanded", "reached")
_NUMBERS = {"best", "median"}


def draw_table(name: str, rows: Sequence[Row]) -> Table:
    """A table for the terminal; what falls short is red."""
    table = Table(title=name, title_justify="left", title_style="bold", header_style="dim")
    for heading in _HEADINGS:
        table.add_column(heading, justify="right" if heading in _NUMBERS else "left")
    for row in rows:
        style = {True: "green", False: "bold red", None: ""}[row.reached]
        table.add_row(*_cells(row), style=style)
    notes = [f"{row.work}: {row.note}" for row in rows if row.note]
    table.caption, table.caption_justify = "\n".join(notes) or None, "left"
    return table


def write_table(rows: Sequence[Row]) -> str:
    """A Markdown table, with the notes as a list below it."""
    if not rows:
        return "Not measured yet."
    lines = [_HEADINGS, ["--:" if heading in _NUMBERS else "---" for heading in _HEADINGS]]
    lines += [_cells(row) for row in rows]
    table = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
    notes = "\n".join(f"- {row.work}: {row.note}." for row in rows if row.note)
    return f"{table}\n\n{notes}" if notes else table


def _cells(row: Row) -> list[str]:
    demand = "" if row.demand is None else f"{row.demand.sense} {row.demand.floor:g}"
    ratio = "" if row.ratio is None else f"{row.ratio:.3g} {row.meaning}"
    median = "" if row.median is None else _quantity(row.median, row.unit)
    reached = {True: "yes", False: "no", None: ""}[row.reached]
    return [row.work, row.library, _quantity(row.best, row.unit), median, ratio, demand, reached]


def _quantity(value: float, unit: str) -> str:
    number = f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
    return f"{value:.4f}" if unit == "R2" else f"{value:.2f} %" if unit == "%" else f"{number} {unit}"
