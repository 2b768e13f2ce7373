"""The way in: CSV, Parquet, ARFF and data frames become a `Table`, and any X a numeric matrix."""

from hedgerow.tables.encoding import FeatureEncoding
from hedgerow.tables.errors import ColumnTypeError, ColumnWarning, MissingFileError, TableError
from hedgerow.tables.reading import read_table
from hedgerow.tables.table import Table

__all__ = [
    "ColumnTypeError",
    "ColumnWarning",
    "FeatureEncoding",
    "MissingFileError",
    "Table",
    "TableError",
    "read_table",
]
