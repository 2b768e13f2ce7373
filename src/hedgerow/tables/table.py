"""A table: features, a target, and what is known about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hedgerow.foundation.target import Task
from hedgerow.foundation.wording import count
from hedgerow.tables.kinds import Kind, find_kind

if TYPE_CHECKING:
    import pandas as pd


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
        n_missing = int(self.features.isna().to_numpy().sum())
        parts = [
            count(len(self), "row"),
            f"{count(len(self.kinds), 'feature')} ({kinds})" if kinds else "0 features",
            *([count(n_missing, "missing value")] if n_missing else []),
            *(
                [f"target {self.target.name!r} ({self._summarise_target()})"]
                if self.target is not None
                else []
            ),
        ]
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
        import pandas as pd

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
