"""The way in: a file or a data frame becomes a table."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from hedgerow.foundation.frames import ColumnWarning, TableError, check_names, is_frame, to_pandas
from hedgerow.foundation.target import Task, check_target, find_missing_rows, find_task, to_labels
from hedgerow.foundation.wording import suggest
from hedgerow.tables.cells import MISSING_MARKS, read_cells, to_numbers
from hedgerow.tables.column_choice import note_columns
from hedgerow.tables.delimited import parse_delimited, read_delimited
from hedgerow.tables.files import decode, find_name, is_delimited, read_file, unpack
from hedgerow.tables.table import Kind, Table, find_kind, identifies_rows

if TYPE_CHECKING:
    from hedgerow.foundation.frames import Frame

STANDARD_INPUT = "-"


def read_table(
    source: str | os.PathLike[str] | Frame,
    target: str | None = None,
    *,
    name: str | None = None,
    drop: str | Iterable[str] = (),
    categories: str | Iterable[str] = (),
    numbers: str | Iterable[str] = (),
    task: Task | None = None,
    drop_missing_target: bool = False,
    missing: Collection[str] = MISSING_MARKS,
    delimiter: str | None = None,
    encoding: str | None = None,
) -> Table:
    r"""Read a table from a file or a data frame, and find out what its columns are.

    Strings are read for what they say, wherever they come from: a column of numerals is a number, one of true
    and false a boolean, any other a category. A column that names the rows rather than describing them, or
    holds dates, is kept as text, with a `ColumnWarning`.

    Parameters
    ----------
    source : path, pandas.DataFrame or polars.DataFrame
        A CSV (or semicolon, tab, bar separated), Parquet or ARFF file, or a data frame. Text may be compressed by
        gzip, and have decimal commas or thousands apart.
    target : str, optional
        The column to predict.
    name : str, optional
        What to call the table; by default the name of the file.
    drop : str or iterable of str
        Columns to leave out.
    categories, numbers : str or iterable of str
        Columns whose kind is not to be guessed.
    task : {"classification", "regression"}, optional
        What predicting the target is; by default, strings, booleans and few whole numbers are classes.
    drop_missing_target : bool, default=False
        Whether to leave out rows without a target, instead of refusing them.
    missing : collection of str
        The strings that stand for a missing value.
    delimiter, encoding : str, optional
        How a text file is written; both are detected by default.

    Returns
    -------
    Table

    Raises
    ------
    TableError
        With the place of the trouble and the way out of it.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "pets.csv"
    >>> _ = path.write_text("legs;tame;kind\n4;yes;cat\n2;?;bird\n4;no;cat\n")
    >>> table = read_table(path, target="kind")
    >>> table
    Table 'pets': 3 rows, 2 features (1 number, 1 category), 1 missing value, target 'kind' (bird 1, cat 2)
    >>> table.features["tame"].tolist()
    ['yes', nan, 'no']
    """
    raw, default_name, is_typed = _load(source, delimiter, encoding, missing)
    dropped, categories, numbers = _listed(drop), _listed(categories), _listed(numbers)
    raw = _check_columns(raw, [*_listed(target or ()), *dropped, *categories, *numbers]).drop(columns=dropped)
    columns = {str(name): each if is_typed else read_cells(each, missing) for name, each in raw.items()}
    columns |= {name: to_numbers(columns[name]) for name in numbers}
    columns |= {name: columns[name].astype("category") for name in categories}
    table = _make_table(name or default_name, columns, target, task, numbers, drop_missing_target)
    for text in (column for column, kind in table.kinds.items() if kind == "text"):
        warnings.warn(
            f"Column {text!r} looks like an identifier or free text ({identifies_rows(columns[text])}), "
            f"from which nothing general is learned. Leave it out with drop=[{text!r}], "
            f"or say what it is with categories=[{text!r}] or numbers=[{text!r}].",
            ColumnWarning,
            stacklevel=2,
        )
    return table


@dataclass(frozen=True, eq=False)
class OpenedTable:
    """A table, and what was odd about it. Made by `open_table`.

    Parameters
    ----------
    table : Table
        What is left to work with.
    notes : tuple of str
        What was left out or may be a mistake, and what to do about it, one sentence or two each.
    """

    table: Table
    notes: tuple[str, ...]


def open_table(
    source: str | os.PathLike[str] | Frame,
    target: str | None = None,
    *,
    task: Task | None = None,
    drop: Iterable[str] = (),
) -> OpenedTable:
    """Read a table to learn from: leave out what nothing can be learned from instead of refusing the table.

    Columns of dates, columns without a single value and rows without a target are left out; all but these are read as
    `read_table` does. Columns that name the rows have the kind "text", see `choose_columns`.

    Parameters
    ----------
    source : path, "-", pandas.DataFrame or polars.DataFrame
        What `read_table` reads; ``"-"`` for CSV from standard input.
    target : str or None, default=None
        The column to predict.
    task : {"classification", "regression"} or None, default=None
        What predicting it is; None to find out.
    drop : iterable of str
        Columns to leave out.

    Returns
    -------
    OpenedTable

    Raises
    ------
    TableError
        If the table cannot be read; the message names the place and the way out.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"size": [1.5, 2.5, 3.5], "color": [None] * 3, "kind": ["a", "b", None]})
    >>> opened = open_table(frame, "kind")
    >>> len(opened.table), list(opened.table.features)
    (2, ['size'])
    >>> for note in opened.notes:
    ...     print(note)
    Left out because it has no values: color.
    Left out 1 of 3 rows because the target kind is missing there.
    """
    raw, name, is_typed = _load(source, None, None, MISSING_MARKS)
    try:
        raw = _check_columns(raw, [*_listed(target or ()), *_listed(drop)]).drop(columns=_listed(drop))
        # What a Parquet file or a data frame declares to be dates.
        declared = raw.select_dtypes(["datetime", "datetimetz", "timedelta"])
        dates = [str(name) for name in declared if not is_typed and str(name) != target]
        columns = {
            str(name): each if is_typed else read_cells(each)
            for name, each in raw.drop(columns=dates).items()
        }
        empty = [key for key, each in columns.items() if key != target and each.isna().all()]
        notes = note_columns(columns, empty=empty, dates=dates)
        n_missing = int(columns[target].isna().sum()) if target in columns else 0
        if n_missing:
            notes.append(
                f"Left out {n_missing} of {len(raw)} rows because the target {target} is missing there."
            )
        columns = {key: each for key, each in columns.items() if key not in empty}
        table = _make_table(name, columns, target, task, [], 0 < n_missing < len(raw))
    except TableError as error:
        if is_frame(source):
            raise
        raise type(error)(f"{'standard input' if source == STANDARD_INPUT else source}: {error}") from error
    return OpenedTable(table, tuple(notes))


def read_words(source: str) -> pd.DataFrame:
    """Read the cells of a file as they stand there; ``"-"`` reads CSV from standard input."""
    return read_file(Path(source)) if source != STANDARD_INPUT else _read_standard_input(parse_delimited)


def name_table(source: str) -> str:
    """What the table of a file or of standard input is called.

    Examples
    --------
    >>> name_table("data/pets.csv.gz"), name_table("-")
    ('pets', 'standard input')
    """
    return "standard input" if source == STANDARD_INPUT else find_name(Path(source))


def _load(
    source: str | os.PathLike[str] | Frame,
    delimiter: str | None,
    encoding: str | None,
    missing: Collection[str],
) -> tuple[pd.DataFrame, str, bool]:
    """The columns, the name of the table, and whether the columns have the types of their cells already."""
    if is_frame(source):
        return to_pandas(source), "table", False
    if source == STANDARD_INPUT:
        return _read_standard_input(read_delimited), name_table(STANDARD_INPUT), True
    if not isinstance(source, str | os.PathLike):
        raise TableError(f"A table is read from a path or a data frame, not from {type(source).__name__}.")
    path = Path(source)
    raw = read_file(path, delimiter=delimiter, encoding=encoding, missing=missing, as_words=False)
    return raw, find_name(path), is_delimited(path)


def _read_standard_input(parse: Callable[[str], pd.DataFrame]) -> pd.DataFrame:
    try:
        return parse(decode(unpack(sys.stdin.buffer.read())))
    except TableError as error:
        raise type(error)(f"standard input: {error}") from error


def _make_table(
    name: str,
    columns: dict[str, pd.Series[Any]],
    target: str | None,
    task: Task | None,
    numbers: Collection[str],
    drop_missing_target: bool,
) -> Table:
    answers, chosen_task = None, None
    if target is not None:
        columns, answers, chosen_task = _split_target(columns, target, task, drop_missing_target)
    kinds: dict[str, Kind] = {
        key: "number" if key in numbers else find_kind(column) for key, column in columns.items()
    }
    _check_values(columns)
    typed = {
        key: column.astype("category") if kinds[key] == "category" else column
        for key, column in columns.items()
    }
    return Table(name, pd.DataFrame(typed), answers, kinds, chosen_task)


def _listed(names: str | Iterable[str]) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def _check_columns(frame: pd.DataFrame, wanted: list[str]) -> pd.DataFrame:
    names = [str(name) for name in frame.columns]
    check_names(names)
    for name in wanted:
        if name not in names:
            raise TableError(f"There is no column {name!r}. {suggest(name, names)}")
    if frame.empty:
        raise TableError("The table has column names but no rows. Add at least one row below the header.")
    return frame.set_axis(names, axis=1)


def _split_target(
    columns: dict[str, pd.Series[Any]], name: str, task: Task | None, drop_missing: bool
) -> tuple[dict[str, pd.Series[Any]], pd.Series[Any], Task]:
    if name not in columns:
        raise TableError(f"Column {name!r} is both the target and dropped. Keep it, or name another target.")
    if drop_missing and len(find_missing_rows(columns[name])):
        present = columns[name].notna().to_numpy()
        columns = {key: column.loc[present] for key, column in columns.items()}
    target = columns[name]
    check_target(target)
    _check_finite(target)
    task = task or find_task(target)
    features = {key: column for key, column in columns.items() if key != name}
    return features, to_labels(target) if task == "classification" else to_numbers(target), task


def _check_values(columns: dict[str, pd.Series[Any]]) -> None:
    if not columns:
        raise TableError("No column is left to learn from. Drop fewer columns, or name another target.")
    empty = [name for name, column in columns.items() if column.isna().all()]
    if empty:
        listed = ", ".join(map(repr, empty))
        raise TableError(f"Without a single value: column {listed}. Leave it out with drop=[{listed}].")
    for column in columns.values():
        _check_finite(column)


def _check_finite(column: pd.Series[Any]) -> None:
    if column.dtype.kind == "f" and (infinite := np.isinf(column.to_numpy())).any():
        row = int(infinite.argmax())
        raise TableError(
            f"Column {column.name!r} holds {column.iloc[row]} in row {row + 1}. "
            "Replace infinite values by a missing or a large finite one."
        )
