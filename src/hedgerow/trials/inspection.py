"""A look at a table before anything is learned from it, and what tells it from another."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from hedgerow.foundation.frames import take_fields
from hedgerow.foundation.wording import count, join_words, share
from hedgerow.tables import TableError
from hedgerow.tables.column_choice import ColumnChoice, choose_columns
from hedgerow.tables.table import Table

_FEW_ROWS = 5
_N_NAMED = 8
_N_DIGITS = 32


@dataclass(frozen=True)
class Inspection:
    """What a table holds, and what of it is of no use.

    Parameters
    ----------
    name, target, task : str
        The table, the column to predict, and whether it holds classes or numbers.
    n_rows, n_columns : int
        Its size, without the target.
    kinds : mapping of str to str
        The kind of each column: number, category, boolean or text.
    missing : mapping of str to int
        How many values are missing, of the columns in which some are.
    choice : ColumnChoice
        The columns to learn from, and why others are left out.
    classes : mapping of str to int or None
        Rows of each class, the most common first; None for numbers.
    values : tuple of float or None
        Least, mean and greatest number to predict; None for classes.
    """

    name: str
    target: str
    task: str
    n_rows: int
    n_columns: int
    kinds: Mapping[str, str]
    missing: Mapping[str, int]
    choice: ColumnChoice
    classes: Mapping[str, int] | None
    values: tuple[float, float, float] | None

    @property
    def n_missing(self) -> int:
        """Missing values in all columns together."""
        return sum(self.missing.values())

    def sentences(self) -> list[str]:
        """What is worth saying about the table, one sentence each."""
        said = [f"{count(self.n_rows, 'row')}, {count(self.n_columns, 'column')}; {self._say_target()}."]
        labels = list(self.classes or ())
        if len(labels) > 2 and all(label.removeprefix("-").isdecimal() for label in labels):
            said.append(
                f"The numbers of {self.target} are read as classes; --task regression reads them as numbers."
            )
        if self.missing:
            gaps = share(self.n_missing / (self.n_rows * max(self.n_columns, 1)))
            named = join_words(list(self.missing), _N_NAMED)
            said.append(f"{self.n_missing:,} values are missing ({gaps}), in {named}.")
        said += self.choice.sentences()
        rare = [label for label, n_rows in (self.classes or {}).items() if n_rows < _FEW_ROWS]
        if rare:
            said.append(f"Fewer than {_FEW_ROWS} rows have the class {join_words(rare, _N_NAMED)}.")
        return said

    def to_dict(self) -> dict[str, Any]:
        """The record as numbers, words, lists and mappings."""
        return {
            **take_fields(
                self, "name", "target", "task", "n_rows", "n_columns", "n_missing", "missing", "kinds"
            ),
            "constant": list(self.choice.constant),
            "identifiers": list(self.choice.identifiers),
            "classes": self.classes,
            "values": None if self.values is None else list(self.values),
        }

    def _say_target(self) -> str:
        if self.values is not None:
            least, mean, greatest = self.values
            return f"{self.target} is a number, {least:g} to {greatest:g}, on average {mean:g}"
        assert self.classes is not None
        label, most = next(iter(self.classes.items()))
        return (
            f"{self.target} has {len(self.classes)} classes, the most common one is {label} "
            f"({share(most / self.n_rows)} of the rows)"
        )


def inspect_table(table: Table) -> Inspection:
    """Look at a table before anything is learned from it.

    Parameters
    ----------
    table : Table
        A table with a target.

    Returns
    -------
    Inspection

    Raises
    ------
    TableError
        If there is no target, or no column to learn from.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> inspect_table(datasets.load("wbc")).sentences()[0]
    '699 rows, 9 columns; Class has 2 classes, the most common one is benign (65.5 % of the rows).'
    """
    if table.target is None or table.task is None:
        raise TableError(f"{table.name} has no target. Name the column to predict.")
    features, target = table.features, table.target
    n_missing = features.isna().sum()
    is_class = table.task == "classification"
    return Inspection(
        name=table.name,
        target=str(target.name),
        task=table.task,
        n_rows=len(table),
        n_columns=features.shape[1],
        kinds=dict(table.kinds),
        missing={str(name): int(count) for name, count in n_missing.items() if count},
        choice=choose_columns(table),
        classes=_count_classes(target) if is_class else None,
        values=None if is_class else (float(target.min()), float(target.mean()), float(target.max())),
    )


def take_fingerprint(features: pd.DataFrame) -> str:
    """Digits that tell one table from another: they are the same for the same values in the same places.

    A number is the same as an int or as a float, a category is the same as the word for it, and missing is missing.

    Parameters
    ----------
    features : DataFrame
        Numbers and categories.

    Returns
    -------
    str

    Examples
    --------
    >>> table = pd.DataFrame({"size": [1, 2], "color": pd.Categorical(["red", None])})
    >>> words = pd.DataFrame({"size": [1.0, 2.0], "color": ["red", None]})
    >>> take_fingerprint(table) == take_fingerprint(words) != take_fingerprint(table.iloc[::-1])
    True
    """
    plain = {str(place): _write_plainly(column) for place, (_, column) in enumerate(features.items())}
    digest = hashlib.sha256("\0".join(str(name) for name in features.columns).encode())
    digest.update(pd.util.hash_pandas_object(pd.DataFrame(plain), index=False).to_numpy().tobytes())
    return digest.hexdigest()[:_N_DIGITS]


def _write_plainly(column: pd.Series[Any]) -> pd.Series[Any]:
    if pd.api.types.is_numeric_dtype(column.dtype):
        return column.astype(np.float64)
    return column.astype(object).where(column.notna(), None).map(str)


def is_training_table(summary: Mapping[str, Any], features: pd.DataFrame) -> bool:
    """Tell whether these are the rows that a model was fitted on.

    Parameters
    ----------
    summary : mapping
        The summary of a model file that ``hedgerow fit`` wrote; without a fingerprint in it, nothing is known.
    features : DataFrame
        The columns that the model has learned from, in their order.

    Returns
    -------
    bool

    Examples
    --------
    >>> table = pd.DataFrame({"size": [1.5, 2.5]})
    >>> summary = {"fingerprint": take_fingerprint(table)}
    >>> is_training_table(summary, table), is_training_table(summary, table + 1), is_training_table({}, table)
    (True, False, False)
    """
    known = summary.get("fingerprint")
    return known is not None and known == take_fingerprint(features)


def _count_classes(target: pd.Series[Any]) -> dict[str, int]:
    counts = target.value_counts()
    ordered = sorted(counts.items(), key=lambda item: (-item[1], str(item[0])))
    return {str(label): int(count) for label, count in ordered}
