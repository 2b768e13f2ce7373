"""Time several contestants in turn, so that a slow minute of the machine hits all alike."""

from __future__ import annotations

import gc
import statistics
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True)
class Timing:
    """Seconds of repeated runs of one thing."""

    best: float
    median: float

    @classmethod
    def of(cls, seconds: Iterable[float]) -> Timing:
        """Summarise measured seconds."""
        measured = list(seconds)
        return cls(min(measured), statistics.median(measured))


def clock(run: Callable[[], object]) -> float:
    """Seconds of one call, with the garbage of earlier ones out of the way."""
    gc.collect()
    start = perf_counter()
    run()
    return perf_counter() - start


def race(contestants: Mapping[str, Callable[[], object]], repeats: int) -> dict[str, Timing]:
    """Let the contestants run in turn, another one first in each round."""
    names = list(contestants)
    seconds: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(repeats):
        first = turn % len(names)
        for name in names[first:] + names[:first]:
            seconds[name].append(clock(contestants[name]))
    return {name: Timing.of(measured) for name, measured in seconds.items()}
