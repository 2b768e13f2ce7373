"""What a data set can complain about."""

from __future__ import annotations

from hedgerow.tables import TableError


class DatasetError(TableError):
    """A data set is unknown, not installed, or out of reach; the message says how to get it."""
