"""What a rule looks at, and what it finds: what was seen, how bad it is, and the numbers behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import pandas as pd

from hedgerow.foundation.cached_property import cached_property
from hedgerow.outputs import Outputs
from hedgerow.relevance.relevance import Relevance
from hedgerow.selection.stability import SelectionStability
from hedgerow.tables.table import Table


@dataclass(frozen=True, eq=False)
class Case:
    """A table and whatever else is known; what is None is not looked at.

    Parameters
    ----------
    table : Table
        The table.
    model : estimator, default=None
        A fitted model of it.
    outputs : Outputs, default=None
        What the members of the model predicted for rows that they were not fitted on.
    relevance : Relevance, default=None
        What a forest knows about each feature.
    validation : object with `frame`, default=None
        Cross-validated candidates.
    stability : SelectionStability, default=None
        How a selector selected on parts of the table.
    """

    table: Table
    model: Any = None
    outputs: Outputs | None = None
    relevance: Relevance | None = None
    validation: Any = None
    stability: SelectionStability | None = None

    @cached_property
    def class_counts(self) -> pd.Series[int] | None:
        """Rows of each class, the most frequent first; None where the target is not a class."""
        if self.table.task != "classification" or self.table.target is None:
            return None
        counts = self.table.target.value_counts(sort=False).sort_index()
        return counts.sort_values(ascending=False, kind="stable")

    @property
    def describing(self) -> list[str]:
        """The features that describe rows: all but identifiers and free text."""
        return [name for name, kind in self.table.kinds.items() if kind != "text"]

    def name_row(self, position: int) -> Any:
        """The name of a row as a plain int or string: its label in the table."""
        label = self.table.features.index[position]
        return int(label) if pd.api.types.is_integer(label) else str(label)


Severity = Literal["info", "warning", "serious"]

SEVERITIES: tuple[Severity, ...] = ("serious", "warning", "info")


@dataclass(frozen=True)
class Finding:
    """One thing that a reader should know before trusting a result.

    Parameters
    ----------
    code : str
        A short name that does not change, such as ``"class-imbalance"``.
    severity : {"info", "warning", "serious"}
        Good to know; look at it; do not trust the results before this is settled.
    sentence : str
        The finding in plain words with its numbers, and what to do about it.
    evidence : mapping of str to object, default={}
        The numbers behind the sentence: plain numbers, strings, lists and mappings.

    Examples
    --------
    >>> Finding("constant-columns", "info", "Column 'x' is constant: leave it out.", {"columns": ["x"]})
    <info: Column 'x' is constant: leave it out.>
    """

    code: str
    severity: Severity
    sentence: str
    evidence: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.severity not in SEVERITIES:
            raise ValueError(
                f"severity={self.severity!r} is not known; choose 'info', 'warning' or 'serious'"
            )

    def __repr__(self) -> str:
        return f"<{self.severity}: {self.sentence}>"

    def to_dict(self) -> dict[str, Any]:
        """The finding as a plain dictionary that JSON can hold.

        Returns
        -------
        dict
            ``code``, ``severity``, ``sentence`` and ``evidence``.
        """
        return vars(self) | {"evidence": dict(self.evidence)}
