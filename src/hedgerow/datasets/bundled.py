"""Data sets that come with the package."""

from __future__ import annotations

from importlib.resources import as_file, files
from typing import Any

from hedgerow.tables.table import Table
from hedgerow.tables.table_reader import read_table

# Target and the columns to leave out; see data/README.md for the sources.
BUNDLED: dict[str, dict[str, Any]] = {
    "ionosphere": {"target": "Class"},
    "pima": {"target": "diabetes"},
    "sonar": {"target": "Class"},
    "votes": {"target": "Class"},
    "wbc": {"target": "Class", "drop": "Id"},
}


def load_bundled(name: str, **options: Any) -> Table:
    """Load a bundled UCI data set.

    Parameters
    ----------
    name : str
        A key of ``BUNDLED``.
    **options
        Passed on to `hedgerow.tables.read_table`.

    Returns
    -------
    Table

    Examples
    --------
    >>> load_bundled("wbc")
    Table 'wbc': 699 rows, 9 features (9 number), 16 missing values, target 'Class' (benign 458, malignant
    241)
    """
    with as_file(files("hedgerow.datasets") / "data" / f"{name}.csv") as path:
        return read_table(path, **BUNDLED[name] | options)
