"""Claim: forests predict 2.5 times faster than Intel's and 4 times faster than scikit-learn's; a row 8 and 20 times."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import peers
from benchmarks.rows import Row, compare_times
from benchmarks.timing import Timing, race
from benchmarks.workloads import SIZES, make_classes, make_values

N_ASKED = 100_000
_N_ROWS, _N_FEATURES, _N_TREES = 20_000, 40, 50
_MANY = {peers.INTEL: 2.5, peers.SKLEARN: 4.0}
_ONE = {peers.INTEL: 8.0, peers.SKLEARN: 20.0}
_ROADS = (2, 10, 26, 0)  # classes; 0 for regression


def measure(quick: bool) -> list[Row]:
    """Ask forests on many roads for many rows and for few; then those that were fitted on the middle size."""
    rows = []
    for n_classes in _ROADS:
        rows += _ask_road(n_classes, quick)
    size = SIZES[1].shrunk(quick)
    n_asked = N_ASKED // 20 if quick else N_ASKED
    X, y = make_classes(size.n_rows + n_asked, size.n_features)
    forests = _fit(size.forest, X[: size.n_rows], y[: size.n_rows], regression=False)
    work = f"{n_asked:,} rows, forest of {size}"
    return [*rows, *_race(work, forests, X[size.n_rows :], {peers.SKLEARN: 2.0}, 7)]


def _ask_road(n_classes: int, quick: bool) -> list[Row]:
    n_rows, n_trees = (_N_ROWS // 20, _N_TREES // 10) if quick else (_N_ROWS, _N_TREES)
    if n_classes:
        X, y = make_classes(2 * n_rows, _N_FEATURES, n_classes=n_classes)
    else:
        X, y = make_values(2 * n_rows, _N_FEATURES)
    forests = _fit({"n_estimators": n_trees}, X[:n_rows], y[:n_rows], regression=not n_classes)
    road = f"{n_classes} classes" if n_classes else "regression"
    of = f"forest of {n_rows:,} x {_N_FEATURES}, {n_trees} trees"
    asked, repeats = X[n_rows:], 3 if quick else 15
    rows = _race(f"{road}: {n_rows:,} rows, {of}", forests, asked, _MANY, repeats)
    if n_classes == 2:
        rows += _race(f"{road}: {n_rows // 200} rows, {of}", forests, asked[: n_rows // 200], {}, repeats, 20)
        for forest in forests.values():
            forest.n_jobs = None  # two threads would cost scikit-learn ten times what the row costs
        rows += _race(f"{road}: one row, default threads, {of}", forests, asked[:1], _ONE, repeats, 100)
    return rows


def _fit(
    parameters: dict[str, int], X: NDArray[np.float64], y: NDArray[Any], regression: bool
) -> dict[str, Any]:
    make = peers.regressor if regression else peers.classifier
    return {library: make(library, **parameters).fit(X, y) for library in peers.libraries()}


def _race(
    work: str,
    forests: dict[str, Any],
    asked: NDArray[np.float64],
    floors: dict[str, float],
    repeats: int,
    times: int = 1,
) -> list[Row]:
    """Each forest is asked once before, as a service would be: packing trees and starting threads are not timed.

    Few rows are asked for `times` times in each round, and the row says how long one time takes.
    """
    asks = {name: partial(_ask, forest, asked, times) for name, forest in forests.items()}
    for ask in asks.values():
        ask()
    timings = race(asks, repeats)
    each = {name: Timing(timing.best / times, timing.median / times) for name, timing in timings.items()}
    return compare_times(work, each, floors)


def _ask(forest: Any, rows: NDArray[np.float64], times: int) -> None:
    ask = getattr(forest, "predict_proba", forest.predict)
    for _ in range(times):
        ask(rows)
