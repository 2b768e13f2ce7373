"""The record that every benchmark returns: what was done, by whom, at what cost, and whether that is good enough."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from benchmarks.timing import Timing

OURS = "hedgerow"


@dataclass(frozen=True)
class Demand:
    """A floor to stay above, or a ceiling to stay below."""

    sense: Literal["at least", "at most"]
    floor: float

    def holds(self, ratio: float) -> bool:
        """Whether a measured ratio satisfies the demand."""
        return ratio >= self.floor if self.sense == "at least" else ratio <= self.floor


@dataclass(frozen=True)
class Row:
    """One measurement.

    `best` and `median` are in `unit`; what is not repeated has no median. `ratio` is the number that the demand is
    about and `meaning` says how to read it ("times faster", "points").
    """

    work: str
    library: str
    unit: str
    best: float
    median: float | None = None
    ratio: float | None = None
    meaning: str = ""
    demand: Demand | None = None
    note: str = ""

    @property
    def reached(self) -> bool | None:
        """Whether the demand holds; None where nothing is demanded."""
        if self.demand is None or self.ratio is None:
            return None
        return self.demand.holds(self.ratio)


def compare_times(
    work: str, timings: Mapping[str, Timing], floors: Mapping[str, float], note: str = ""
) -> list[Row]:
    """One row per library; those of the peers say how many times faster hedgerow is, best against best."""
    ours = timings[OURS].best
    return [
        Row(work, library, "s", timing.best, timing.median, note=note)
        if library == OURS
        else Row(
            work,
            library,
            "s",
            timing.best,
            timing.median,
            timing.best / ours,
            "times faster",
            Demand("at least", floors[library]) if library in floors else None,
        )
        for library, timing in timings.items()
    ]
