"""Markov blankets and hybrid causal selection on wide tables.

The peer for IAMB is causal-learn's, which has the same search and the same tests, one after another. Both read the
table within the time. With the G2 test it takes minutes for all features, so it is timed with a tenth of them, among
which all are that matter, and scaled: the number of its tests is proportional to the number of features.
"""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import peers
from benchmarks.rows import OURS, Demand, Row, compare_times
from benchmarks.timing import Timing, clock, race
from hedgerow.selection.causal import CausalSelector

CAUSAL_LEARN = "causal-learn"
_FLOOR = 20.0
_SECONDS = 10.0
_SHARE = 10  # one of so many features is enough for the peer
_ALPHA = 0.01


def measure(quick: bool) -> list[Row]:
    """IAMB with two tests against the peer, and the hybrids by themselves."""
    n_rows, n_features = (500, 40) if quick else (10_000, 1_000)
    codes, y = make_codes(n_rows, n_features)
    rows = _race_codes(codes, y, quick)
    rows += _race_numbers(*make_numbers(n_rows, n_features), quick)
    for method in ("pc", "tpda"):
        selector = CausalSelector(method, prefilter="fcbf", n_jobs=peers.THREADS)
        selector.fit(codes[:200], y[:200])  # compiled, and not timed
        seconds = clock(partial(selector.fit, codes, y))
        n_left = len(selector.graph_) - 1
        rows.append(
            Row(
                f"H-{method.upper()}, G2, {n_rows:,} x {n_features:,}",
                OURS,
                "s",
                seconds,
                ratio=seconds,
                meaning="seconds",
                demand=Demand("at most", _SECONDS),
                note=f"{n_left} features pass the filter, {int(selector.support_.sum())} are kept",
            )
        )
    return rows


def make_codes(n_rows: int, n_features: int, seed: int = 0) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Three causes, two effects, ten imperfect copies of these, and noise; three values each, two classes."""
    random = np.random.default_rng(seed)
    X = random.integers(0, 3, (n_rows, n_features))
    tendency = 1.2 * (X[:, 0] - 1) + 1.0 * (X[:, 1] - 1) - 1.0 * (X[:, 2] - 1)
    y = (random.random(n_rows) < 1.0 / (1.0 + np.exp(-tendency))).astype(np.intp)
    for effect in (3, 4):
        X[:, effect] = np.where(random.random(n_rows) < 0.5, 2 * y, X[:, effect])
    for copy in range(5, 15):
        X[:, copy] = np.where(random.random(n_rows) < 0.6, X[:, copy % 5], X[:, copy])
    return X.astype(np.float64), y


def make_numbers(
    n_rows: int, n_features: int, seed: int = 0
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The same, with straight lines and Gaussian noise."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, n_features))
    y = X[:, 0] + X[:, 1] - X[:, 2] + random.normal(size=n_rows)
    X[:, 3:5] += 0.5 * y[:, None]
    X[:, 5:15] += np.tile(X[:, :5], 2)
    return X, y


def _race_codes(X: NDArray[np.float64], y: NDArray[np.intp], quick: bool) -> list[Row]:
    work = f"IAMB, G2, {X.shape[0]:,} x {X.shape[1]:,}"
    selector = CausalSelector("iamb", n_jobs=peers.THREADS)
    selector.fit(X[:200], y[:200])
    timings = race({OURS: partial(selector.fit, X, y)}, 3)
    if find_spec("causallearn") is not None:
        n_some = max(X.shape[1] // (1 if quick else _SHARE), 15)
        some = np.column_stack([X[:, :n_some], y]).astype(np.int64)
        seconds = clock(partial(_find_blanket, some, "gsq")) * X.shape[1] / n_some
        timings[CAUSAL_LEARN] = Timing.of([seconds])
    note = f"{int(selector.support_.sum())} features; the peer timed with a tenth of the features and scaled"
    return compare_times(work, timings, {CAUSAL_LEARN: _FLOOR}, note)


def _race_numbers(X: NDArray[np.float64], y: NDArray[np.float64], quick: bool) -> list[Row]:
    work = f"IAMB, Fisher's z, {X.shape[0]:,} x {X.shape[1]:,}"
    selector = CausalSelector("iamb", test="fisher-z")
    contestants: dict[str, Any] = {OURS: partial(selector.fit, X, y)}
    if find_spec("causallearn") is not None:
        contestants[CAUSAL_LEARN] = partial(_find_blanket, np.column_stack([X, y]), "fisherz")
    timings = race(contestants, 2 if quick else 3)
    return compare_times(work, timings, {}, f"{int(selector.support_.sum())} features")


def _find_blanket(table: NDArray[Any], test: str) -> list[int]:
    from causallearn.utils.cit import CIT
    from causallearn.utils.MarkovNetwork.iamb import iamb

    n_variables = table.shape[1]
    blanket, _ = iamb(CIT(table, test), n_variables, n_variables - 1, _ALPHA)
    return sorted(blanket)
