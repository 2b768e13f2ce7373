"""What came of a trial, and how many trials came to what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Outcome:
    """What came of one trial.

    Attributes
    ----------
    row : str
        What was tried, and how it was disturbed.
    ending : str
        How it ended, in a word or two.
    faults : tuple of str
        What must not happen and did.
    seconds : float
        How long it took to end after it was disturbed.
    """

    row: str
    ending: str
    faults: tuple[str, ...] = ()
    seconds: float = 0.0


@dataclass
class Tally:
    """How many trials of a row came to what."""

    endings: Counter[str] = field(default_factory=Counter)
    n_faults: int = 0
    slowest: float = 0.0

    def __str__(self) -> str:
        endings = ", ".join(f"{n} {ending}" for ending, n in sorted(self.endings.items()))
        slowest = f"; the slowest took {self.slowest:.2f} s to end" if self.slowest else ""
        return f"{self.endings.total()} trials, {self.n_faults} faults: {endings}{slowest}"


def tally(outcomes: Iterable[Outcome]) -> dict[str, Tally]:
    """Count by row, and say each fault in a line."""
    rows: dict[str, Tally] = {}
    for outcome in outcomes:
        row = rows.setdefault(outcome.row, Tally())
        row.endings[outcome.ending] += 1
        row.n_faults += bool(outcome.faults)
        row.slowest = max(row.slowest, outcome.seconds)
        for fault in outcome.faults:
            print(f"{outcome.row}: {fault}", flush=True)
    return rows
