"""The way in: a file or a data frame becomes a table."""

from __future__ import annotations

import os
import warnings
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hedgerow.foundation.frames import check_names, is_frame, to_pandas
from hedgerow.foundation.suggestions import suggest
from hedgerow.foundation.table_errors import ColumnWarning, TableError
from hedgerow.foundation.target import Task, check_target, find_missing_rows, find_task, to_labels
from hedgerow.tables.cells import MISSING_MARKS, read_cells, to_numbers
from hedgerow.tables.files import find_name, read_file
from hedgerow.tables.kinds import Kind, find_kind, identifies_rows
from hedgerow.tables.table import Table

if TYPE_CHECKING:
    import pandas as pd

    from hedgerow.foundation.frames import Frame


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
    if is_frame(source):
        raw, default_name = to_pandas(source), "table"
    elif isinstance(source, str | os.PathLike):
        path = Path(source)
        raw = read_file(path, delimiter=delimiter, encoding=encoding, missing=missing)
        default_name = find_name(path)
    else:
        raise TableError(f"A table is read from a path or a data frame, not from {type(source).__name__}.")
    dropped, categories, numbers = _listed(drop), _listed(categories), _listed(numbers)
    raw = _check_columns(raw, [*_listed(target or ()), *dropped, *categories, *numbers]).drop(columns=dropped)
    columns = {str(name): read_cells(column, missing) for name, column in raw.items()}
    columns |= {name: to_numbers(columns[name]) for name in numbers}
    columns |= {name: columns[name].astype("category") for name in categories}
    answers, chosen_task = None, None
    if target is not None:
        columns, answers, chosen_task = _split_target(columns, target, task, drop_missing_target)
    kinds: dict[str, Kind] = {
        name: "number" if name in numbers else find_kind(columns[name]) for name in columns
    }
    _check_values(columns)
    _warn_of_text(columns, kinds)
    return Table(name or default_name, _to_features(columns, kinds), answers, kinds, chosen_task)


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
    import numpy as np

    if column.dtype.kind == "f" and (infinite := np.isinf(column.to_numpy())).any():
        row = int(infinite.argmax())
        raise TableError(
            f"Column {column.name!r} holds {column.iloc[row]} in row {row + 1}. "
            "Replace infinite values by a missing or a large finite one."
        )


def _warn_of_text(columns: dict[str, pd.Series[Any]], kinds: dict[str, Kind]) -> None:
    for name in (name for name, kind in kinds.items() if kind == "text"):
        warnings.warn(
            f"Column {name!r} looks like an identifier or free text ({identifies_rows(columns[name])}), "
            f"from which nothing general is learned. Leave it out with drop=[{name!r}], "
            f"or say what it is with categories=[{name!r}] or numbers=[{name!r}].",
            ColumnWarning,
            stacklevel=3,
        )


def _to_features(columns: dict[str, pd.Series[Any]], kinds: dict[str, Kind]) -> pd.DataFrame:
    import pandas as pd

    typed = {
        name: column.astype("category") if kinds[name] == "category" else column
        for name, column in columns.items()
    }
    return pd.DataFrame(typed)
