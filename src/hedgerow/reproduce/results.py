"""What came out of a run, as files: a line for each cell, and a page for readers."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable
from pathlib import Path
from string import Template
from typing import Any, get_args

import pandas as pd

from hedgerow.foundation.atomic_file import replacing
from hedgerow.reproduce.comparison import ComparedCell, Reproduction, Verdict
from hedgerow.reproduce.experiments import PROTOCOLS
from hedgerow.reproduce.reproduction import find_status
from hedgerow.reproduce.tables import PublishedTable, find_table, published_tables

_NUMBERS = ("measured", "standard_error", "published_standard_error", "z")
_PLACE = ("row", "column", "quantity")
_ROUNDING = 1e-12  # equal trials have a standard error of this order


def write_results(reproductions: Iterable[Reproduction], path: str | os.PathLike[str]) -> None:
    """Write reproductions to a CSV file, completely or not at all.

    Parameters
    ----------
    reproductions : iterable of Reproduction
        What was run.
    path : path-like
        Where it goes.
    """
    frames = [found.frame().assign(table=found.table.identifier) for found in reproductions]
    together = pd.concat(frames, ignore_index=True)
    ordered = together[["table", *together.columns.drop("table")]]
    with replacing(path) as file:
        file.write(ordered.to_csv(index=False, lineterminator="\n").encode())


def read_results(path: str | os.PathLike[str]) -> list[Reproduction]:
    """Read what `write_results` wrote.

    Parameters
    ----------
    path : path-like
        A CSV file.

    Returns
    -------
    list of Reproduction

    Raises
    ------
    ValueError
        If its cells are not those of the published tables.
    """
    frame = pd.read_csv(path, keep_default_na=False)
    return [_recall(str(name), part.to_dict("records")) for name, part in frame.groupby("table", sort=False)]


def _recall(identifier: str, records: list[dict[Any, Any]]) -> Reproduction:
    table = find_table(identifier)
    places = [(cell.row, cell.column, cell.quantity) for cell in table.cells]
    if places != [tuple(str(record[name]) for name in _PLACE) for record in records]:
        raise ValueError(f"The cells of {identifier} are not those of the published table. Run it again.")
    cells = tuple(
        ComparedCell(
            published,
            record["verdict"],
            record["reason"],
            int(record["n_trials"]),
            **{name: _to_number(record[name]) for name in _NUMBERS},
        )
        for published, record in zip(table.cells, records, strict=True)
    )
    return Reproduction(table, cells, PROTOCOLS[identifier].remarks)


def _to_number(value: Any) -> float:
    return math.nan if value == "" else float(value)


def render_page(reproductions: Iterable[Reproduction]) -> str:
    """Return a page with a summary, the cells of each table, and the tables that cannot be run.

    Parameters
    ----------
    reproductions : iterable of Reproduction
        What was run.

    Returns
    -------
    str
        Markdown.
    """
    found = list(reproductions)
    template = Template(Path(__file__).with_name("page.md").read_text(encoding="utf-8"))
    tables = "".join(f"## {each.table.identifier}\n\n{_render(each).strip()}\n\n" for each in found)
    return template.substitute(
        summary=_summarise(found), tables=tables, others=_list_others(published_tables())
    )


def _summarise(found: list[Reproduction]) -> str:
    rows = [[each.table.identifier, each.table.caption, *map(str, each.counts().values())] for each in found]
    sums = [sum(each.counts()[verdict] for each in found) for verdict in get_args(Verdict)]
    rows.append(["all", "", *map(str, sums)])
    return _draw(["table", "what it shows", "agree", "differ", "not comparable"], rows)


def _render(found: Reproduction) -> str:
    measured = [cell for cell in found.cells if cell.n_trials]
    trials = sorted({cell.n_trials for cell in measured})
    counted = f"{trials[0]} to {trials[-1]}" if len(trials) > 1 else "".join(map(str, trials))
    words = [
        found.table.caption,
        f"{found.table.citation}.",
        f"Trials of a cell: {counted or 'none'}.",
        *found.remarks,
    ]
    if len(measured) < len(found.cells):
        words.append(f"{len(found.cells) - len(measured)} cells that were not measured are left out.")
    rows = [_list_cell(found.table, cell) for cell in measured]
    return "\n".join(words) + "\n\n" + _draw(["row", "column", "published", "measured", "z", "verdict"], rows)


def _list_cell(table: PublishedTable, cell: ComparedCell) -> list[str]:
    published, decimals = cell.published, table.printed_decimals(cell.published.quantity)
    return [
        published.row,
        " ".join(filter(None, (published.column, published.quantity))),
        write_value(published.value, cell.published_standard_error, decimals),
        write_value(cell.measured, cell.standard_error, decimals),
        "" if math.isnan(cell.z) else f"{cell.z:+.1f}",
        cell.verdict,
    ]


def write_value(value: float | str, standard_error: float, decimals: int) -> str:
    """Write a value and its standard error, if there is one, with the digits of the source.

    Examples
    --------
    >>> write_value(0.0345, 0.00224, 4)
    '0.0345 ± 0.0022'
    """
    if isinstance(value, str):
        return value
    if math.isnan(value):
        return ""
    return f"{value:.{decimals}f}" + (
        f" ± {standard_error:.{decimals}f}" if standard_error > _ROUNDING else ""
    )


def _list_others(tables: Iterable[PublishedTable]) -> str:
    others = [table for table in tables if find_status(table) == "cannot run"]
    rows = [[table.identifier, table.caption, table.needs or ""] for table in others]
    return _draw(["table", "what it shows", "needs"], rows)


def _draw(header: list[str], rows: list[list[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)
