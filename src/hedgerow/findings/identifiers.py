"""Columns that name rows instead of describing them."""

from __future__ import annotations

from typing import Any

import pandas as pd

from hedgerow.findings.case import Case
from hedgerow.findings.finding import Finding
from hedgerow.foundation.wording import count, list_names, quote
from hedgerow.tables.table import identifies_rows

_FEWEST_TELLING = 20


def find_identifiers(case: Case) -> list[Finding]:
    """A column is an identifier by its name and values, free text, or the numbers of the rows in any order."""
    features = case.table.features
    names = [
        name
        for name, kind in case.table.kinds.items()
        if kind == "text" or (kind == "number" and _numbers_rows(features[name]))
    ]
    if not names:
        return []
    reasons = {
        name: identifies_rows(features[name]) or "it numbers the rows, in another order" for name in names
    }
    first = names[0]
    sentence = (
        f"{count(len(names), 'column seems to name rows', 'columns seem to name rows')} instead of describing them: "
        f"{list_names(names)} (of {quote(first)}: {reasons[first]}). New rows have new names, so what is learned from "
        "it does not carry over, and it can leak the order in which rows were collected; leave it out."
    )
    return [Finding("identifiers", "warning", sentence, {"columns": names, "reasons": reasons})]


def _numbers_rows(column: pd.Series[Any]) -> bool:
    """Whether whole numbers without a gap name each row once."""
    if len(column) < _FEWEST_TELLING or not pd.api.types.is_integer_dtype(column.dtype):
        return False
    return bool(column.is_unique and int(column.max()) - int(column.min()) + 1 == len(column))
