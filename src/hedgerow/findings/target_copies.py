"""Columns that are the target under another name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from hedgerow.findings.case import Case
from hedgerow.findings.finding import Finding
from hedgerow.foundation.wording import count, list_names, quote
from hedgerow.tables.table import Table

_FEWEST_ROWS = 20  # of fewer, a column of two values agrees with two classes by chance
_EXACT = 1.0 - 1e-9


def find_target_copies(case: Case) -> list[Finding]:
    """A column tells the class of every row by one value per class, or is a straight line of a numeric target."""
    table = case.table
    names = list_copies(table)
    if not names or table.target is None:
        return []
    how = "it is the target times a number, plus a number"
    if table.task == "classification":
        how = "each of its values goes with one class and each class with one of its values"
    sentence = (
        f"{count(len(names), 'column is a copy', 'columns are copies')} of the target {quote(table.target.name)}: "
        f"{list_names(names)} ({how}). Any score is then meaningless: leave "
        f"{'it' if len(names) == 1 else 'them'} out and fit again."
    )
    return [Finding("target-copies", "serious", sentence, {"columns": names})]


def list_copies(table: Table) -> list[str]:
    """The columns that are the target under another name; none in a table of fewer than 20 rows."""
    if table.target is None or len(table) < _FEWEST_ROWS:
        return []
    is_copy = _renames if table.task == "classification" else _rescales
    return [
        name
        for name, kind in table.kinds.items()
        if kind != "text" and is_copy(table.features[name], table.target)
    ]


def _renames(column: pd.Series[Any], target: pd.Series[Any]) -> bool:
    """Whether values and classes go with each other one to one."""
    if column.isna().any() or column.nunique() != target.nunique():
        return False
    # Numbered by first appearance, two columns that differ by names only are the same.
    return bool(np.array_equal(pd.factorize(column)[0], pd.factorize(target)[0]))


def _rescales(column: pd.Series[Any], target: pd.Series[Any]) -> bool:
    """Whether the correlation is one, to rounding."""
    if column.isna().any() or not pd.api.types.is_numeric_dtype(column.dtype) or column.nunique() < 3:
        return False
    values = column.to_numpy(dtype=np.float64)
    return bool(abs(np.corrcoef(values, target.to_numpy(dtype=np.float64))[0, 1]) > _EXACT)
