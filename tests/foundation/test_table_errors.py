"""Every complaint can be caught as what a caller expects it to be."""

import pytest

from hedgerow.tables import ColumnTypeError, ColumnWarning, MissingFileError, TableError


@pytest.mark.parametrize(
    ("error", "bases"),
    [
        (TableError, (ValueError,)),
        (MissingFileError, (TableError, FileNotFoundError)),
        (ColumnTypeError, (TableError, TypeError)),
        (ColumnWarning, (UserWarning,)),
    ],
)
def test_a_complaint_is_also_a_standard_exception(error, bases):
    assert all(issubclass(error, base) for base in bases)
    assert str(error("what to do")) == "what to do"
