"""Columns that repeat another column."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from hedgerow.findings.case import Case
from hedgerow.findings.finding import Finding
from hedgerow.foundation.wording import count, quote


def find_duplicate_columns(case: Case) -> list[Finding]:
    """Two columns have equal numbers in every row, or categories that are the same but for their names."""
    groups: dict[tuple[str, bytes], list[str]] = {}
    for name, kind in case.table.kinds.items():
        column = case.table.features[name]
        if column.nunique(dropna=False) > 1:
            groups.setdefault(_print_of(column, kind), []).append(name)
    same = [names for names in groups.values() if len(names) > 1]
    if not same:
        return []
    spare = sum(len(names) - 1 for names in same)
    shown = "; ".join(" = ".join(map(quote, names[:3])) for names in same[:3])
    sentence = (
        f"{count(spare, 'column repeats', 'columns repeat')} another one: {shown}. Copies share the credit, so "
        "each looks less important than it is; keep one of them."
    )
    return [Finding("duplicate-columns", "info", sentence, {"groups": same})]


def _print_of(column: pd.Series[Any], kind: str) -> tuple[str, bytes]:
    """What two columns have in common exactly when they are copies."""
    if kind == "number":
        # Adding zero makes -0.0 the same as 0.0.
        return kind, (column.to_numpy(dtype=np.float64, na_value=np.nan) + 0.0).tobytes()
    if kind == "text":
        # Values of identifiers all differ, so numbered by appearance all identifiers would be copies.
        return kind, "\0".join(map(str, column)).encode("utf-8", "surrogatepass")
    return "category", pd.factorize(column)[0].tobytes()
