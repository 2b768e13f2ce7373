"""The files that a verb reads and writes: a table, a model, and results that are complete or not there."""

from __future__ import annotations

import csv
import gzip
import importlib.util
import io
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hedgerow.cli import screen
from hedgerow.foundation.atomic_file import goes_through, replacing
from hedgerow.foundation.wording import suggest

if TYPE_CHECKING:
    import pandas as pd

    from hedgerow.foundation.target import Task
    from hedgerow.tables.table import Table


_MODEL_START = b"PK"  # a model file is a zip archive


def open_noted(
    source: str,
    target: str | None = None,
    *,
    task: Task | None = None,
    drop: Iterable[str] = (),
    quiet: bool = False,
) -> Table:
    """Open the table that a verb works on; unless it is to be quiet, what is odd about it goes to standard error."""
    from hedgerow.tables import open_table

    opened = open_table(source, target, task=task, drop=drop)
    screen.note(*opened.notes, quiet=quiet)
    return opened.table


def check_model(path: str) -> None:
    """Refuse a model file that is not there, or is plainly something else."""
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


@dataclass(frozen=True, eq=False)
class Recalled:
    """A model and its table.

    Parameters
    ----------
    model : estimator
        The fitted model.
    table : Table
        The learned columns in the learned order, and the target where the table has it.
    seen : bool
        Whether these are the rows that the model was fitted on.
    """

    model: Any
    table: Table
    seen: bool


def recall(
    path: str,
    source: str,
    *,
    target: str | None = None,
    row: int | None = None,
    n_jobs: int | None = None,
    quiet: bool = False,
) -> Recalled:
    """Load a model, and read a table for it; what is odd about the columns goes to standard error.

    Parameters
    ----------
    path : str
        The model file.
    source : str
        The table: a path, or ``"-"`` for CSV from standard input.
    target : str or None, default=None
        The column with the known answers; None for that which the model was fitted to.
    row : int or None, default=None
        A row that has to be kept; if its target is missing, the table is taken to have no target.
    n_jobs : int or None, default=None
        Threads of the model.
    quiet : bool, default=False
        Whether to say nothing.

    Returns
    -------
    Recalled
        With rows whose target is missing left out.

    Raises
    ------
    ModelFileError, TableError
        If one cannot be read, or they do not fit together.
    """
    from hedgerow.saving import read_manifest
    from hedgerow.saving.model_file import load_model
    from hedgerow.tables import TableError
    from hedgerow.tables.column_choice import match_columns, recall_columns, recall_others
    from hedgerow.tables.table import Table, find_kind
    from hedgerow.tables.table_reader import name_table, read_words
    from hedgerow.trials.inspection import is_training_table

    check_model(path)
    manifest = read_manifest(path)
    described, learned = recall_columns(manifest)
    raw = read_words(source)
    name = target or learned
    if target is not None and target not in raw.columns:
        raise TableError(
            f"There is no column {target!r}. {suggest(target, [str(each) for each in raw.columns])}"
        )
    features, notes = match_columns(raw, described, ignored=[name, *recall_others(manifest)])
    model = load_model(path)
    if "n_jobs" in model.get_params(deep=False):
        model.set_params(n_jobs=n_jobs)
    answers = _read_answers(raw[name], model) if name in raw.columns else None
    if answers is not None and row is not None and row in answers.index and answers.isna()[row]:
        answers = None
    if answers is not None and answers.isna().any():
        known = answers.notna().to_numpy()
        notes.append(
            f"Left out {int((~known).sum())} of {len(raw)} rows, in which the target {name} is missing."
        )
        features, answers = features[known], answers[known]
    if answers is not None and hasattr(model, "classes_"):
        answers = _to_known_labels(answers, model)
    screen.note(*notes, quiet=quiet)
    table = Table(
        name=name_table(source),
        features=features,
        target=answers,
        kinds={str(each): find_kind(features[each]) for each in features},
        task="classification" if hasattr(model, "classes_") else "regression",
    )
    return Recalled(model, table, seen=is_training_table(manifest["summary"], features))


def _read_answers(column: pd.Series[Any], model: Any) -> pd.Series[Any]:
    from hedgerow.tables.cells import read_cells, to_numbers

    answers = read_cells(column)
    return answers if hasattr(model, "classes_") else to_numbers(answers)


def _to_known_labels(answers: pd.Series[Any], model: Any) -> pd.Series[Any]:
    """The labels as the model knows them; one that it does not know is refused."""
    from hedgerow.tables import TableError

    known = {str(label): label for label in model.classes_.tolist()}
    # A column of whole numbers with a gap was read as floats: 1.0 is class 1.
    words = [
        str(int(label)) if isinstance(label, float) and label.is_integer() else str(label)
        for label in answers
    ]
    words = [word if word in known else str(label) for word, label in zip(words, answers, strict=True)]
    unknown = sorted({word for word in words if word not in known})
    if unknown:
        raise TableError(
            f"Target {answers.name!r} holds {unknown[0]!r}, a class that the model was not fitted on; it knows "
            f"{', '.join(list(known)[:8])}. Leave such rows out, or fit again."
        )
    import pandas as pd

    return pd.Series([known[word] for word in words], index=answers.index, name=answers.name)


_FORMULAS = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
TABLE_ENDINGS = (".csv", ".tsv", ".csv.gz", ".tsv.gz", ".parquet", ".pq")


def check_place(path: str) -> None:
    """Refuse a place that nothing can be written to, before any work is done.

    Raises
    ------
    OSError
        If the folder is not there or cannot be written to, or the path is a folder.
    """
    if goes_through(path):
        if not os.access(path, os.W_OK):
            raise PermissionError(f"Nothing can be written to {path}. Name another place.")
        return
    place = Path(os.path.realpath(path)) if Path(path).is_symlink() else Path(path)
    if not place.parent.is_dir():
        raise FileNotFoundError(f"There is no folder {place.parent} to write {place.name} to. Make it first.")
    if not os.access(place.parent, os.W_OK):
        raise PermissionError(f"Nothing can be written to {place.parent}. Name another folder.")


def check_table_place(path: str) -> None:
    """Refuse a place that no table can be written to, before any work is done.

    Raises
    ------
    OSError
        As `check_place`.
    ValueError
        If the ending is not that of a table.
    ImportError
        If it is Parquet's, and pyarrow is not there to write it.
    """
    ending = _find_ending(path)
    if ending in (".parquet", ".pq") and importlib.util.find_spec("pyarrow") is None:
        raise ImportError("Parquet files need pyarrow. Install it (pip install pyarrow), or write a .csv.")
    check_place(path)


def write_table(path: str, frame: pd.DataFrame) -> None:
    """Write a table as the ending of its name says, as a whole or not at all."""
    ending = _find_ending(path)
    if ending in (".parquet", ".pq"):
        buffer = io.BytesIO()
        frame.to_parquet(buffer, index=False)
        content = buffer.getvalue()
    else:
        content = make_csv(frame, "," if ending.startswith(".csv") else "\t").encode()
        if ending.endswith(".gz"):
            content = gzip.compress(content, mtime=0)  # the same table gives the same file
    check_place(path)
    with replacing(path) as file:
        file.write(content)


def make_csv(frame: pd.DataFrame, separator: str = ",") -> str:
    r"""A table as text whose cells a spreadsheet takes for what they are.

    Words that begin with ``=``, ``+``, ``-``, ``@``, a tab or a carriage return and are no numbers would be computed
    there as formulas; they get an apostrophe in front.

    Examples
    --------
    >>> import pandas as pd
    >>> make_csv(pd.DataFrame({"size": [-1.5, 2.0], "kind": ["=1+1", "-3"]}))
    "size,kind\n-1.5,'=1+1\n2.0,-3\n"
    """
    safe = frame.rename(columns=_make_safe)
    quoting: Any = csv.QUOTE_MINIMAL
    for place in range(frame.shape[1]):
        column = frame.iloc[:, place]
        words = (
            []
            if column.dtype.kind in "biufc"
            else [each for each in column.unique() if isinstance(each, str)]
        )
        if any(each != _make_safe(each) for each in words):
            safe.isetitem(place, column.map(_make_safe).to_numpy())
        if any("\r" in each for each in [str(frame.columns[place]), *words]):
            quoting = csv.QUOTE_NONNUMERIC  # a bare return would begin a new row
    return str(safe.to_csv(index=False, sep=separator, lineterminator="\n", quoting=quoting))


def _make_safe(cell: Any) -> Any:
    is_formula = isinstance(cell, str) and cell.startswith(_FORMULAS) and not _NUMBER.fullmatch(cell)
    return f"'{cell}" if is_formula else cell


def _find_ending(path: str) -> str:
    name = Path(path).name.lower()
    for ending in TABLE_ENDINGS:
        if name.endswith(ending) and name != ending:
            return ending
    *others, last = TABLE_ENDINGS
    raise ValueError(
        f"{path} does not name a format for tables. Let its name end in {', '.join(others)} or {last}."
    )
