"""A table: features, a target, and the kind of each column."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import pandas as pd
from pandas.api import types

from hedgerow.foundation.target import Task
from hedgerow.foundation.wording import count

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
    present = column.dropna()
    if types.is_float_dtype(column.dtype) or len(present) < 2:
        return None
    n_distinct, name = present.nunique(), str(column.name)
    plain = name.lower() if name.isupper() or name.istitle() else name
    if n_distinct == len(present) and _IDENTIFIER.fullmatch(plain):
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


@dataclass(frozen=True, eq=False, repr=False)
class Table:
    """Features and a target, with a kind for every column.

    Attributes
    ----------
    name : str
        What the table is called in reports.
    features : pandas.DataFrame
        Every column but the target: numbers, categories (of dtype ``category``), booleans, or text.
    target : pandas.Series or None
        Labels or numbers, none of them missing.
    kinds : mapping of str to {"number", "category", "boolean", "text"}
        The kind of each feature.
    task : {"classification", "regression"} or None
        What predicting the target is; None without target.

    Examples
    --------
    >>> import pandas as pd
    >>> from hedgerow import read_table
    >>> columns = {"size": [1.5, None, 2.5], "color": ["red", "blue", "red"], "good": ["y", "n", "y"]}
    >>> table = read_table(pd.DataFrame(columns), "good", name="shop")
    >>> table
    Table 'shop': 3 rows, 2 features (1 number, 1 category), 1 missing value, target 'good' (n 1, y 2)
    >>> table.frame()
        name      role      kind  n_distinct  n_missing   examples
    0   size   feature    number           2          1   1.5, 2.5
    1  color   feature  category           2          0  red, blue
    2   good    target  category           2          0       y, n
    """

    name: str
    features: pd.DataFrame
    target: pd.Series[Any] | None
    kinds: Mapping[str, Kind]
    task: Task | None

    def __len__(self) -> int:
        return len(self.features)

    def __repr__(self) -> str:
        counts = Counter(self.kinds.values())
        kinds = ", ".join(f"{number:,} {kind}" for kind, number in counts.items())
        parts = [
            count(len(self), "row"),
            f"{count(len(self.kinds), 'feature')} ({kinds})" if kinds else "0 features",
        ]
        n_missing = int(self.features.isna().to_numpy().sum())
        if n_missing:
            parts.append(count(n_missing, "missing value"))
        if self.target is not None:
            parts.append(f"target {self.target.name!r} ({self._summarise_target()})")
        return f"Table {self.name!r}: {', '.join(parts)}"

    def _summarise_target(self) -> str:
        assert self.target is not None
        if self.task == "regression":
            return f"{self.target.min():g} to {self.target.max():g}"
        counts = self.target.value_counts().sort_index()
        return ", ".join(f"{label} {number}" for label, number in counts.items())

    def frame(self) -> pd.DataFrame:
        """Describe the columns.

        Returns
        -------
        pandas.DataFrame
            One row a column: its name, role (feature or target), kind, number of distinct and of missing
            values, and the first values.
        """
        described = [
            _describe(column, "feature", self.kinds[str(name)]) for name, column in self.features.items()
        ]
        if self.target is not None:
            kind = "number" if self.task == "regression" else find_kind(self.target)
            described.append(_describe(self.target, "target", kind))
        return pd.DataFrame(described)


def _describe(column: pd.Series[Any], role: str, kind: Kind) -> dict[str, object]:
    distinct = column.dropna().unique()
    return {
        "name": column.name,
        "role": role,
        "kind": kind,
        "n_distinct": len(distinct),
        "n_missing": int(column.isna().sum()),
        "examples": ", ".join(str(value) for value in distinct[:3]),
    }
