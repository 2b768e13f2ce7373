"""Claim: mRMR is 500 times faster than mrmr_selection, and an ensemble of 20 runs costs at most four of them.

The peer is asked for the same F and the same correlations, in one process: with two it is slower. A full ensemble is
20 selectors, each fitted on a table without one part of the rows; the ensemble of the same runs that shares the
preparation of the table, and nothing else, is shown beside it without a demand. The wide table has a process of its
own, because a peak of memory can only be read once per process; it is read from /proc, so this row needs Linux.
"""

from __future__ import annotations

import subprocess
import sys
import warnings
from functools import partial
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

from benchmarks.rows import OURS, Demand, Row, compare_times
from benchmarks.timing import Timing, clock, race
from hedgerow.selection.filters.mrmr import MRMRSelector

PEER, PARTS = "mrmr_selection", 20
_GIBIBYTE = 2**20  # in the kibibytes of /proc


def measure(quick: bool) -> list[Row]:
    """One run, the ensembles, and a table of 100,000 features."""
    n_features, n_chosen = (500, 10) if quick else (5_000, 50)
    X, y = make_wide(100, n_features)
    work = f"100 x {n_features:,}, {n_chosen} features"
    selectors = {
        kind: MRMRSelector(n_chosen, ensemble=kind, n_parts=PARTS) for kind in (None, "fast", "full")
    }
    contestants = {str(kind): partial(selector.fit, X, y) for kind, selector in selectors.items()}
    contestants["apart"] = partial(_fit_apart, X, y, n_chosen)
    timings = race(contestants, 3 if quick else 9)
    one, fast = timings["None"], timings["fast"]
    alone = {OURS: one} | ({PEER: _time_peer(X, y, n_chosen)} if find_spec("mrmr") else {})
    saved = (
        f"{selectors['fast'].n_correlations_:,} of {selectors['fast'].n_correlations_apart_:,} correlations"
    )
    ensemble = f"{work}, {PARTS} parts"
    return [
        *compare_times(f"{work}, one run", alone, {PEER: 500.0}),
        _row(ensemble, "fast", fast, fast.best / one.best, "runs", Demand("at most", 4.0), saved),
        _row(ensemble, "20 selectors", timings["apart"], timings["apart"].best / fast.best, "times as long",
             Demand("at least", 5.0)),
        _row(ensemble, "full", timings["full"], timings["full"].best / fast.best, "times as long"),
        _measure_wide(quick),
    ]  # fmt: skip


def make_wide(n_samples: int, n_features: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Noise, but for fifty features that differ a little between two classes."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n_samples, n_features))
    y = (rng.random(n_samples) < 0.5).astype(np.int64)
    X[:, :50] += 0.5 * y[:, None]
    return X, y


def _fit_apart(X: NDArray[np.float64], y: NDArray[np.int64], n_chosen: int) -> None:
    for part in range(PARTS):
        stay = np.arange(len(y)) % PARTS != part
        MRMRSelector(n_chosen).fit(X[stay], y[stay])


def _row(
    work: str, kind: str, timing: Timing, ratio: float, meaning: str, demand: Demand | None = None, note: str = ""
) -> Row:  # fmt: skip
    return Row(work, f"{OURS}, {kind}", "s", timing.best, timing.median, ratio, meaning, demand, note)


def _time_peer(X: NDArray[np.float64], y: NDArray[np.int64], n_chosen: int) -> Timing:
    import pandas as pd

    with warnings.catch_warnings():  # the peer silences all warnings when it is imported
        from mrmr import mrmr_classif

        table, target = pd.DataFrame(X), pd.Series(y)
        run = partial(mrmr_classif, table, target, K=n_chosen, show_progress=False, n_jobs=1)
        return Timing.of([clock(run)])


def _measure_wide(quick: bool) -> Row:
    """Peak of memory of the fast ensemble on a wide table, the table included."""
    n_features = 10_000 if quick else 100_000
    program = (
        "from benchmarks.mrmr import MRMRSelector, make_wide\n"
        f"X, y = make_wide(500, {n_features})\n"
        f"MRMRSelector(50, ensemble='fast', n_parts={PARTS}).fit(X, y)\n"
        "lines = open('/proc/self/status').read().splitlines()\n"
        "print(next(line.split()[1] for line in lines if line.startswith('VmHWM')))\n"
    )
    result = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    peak = int(result.stdout) / _GIBIBYTE
    work = f"500 x {n_features:,}, 50 features, {PARTS} parts"
    return Row(work, f"{OURS}, fast", "GiB", peak, None, peak, "GiB at most", Demand("at most", 4.0))
