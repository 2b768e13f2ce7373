"""The way in: CSV, Parquet, ARFF and data frames become a `Table`, and any X a numeric matrix.

What every estimator needs is here; what reads files is loaded when it is named.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.table_errors import ColumnTypeError, ColumnWarning, MissingFileError, TableError

if TYPE_CHECKING:
    from hedgerow.tables.reading import OpenedTable, open_table, read_table
    from hedgerow.tables.table import Table

_HOME = {"Table": "table", "OpenedTable": "reading", "open_table": "reading", "read_table": "reading"}

__all__ = [
    "ColumnTypeError",
    "ColumnWarning",
    "FeatureEncoding",
    "MissingFileError",
    "OpenedTable",
    "Table",
    "TableError",
    "open_table",
    "read_table",
]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"hedgerow.tables.{_HOME[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
