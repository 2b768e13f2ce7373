"""One finding: what was seen, how bad it is, and the numbers behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

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
