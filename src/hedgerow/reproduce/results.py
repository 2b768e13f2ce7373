"""What came out of a run, as a file: one line for each cell, from which the page can be made again."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable
from typing import Any

import pandas as pd

from hedgerow.foundation.atomic_file import replacing
from hedgerow.reproduce.comparison import ComparedCell, Reproduction
from hedgerow.reproduce.experiments import PROTOCOLS
from hedgerow.reproduce.tables import find_table

_NUMBERS = ("measured", "standard_error", "published_standard_error", "z")
_PLACE = ("row", "column", "quantity")


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
