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

    from hedgerow.foundation.target import Task
    from hedgerow.tables import Table

STANDARD_INPUT = "-"
_MODEL_START = b"PK"  # a model file is a zip archive


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
    from hedgerow.tables import ColumnWarning, TableError, read_table

    raw, dropped = read_raw(source), list(drop)
    try:
        raw, dates = _drop_dates(raw, [target, *dropped])
        raw = _read_all(raw, dropped)
        empty = _list_empty(raw, [target, *dropped])
        n_missing = int(raw[target].isna().sum()) if target in raw.columns else 0
        with warnings.catch_warnings():
            # A column that names its rows has the kind "text"; verbs that learn leave it out and say so.
            warnings.simplefilter("ignore", ColumnWarning)
            table = read_table(
                raw,
                target,
                name=name_table(source),
                drop=[*dropped, *empty],
                task=task,
                drop_missing_target=0 < n_missing < len(raw),
            )
    except TableError as error:
        place = "standard input" if source == STANDARD_INPUT else source
        raise type(error)(f"{place}: {error}") from error
    if not quiet:
        _note_columns(raw.drop(columns=dropped), empty, dates)
        if n_missing:
            screen.note(f"Left out {n_missing} of {len(raw)} rows, in which the target {target} is missing.")
    return table


def name_table(source: str) -> str:
    """What the table of a file or of standard input is called.

    Examples
    --------
    >>> name_table("data/pets.csv.gz"), name_table("-")
    ('pets', 'standard input')
    """
    from hedgerow.tables.files import find_name

    return "standard input" if source == STANDARD_INPUT else find_name(Path(source))


def _drop_dates(raw: pd.DataFrame, named: list[str | None]) -> tuple[pd.DataFrame, list[str]]:
    """Leave out the dates of a Parquet file, as those of a text file are, unless somebody named them."""
    found = raw.select_dtypes(["datetime", "datetimetz", "timedelta"])
    dates = [str(name) for name in found.columns if str(name) not in named]
    return raw.drop(columns=dates), dates


def _read_all(raw: pd.DataFrame, dropped: list[str]) -> pd.DataFrame:
    """The cells of all columns but those that nobody wants, with the types they have."""
    import pandas as pd

    from hedgerow.tables.cells import read_cells

    read = {str(name): each if str(name) in dropped else read_cells(each) for name, each in raw.items()}
    return pd.DataFrame(read, index=raw.index)


def _list_empty(read: pd.DataFrame, named: list[str | None]) -> list[str]:
    if read.empty:
        return []
    return [str(name) for name in read.columns[read.isna().all()] if str(name) not in named]


def _note_columns(read: pd.DataFrame, empty: list[str], dates: list[str]) -> None:
    """Say what is odd about columns, and what to do about it."""
    from hedgerow.foundation.wording import count, list_names
    from hedgerow.tables.cells import find_strays

    if empty:
        screen.note(f"Left out, for it has no values: {', '.join(empty)}.")
    if dates:
        screen.note(
            f"Left out, for it holds dates: {', '.join(dates)}. Turn them into numbers to learn from them, such as the "
            "days since an event."
        )
    for name, column in read.items():
        strays = find_strays(column)
        if strays:
            cells = count(int(column.isin(strays).sum()), "cell is", "cells are")
            screen.note(
                f"Column {name} is read as words, for {cells} no number: {list_names(strays)}. Correct or empty such "
                "cells to have numbers."
            )


def check_model(path: str) -> None:
    """Refuse a model file that is not there, or is plainly something else."""
    from hedgerow.foundation.suggestions import suggest

    place = Path(path)
    if place.is_file():
        with place.open("rb") as file:
            start = file.read(len(_MODEL_START))
        if start != _MODEL_START:
            raise ValueError(
                f"{path} is not a model file. The model of `hedgerow fit` comes first, then the table."
            )
        return
    if place.is_dir():
        raise IsADirectoryError(f"{path} is a folder. Name a model file in it.")
    folder = place.parent
    siblings = sorted(each.name for each in folder.glob("*.hdg")) if folder.is_dir() else []
    hint = suggest(place.name, siblings, n_shown=3) if siblings else "`hedgerow fit` makes one."
    raise FileNotFoundError(f"There is no model file {path}. {hint}")


def read_raw(source: str) -> pd.DataFrame:
    """Read the cells of a table as they stand there, from a file or, for ``"-"``, as CSV from standard input."""
    from hedgerow.foundation.table_errors import TableError
    from hedgerow.tables.decoding import decode
    from hedgerow.tables.delimited import parse_delimited
    from hedgerow.tables.files import read_file, unpack

    if source != STANDARD_INPUT:
        return read_file(Path(source))
    try:
        return parse_delimited(decode(unpack(sys.stdin.buffer.read())))
    except TableError as error:
        raise type(error)(f"standard input: {error}") from error
