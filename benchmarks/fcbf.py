"""Claim: the fast correlation-based filter takes less than ten seconds for 10,000 x 5,000 codes on two threads.

The package `fcbf`, where it is installed, runs on a smaller table: it measures one pair of columns at a time with data
frames, and would take very long for the large one. Both must keep the same features in the same order.
"""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchmarks import peers
from benchmarks.rows import OURS, Demand, Row, compare_times
from benchmarks.timing import clock, race
from hedgerow.selection.filters.fcbf import FCBFSelector

PEER = "fcbf"
_CEILING = 10.0
_FLOOR = 30.0


def measure(quick: bool) -> list[Row]:
    """Time the filter on a large table alone, and on a small one beside the peer."""
    _select(*make_codes(100, 10))  # compiled, and not timed
    n_rows, n_features = (1_000, 500) if quick else (10_000, 5_000)
    X, y = make_codes(n_rows, n_features)
    seconds = sorted(clock(partial(_select, X, y)) for _ in range(1 if quick else 3))
    demand = None if quick else Demand("at most", _CEILING)
    note = f"{len(_select(X, y))} features kept; numbers read, coded and compared"
    work = f"{n_rows:,} x {n_features:,} in five codes"
    median = seconds[len(seconds) // 2]
    rows = [Row(work, OURS, "s", seconds[0], median, seconds[0], "seconds", demand, note)]
    return rows + _compare(*((300, 30) if quick else (1_000, 150)))


def make_codes(n_rows: int, n_features: int, seed: int = 0) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Fifty hidden columns of five codes, each in many noisy copies; the classes come from ten of them."""
    generator = np.random.default_rng(seed)
    hidden = generator.integers(0, 5, (n_rows, 50))
    noise = generator.integers(0, 5, (n_rows, n_features), dtype=np.uint8)
    copies = hidden[:, generator.integers(0, 50, n_features)]
    X = np.where(generator.random((n_rows, n_features), np.float32) < 0.6, noise, copies)
    y = hidden[:, :10].sum(axis=1) + generator.normal(size=n_rows) > 20
    return X.astype(np.float64), y.astype(np.intp)


def _compare(n_rows: int, n_features: int) -> list[Row]:
    if find_spec(PEER) is None:
        return []
    X, y = make_codes(n_rows, n_features)
    contestants: dict[str, Any] = {OURS: partial(_select, X, y), PEER: partial(_ask_peer, X, y)}
    if contestants[OURS]() != contestants[PEER]():
        raise AssertionError(f"{OURS} and {PEER} keep different features of {n_rows} x {n_features}")
    work = f"{n_rows:,} x {n_features:,} in five codes"
    return compare_times(work, race(contestants, 2), {PEER: _FLOOR}, "the same features in the same order")


def _select(X: NDArray[np.float64], y: NDArray[np.intp]) -> list[int]:
    return list(FCBFSelector(n_jobs=peers.THREADS).fit(X, y).order_.tolist())


def _ask_peer(X: NDArray[np.float64], y: NDArray[np.intp]) -> list[int]:
    from fcbf import fcbf

    frame = pd.DataFrame(X, columns=[f"x{place}" for place in range(X.shape[1])])
    kept, _, _ = fcbf(frame, pd.Series(y, name="y"), 0.0)
    return [int(name[1:]) for name in kept]
