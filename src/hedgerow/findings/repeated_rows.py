"""Rows that occur more than once."""

from __future__ import annotations

import pandas as pd

from hedgerow.findings.case import Case
from hedgerow.findings.finding import Finding
from hedgerow.foundation.wording import count, share

# Two rows of fine measurements are never the same by chance, so one in a hundred is a fault of the collection; five
# answers of three values each repeat by themselves.
_SOME, _MANY = 0.01, 0.05


def find_repeated_rows(case: Case) -> list[Finding]:
    """Rows repeat earlier ones in all columns but identifiers: one in 100 where a column is fine, else one in 20.

    Coarse columns repeat by themselves. A column is fine when more than half of its values differ.
    """
    table = case.table
    columns = table.features[case.describing]
    if columns.empty:
        return []
    whole = columns if table.target is None else pd.concat([columns, table.target], axis=1)
    repeated = int(whole.duplicated().sum())
    n_rows = len(table)
    is_fine = bool((columns.nunique() > n_rows / 2).any())
    if repeated < (_SOME if is_fine else _MANY) * n_rows:
        return []
    contradicted = int(columns.duplicated(keep=False).sum()) - int(whole.duplicated(keep=False).sum())
    sentence = (
        f"{count(repeated, 'row repeats', 'rows repeat')} an earlier row in every column "
        f"({share(repeated / n_rows)} of {n_rows:,}). Copies on both sides of a split make scores too good: remove "
        "them, or keep copies together in one fold."
    )
    if not is_fine:
        sentence += " The columns have few values each, so some of this may be coincidence."
    evidence = {
        "n_repeated": repeated,
        "n_rows": n_rows,
        "share": repeated / n_rows,
        "n_same_features_other_target": contradicted,
    }
    return [Finding("repeated-rows", "warning" if is_fine else "info", sentence, evidence)]
