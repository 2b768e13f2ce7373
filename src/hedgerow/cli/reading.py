"""Where a verb gets its table: a file, or standard input."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from hedgerow.cli import screen

if TYPE_CHECKING:
    import pandas as pd

    from hedgerow.tables import Table
    from hedgerow.tables.target import Task

STANDARD_INPUT = "-"


def open_table(
    source: str,
    target: str | None = None,
    *,
    task: Task | None = None,
    drop: Iterable[str] = (),
    quiet: bool = False,
) -> Table:
    """Read the table that a verb works on; what is odd about its columns goes to standard error.

    Columns without a single value and rows without a target are left out, and it is said so.

    Parameters
    ----------
    source : str
        The path of a CSV, Parquet or ARFF file; ``"-"`` for CSV from standard input.
    target : str or None, default=None
        The column to predict.
    task : {"classification", "regression"} or None, default=None
        What predicting it is; None to find out.
    drop : iterable of str
        Columns to leave out.
    quiet : bool, default=False
        Whether to say nothing.

    Returns
    -------
    Table

    Raises
    ------
    TableError
        If the table cannot be read; the message names the way out.
    """
    from hedgerow.tables import ColumnWarning, read_table
    from hedgerow.tables.cells import read_cells

    raw = read_raw(source)
    dropped = list(drop)
    empty = [
        str(name)
        for name, column in raw.items()
        if len(raw) and str(name) not in (target, *dropped) and read_cells(column).isna().all()
    ]
    n_missing = 0
    if target in raw.columns:
        n_missing = int(read_cells(raw[target]).isna().sum())
    with warnings.catch_warnings():
        # A column that names its rows has the kind "text"; verbs that learn leave it out and say so.
        warnings.simplefilter("ignore", ColumnWarning)
        table = read_table(
            raw,
            target,
            name="standard input" if source == STANDARD_INPUT else Path(source).stem,
            drop=[*dropped, *empty],
            task=task,
            drop_missing_target=0 < n_missing < len(raw),
        )
    if not quiet:
        if empty:
            screen.note(f"Left out, for it has no values: {', '.join(empty)}.")
        if n_missing:
            screen.note(f"Left out {n_missing} of {len(raw)} rows, in which the target {target} is missing.")
    return table


def check_model(path: str) -> None:
    """Refuse a model file that is not there."""
    from hedgerow.tables.suggestions import suggest

    place = Path(path)
    if place.is_file():
        return
    if place.is_dir():
        raise IsADirectoryError(f"{path} is a folder. Name a model file in it.")
    folder = place.parent
    siblings = sorted(each.name for each in folder.glob("*.hdg")) if folder.is_dir() else []
    hint = suggest(place.name, siblings) if siblings else "`hedgerow fit` makes one."
    raise FileNotFoundError(f"There is no model file {path}. {hint}")


def read_raw(source: str) -> pd.DataFrame:
    """Read the cells of a table as they stand there, from a file or, for ``"-"``, as CSV from standard input."""
    from hedgerow.tables.decoding import decode
    from hedgerow.tables.delimited import parse_delimited
    from hedgerow.tables.errors import TableError
    from hedgerow.tables.files import read_file

    if source != STANDARD_INPUT:
        return read_file(Path(source))
    try:
        return parse_delimited(decode(sys.stdin.buffer.read()))
    except TableError as error:
        raise type(error)(f"standard input: {error}") from error
