"""A data set complains like a table."""

from hedgerow.datasets import DatasetError
from hedgerow.tables import TableError


def test_dataset_errors_are_table_errors():
    assert issubclass(DatasetError, TableError)
