"""Claim: a million rows complete, in at most 14 times the time of a tenth of them, in less memory than scikit-learn.

Each measurement has a process of its own, because a peak of memory can only be read once per process. The table comes
from a file: making it would raise the peak before the fit does. Memory is read from /proc, so this one needs Linux.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import peers
from benchmarks.rows import OURS, Demand, Row
from benchmarks.timing import Timing, clock
from benchmarks.workloads import LARGE, Size, make_classes

_MEBIBYTE = 2**20


def measure(quick: bool) -> list[Row]:
    """Hedgerow on a tenth of the rows, then all libraries on all rows."""
    large = replace(LARGE, n_rows=50_000) if quick else LARGE
    small = replace(large, n_rows=large.n_rows // 10)
    with TemporaryDirectory() as folder:
        X, y = make_classes(large.n_rows, large.n_features)
        np.save(Path(folder, "X.npy"), X)
        np.save(Path(folder, "y.npy"), y)
        del X, y
        base, _ = _fit_elsewhere(OURS, folder, small, repeats=5)
        measured = {
            library: _fit_elsewhere(library, folder, large, repeats=5 if library == OURS else 1)
            for library in peers.libraries()
        }
    return [
        _row(small, OURS, base),
        *_time_rows(large, small, base, measured),
        *_memory_rows(large, measured),
    ]


def _row(size: Size, library: str, timing: Timing) -> Row:
    return Row(str(size), library, "s", timing.best, timing.median)


def _time_rows(
    large: Size, small: Size, base: Timing, measured: dict[str, tuple[Timing, float]]
) -> list[Row]:
    ours = measured[OURS][0].best
    growth = replace(
        _row(large, OURS, measured[OURS][0]),
        ratio=ours / base.best,
        meaning=f"times the time of {small.n_rows:,} rows",
        demand=Demand("at most", 14.0),
    )
    others = [
        replace(_row(large, library, timing), ratio=timing.best / ours, meaning="times faster")
        for library, (timing, _) in measured.items()
        if library != OURS
    ]
    return [growth, *others]


def _memory_rows(size: Size, measured: dict[str, tuple[Timing, float]]) -> list[Row]:
    work, ours = f"{size}: peak memory above the table's own", measured[OURS][1]
    return [
        Row(work, library, "MiB", peak)
        if library == OURS
        else Row(
            work,
            library,
            "MiB",
            peak,
            None,
            ours / peak,
            "of its memory",
            Demand("at most", 1.0) if library == peers.SKLEARN else None,
        )
        for library, (_, peak) in measured.items()
    ]


def _fit_elsewhere(library: str, folder: str, size: Size, repeats: int) -> tuple[Timing, float]:
    """Seconds, and the mebibytes that the first fit added, from a new process."""
    numbers = map(str, (size.n_rows, size.n_trees, size.max_features, repeats))
    command = [sys.executable, "-m", __name__, library, folder, *numbers]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    answer = json.loads(done.stdout.splitlines()[-1])
    return Timing.of(answer["seconds"]), answer["added"] / _MEBIBYTE


def read_resident(field: str) -> int:
    """Bytes of this process: now (VmRSS), or at the highest (VmHWM).

    Not ``getrusage``: Linux hands the parent's peak on to a child.
    """
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(field)).split()[1]) * 1024


def _read(path: Path, n_rows: int) -> NDArray[Any]:
    """The first rows, copied by the block: a mapped file would count as memory too."""
    stored = np.load(path, mmap_mode="r")
    rows = np.fromfile(path, stored.dtype, n_rows * math.prod(stored.shape[1:]), offset=stored.offset)
    return rows.reshape(n_rows, *stored.shape[1:])


def _fit_here(library: str, folder: str, n_rows: int, n_trees: int, max_features: int, repeats: int) -> None:
    forest = peers.classifier(library, n_estimators=n_trees, max_features=max_features)
    X, y = (_read(Path(folder, f"{name}.npy"), n_rows) for name in "Xy")
    Path("/proc/self/clear_refs").write_text("5")  # forgets the peak so far
    before = read_resident("VmRSS")
    seconds = [clock(partial(forest.fit, X, y))]
    added = read_resident("VmHWM") - before
    seconds += [clock(partial(forest.fit, X, y)) for _ in range(repeats - 1)]
    print(json.dumps({"seconds": seconds, "added": added}))


if __name__ == "__main__":
    _fit_here(*sys.argv[1:3], *map(int, sys.argv[3:]))  # type: ignore[misc]
