"""The table: its size, its columns, its classes or values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from hedgerow.foundation.wording import count, join_words, shorten
from hedgerow.report.values import make_record, round_value, write_short
from hedgerow.tables.table import Table

MAX_COLUMNS = 500
_N_BINS = 24
_N_NAMED = 8
_N_EXAMPLES = 3
_N_READ = 20


def describe_data(table: Table, unused: Sequence[str] = ()) -> dict[str, Any]:
    """Describe a table with a target.

    Parameters
    ----------
    table : Table
        The table.
    unused : sequence of str, default=()
        Columns that the model has not learned from.

    Returns
    -------
    dict
        ``name``, ``target``, ``task``, ``n_rows``, ``n_features``, ``n_missing``, ``kinds``; ``columns`` (at most
        500, with a number ``n_columns_left_out``); ``classes`` (label, count and share) or ``values`` (a histogram);
        ``problems`` in words; ``unused`` columns.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> data = describe_data(datasets.load("wbc"))
    >>> data["n_rows"], data["n_missing"], data["classes"][0]
    (699, 16, {'label': 'benign', 'count': 458, 'share': 0.655222})
    """
    assert table.target is not None
    frame = table.frame()
    columns = frame[frame["role"] == "feature"].drop(columns="role")
    is_number = columns["kind"] == "number"
    columns.loc[is_number, "examples"] = [
        _list_numbers(table.features[name]) for name in columns["name"][is_number]
    ]
    described: dict[str, Any] = {
        "name": table.name,
        "target": str(table.target.name),
        "task": table.task,
        "n_rows": len(table),
        "n_features": table.features.shape[1],
        "n_missing": int(columns["n_missing"].sum()),
        "kinds": {kind: int(number) for kind, number in columns["kind"].value_counts().items()},
        "columns": columns.head(MAX_COLUMNS),
        "n_columns_left_out": max(0, len(columns) - MAX_COLUMNS),
        "problems": _list_problems(table, columns, unused),
        "unused": list(unused),
    }
    if table.task == "classification":
        counts = table.target.value_counts().sort_index()
        described["classes"] = [
            {"label": str(label), "count": int(number), "share": number / len(table)}
            for label, number in counts.items()
        ]
    else:
        values = table.target.to_numpy(dtype=np.float64)
        heights, edges = np.histogram(values, bins=_N_BINS)
        described["values"] = {
            "low": values.min(), "mean": values.mean(), "median": np.median(values), "high": values.max(),
            "edges": edges, "counts": heights,
        }  # fmt: skip
    return make_record(**described)


def _list_numbers(column: pd.Series[Any]) -> str:
    """The first different values, with no more digits than are read."""
    values = dict.fromkeys(round_value(value) for value in column.dropna().head(_N_READ))
    return ", ".join(write_short(value) for value in list(values)[:_N_EXAMPLES])


def _list_problems(table: Table, columns: Any, unused: Sequence[str]) -> list[str]:
    """What is wrong with the columns and is seen without a model."""
    problems = []
    if unused:
        named = join_words([shorten(name, 40) for name in unused[:_N_NAMED]])
        more = ", among others" if len(unused) > _N_NAMED else ""
        problems.append(f"The model does not learn from {count(len(unused), 'column')}: {named}{more}.")
    is_unique = (columns["n_distinct"] == len(table)) & (columns["kind"] != "number")
    faults = {
        "with one value only, which can tell nothing": columns["n_distinct"] <= 1,
        "with more than half of the values missing": columns["n_missing"] > len(table) / 2,
        "of categories with another value in every row": is_unique,
    }
    for words, has_fault in faults.items():
        if has_fault.any():
            problems.append(f"{count(int(has_fault.sum()), 'column')} {words}.")
    n_copies = int(table.features.duplicated().sum())
    if n_copies:
        share = n_copies / len(table)
        problems.append(f"{count(n_copies, 'row')} ({share:.1%}) with the same features as an earlier row.")
    return problems
