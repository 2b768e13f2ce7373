"""Claim: all measures of all pairs take 200 times less time than DESlib's, and 1,000 members fit in 2 GB.

DESlib compares two members row by row in Python; its time is measured on a few pairs and scaled to all of them. The
five measures that it shares with hedgerow are asked of it, all nine of hedgerow. Matrix products in NumPy, which a
careful user would write instead, are measured too. Memory is read from /proc, so that part needs Linux.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from benchmarks import peers
from benchmarks.rows import OURS, Demand, Row, compare_times
from benchmarks.timing import Timing, clock, race
from hedgerow._kernels.coincidence import count_common_bits, popcount
from hedgerow.diversity import PAIRWISE, count_pairs, pairwise
from hedgerow.outputs import Outputs

DESLIB, NUMPY = "DESlib", "matrix products in NumPy"
_FLOOR, _MOST_MEBIBYTES = 200.0, 2048.0
_SAMPLED_PAIRS = 20
_MEASURES = [name for name, measure in PAIRWISE.items() if measure.formula.__module__.endswith("formulas")]


def measure(quick: bool) -> list[Row]:
    """Time for all pairs, the distance of the count from its floor, and memory for many members and rows."""
    n_members, n_rows = (100, 2_000) if quick else (500, 10_000)
    outputs = make_outputs(n_members, n_rows)
    _measure_all(outputs)
    timings = race(
        {OURS: partial(_measure_all, outputs), NUMPY: partial(_multiply, outputs)}, 3 if quick else 15
    )
    n_pairs = n_members * (n_members - 1) // 2
    note = f"{len(_MEASURES)} measures"
    floors = {}
    if find_spec("deslib") is not None:
        seconds = _time_deslib(outputs) * n_pairs / _SAMPLED_PAIRS
        timings[DESLIB], floors = Timing(seconds, seconds), {DESLIB: _FLOOR}
        note += f"; DESlib timed on {_SAMPLED_PAIRS} of {n_pairs:,} pairs, 5 measures, and scaled"
    rows = compare_times(f"{n_members:,} members, {n_rows:,} rows, 2 classes", timings, floors, note)
    return [*rows, _measure_kernel(n_members, n_rows, quick), *_measure_memory(quick)]


def make_outputs(n_members: int, n_rows: int, n_classes: int = 2) -> Outputs:
    """Members that are right about three rows in four, and guess about the rest."""
    generator = np.random.default_rng(0)
    truth = generator.integers(0, n_classes, n_rows).astype(np.uint8)
    answers = np.empty((n_members, n_rows), np.uint8)
    for said in answers:
        guesses = generator.integers(0, n_classes, n_rows, dtype=np.uint8)
        said[:] = np.where(generator.random(n_rows) < 0.75, truth, guesses)
    return Outputs(answers, np.arange(n_classes), truth)


def _measure_all(outputs: Outputs) -> list[float]:
    counts = count_pairs(outputs, n_jobs=peers.THREADS)
    return [pairwise(counts, name).mean for name in _MEASURES]


def _multiply(outputs: Outputs) -> list[NDArray[Any]]:
    """The counts of all pairs by products of float32 matrices, and the same measures but kappa of the answers."""
    right = (outputs.answers == outputs.truth).astype(np.float32)
    n11 = (right @ right.T).astype(np.float64)
    total = n11.diagonal()
    n10, n01 = total[:, None] - n11, total[None] - n11
    n00 = right.shape[1] - n11 - n10 - n01
    with np.errstate(invalid="ignore", divide="ignore"):
        alike, apart, n = n11 * n00, n10 * n01, float(right.shape[1])
        spread = np.sqrt((n11 + n10) * (n01 + n00) * (n11 + n01) * (n10 + n00))
        expected = (n11 + n10) * (n10 + n00) + (n01 + n00) * (n11 + n01)
        return [
            (alike - apart) / (alike + apart), (alike - apart) / spread, 2 * (alike - apart) / expected, n00 / n,
            (n11 + n00) / n, (n10 + n01) / n, 2 * n00 / (n10 + n01 + 2 * n00),
        ]  # fmt: skip


def _time_deslib(outputs: Outputs) -> float:
    from deslib.util import diversity

    functions: tuple[Callable[..., float], ...] = (
        diversity.Q_statistic,
        diversity.correlation_coefficient,
        diversity.double_fault,
        diversity.disagreement_measure,
        diversity.agreement_measure,
    )
    pairs = np.random.default_rng(1).choice(outputs.n_members, (_SAMPLED_PAIRS, 2))

    def run() -> None:
        for first, second in pairs:
            for function in functions:
                function(outputs.truth, outputs.answers[first], outputs.answers[second])

    return clock(run)


def _measure_kernel(n_members: int, n_rows: int, quick: bool) -> Row:
    """One thread of the kernel, per AND and count of 64 rows, beside the bare loop in the first cache."""
    n_words = -(-n_rows // 512) * 8
    words = np.random.default_rng(0).integers(0, 2**63, (n_members, n_words), dtype=np.uint64)
    counts, some = np.zeros((n_members, n_members), np.uint64), words.ravel()[: 2 * 1024].copy()
    rounds = 2_000
    _count_bare(some, 1)
    timings = race(
        {
            OURS: partial(count_common_bits, words, words, 0, n_members, True, counts),
            "bare": partial(_count_bare, some, rounds),
        },
        3 if quick else 30,
    )
    n_counts = n_words * n_members * (n_members + 1) / 2
    best, median = (1e9 * seconds / n_counts for seconds in (timings[OURS].best, timings[OURS].median))
    bare = 1e9 * timings["bare"].best / (rounds * some.size / 2)
    note = f"{n_counts / 1e6:,.1f} million words; the bare loop takes {bare:.3f} ns each"
    work = f"{n_members:,} members, {n_rows:,} rows: count the rows that two members share"
    return Row(work, OURS, "ns per 64 rows", best, median, best / bare, "times the floor", note=note)


@njit
def _count_bare(words, rounds):  # type: ignore[no-untyped-def]
    """Two stretches of the first cache, ANDed and counted again and again."""
    n, total = words.size // 2, np.uint64(0)
    for turn in range(rounds):
        for k in range(n):
            total += popcount(words[k] & words[n + k])
        words[0] = np.uint64(turn)  # or the compiler would do it once
    return total


def _measure_memory(quick: bool) -> list[Row]:
    n_members, n_rows = (100, 10_000) if quick else (1_000, 100_000)
    command = [sys.executable, "-m", __name__, str(n_members), str(n_rows)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    answer = json.loads(done.stdout.splitlines()[-1])
    work = f"{n_members:,} members, {n_rows:,} rows, 2 classes"
    peak, demand = answer["peak"], Demand("at most", _MOST_MEBIBYTES)
    note = f"answers take {n_members * n_rows / 2**20:,.0f} MiB of it"
    return [
        Row(work, OURS, "s", answer["seconds"]),
        Row(f"{work}: peak memory of the process", OURS, "MiB", peak, None, peak, "MiB", demand, note),
    ]


def _measure_here(n_members: int, n_rows: int) -> None:
    outputs = make_outputs(n_members, n_rows)
    _measure_all(make_outputs(4, 100))
    seconds = clock(partial(_measure_all, outputs))
    status = Path("/proc/self/status").read_text().splitlines()
    peak = int(next(line for line in status if line.startswith("VmHWM")).split()[1]) / 1024
    print(json.dumps({"seconds": seconds, "peak": peak}))


if __name__ == "__main__":
    _measure_here(*map(int, sys.argv[1:]))
