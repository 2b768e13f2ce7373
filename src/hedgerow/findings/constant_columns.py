"""Columns with the same value in every row."""

from __future__ import annotations

from hedgerow.findings.case import Case
from hedgerow.findings.finding import Finding
from hedgerow.foundation.wording import count, list_names


def find_constant_columns(case: Case) -> list[Finding]:
    """A column has one value in all rows; values and gaps together are two."""
    distinct = case.table.features.nunique(dropna=False)
    names = [str(name) for name in distinct.index[distinct <= 1]]
    if not names:
        return []
    sentence = (
        f"{count(len(names), 'column has', 'columns have')} the same value in every row: {list_names(names)}. Nothing "
        "is learned from such a column; leave it out."
    )
    return [Finding("constant-columns", "info", sentence, {"columns": names})]
