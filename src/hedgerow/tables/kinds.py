"""What a column is to a learner: a number, a category, a boolean, or text of no use to it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import pandas as pd

Kind = Literal["number", "category", "boolean", "text"]

_IDENTIFIER = re.compile(r"(?:.*[\W_])?(?:id|uuid|guid|key|index)|.*[a-z]I[dD]", re.DOTALL)
# With fewer values than this, that all of them differ is no surprise.
_FEWEST_TELLING = 20
_NEARLY_ALL = 0.9
_SENTENCE_LENGTH = 40
_DATE = re.compile(
    r"(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{1,2}/\d{1,2}/\d{2})(?:[T ]+\d{1,2}:\d{2}.*)?"
)


def find_kind(column: pd.Series[Any]) -> Kind:
    """Name the kind of a column whose cells have been read.

    Examples
    --------
    >>> import pandas as pd
    >>> find_kind(pd.Series([1.5, 2.5])), find_kind(pd.Series(["a", "b"])), find_kind(pd.Series([True]))
    ('number', 'category', 'boolean')
    >>> find_kind(pd.Series(range(5), name="patient_id"))
    'text'
    """
    import pandas as pd
    from pandas.api import types

    if isinstance(column.dtype, pd.CategoricalDtype):
        return "category"
    if types.is_bool_dtype(column.dtype):
        return "boolean"
    if identifies_rows(column) is not None:
        return "text"
    return "number" if types.is_numeric_dtype(column.dtype) else "category"


def identifies_rows(column: pd.Series[Any]) -> str | None:
    """Say why a column names its rows instead of describing them, or return None when it does not.

    An identifier has a name that says so and no value twice, or numbers the rows; nearly all of its strings,
    or most of its long ones, differ. Dates name the time of a row: a new row has a new one.

    Examples
    --------
    >>> import pandas as pd
    >>> identifies_rows(pd.Series(range(100), name="case"))
    'it numbers the rows'
    """
    from pandas.api import types

    present = column.dropna()
    if types.is_float_dtype(column.dtype) or len(present) < 2:
        return None
    n_distinct = present.nunique()
    if n_distinct == len(present) and _IDENTIFIER.fullmatch(_uncapitalise(str(column.name))):
        return "no value occurs twice"
    if all(isinstance(value, str) and _DATE.fullmatch(value) for value in present.unique()):
        return "it holds dates"
    if len(present) < _FEWEST_TELLING:
        return None
    if types.is_integer_dtype(column.dtype):
        return "it numbers the rows" if (present.diff().iloc[1:] == 1).all() else None
    return _resembles_prose(present, n_distinct)


def _resembles_prose(present: pd.Series[Any], n_distinct: int) -> str | None:
    share = n_distinct / len(present)
    if share >= _NEARLY_ALL:
        return f"{n_distinct} of its {len(present)} values are distinct"
    if share >= 0.5 and present.str.len().mean() >= _SENTENCE_LENGTH:
        return "it holds free text"
    return None


def _uncapitalise(name: str) -> str:
    return name.lower() if name.isupper() or name.istitle() else name
