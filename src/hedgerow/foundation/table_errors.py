"""What a table can complain about."""

from __future__ import annotations


class TableError(ValueError):
    """A table cannot be read or used; the message says where and what to do."""


class MissingFileError(TableError, FileNotFoundError):
    """The file is not there. Caught as a `TableError` and as a `FileNotFoundError`."""


class ColumnTypeError(TableError, TypeError):
    """A column holds things that are neither numbers, categories, booleans nor text."""


class ColumnWarning(UserWarning):
    """A column was read, but is probably of no use to a model: an identifier or free text."""
