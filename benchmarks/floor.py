"""How far the work is from the floor that its operations and bytes set.

The floors are measured too: the bare loop that must run at least once per visit, on data that lie in the first cache.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from benchmarks import peers
from benchmarks.predict import N_ASKED
from benchmarks.rows import OURS, Row
from benchmarks.timing import Timing, race
from benchmarks.workloads import GENES, PERMUTED, REGRESSION, SIZES, Size, make_classes, make_values
from hedgerow.trees import BinnedTable

CODE_BYTES, PAYLOAD_BYTES, MOMENT_BYTES, NODE_BYTES = 2, 8, 8, 32


def measure(quick: bool) -> list[Row]:
    """Nanoseconds of a thread per necessary operation, beside those of the bare loop."""
    repeats = 2 if quick else 5
    rows = []
    for size in (*SIZES, GENES):
        rows += _measure_fit(size.shrunk(quick), repeats)
    return [
        *rows,
        *_measure_fit(REGRESSION.shrunk(quick), repeats, regression=True),
        _measure_walk(SIZES[1].shrunk(quick), N_ASKED // 20 if quick else N_ASKED, repeats),
        _measure_permutation(PERMUTED.shrunk(quick), repeats),
    ]


def count_visits(forest: Any, max_features: int) -> int:
    """How often a search for a split looks at a row: rows of the node times features tried, over all split nodes.

    Features that are constant in a node, and nodes where no split was found, come on top.
    """
    split = forest.nodes["feature"] >= 0
    return int(forest.nodes["n_rows"][split].sum(dtype=np.int64)) * max_features


def describe_nodes(forest: Any) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Depth of every node, and how many different features its path from the root asks for."""
    nodes, starts = forest.nodes, forest.starts
    depths, n_asked = np.zeros(nodes.size, np.int64), np.zeros(nodes.size, np.int64)
    roots = np.repeat(starts[:-1], np.diff(starts))
    level = starts[:-1]
    asked = np.zeros((level.size, forest.n_features), np.bool_)
    depth = 0
    while level.size:
        depths[level], n_asked[level] = depth, asked.sum(axis=1)
        split = nodes["left"][level] >= 0
        parents, asked = level[split], asked[split]
        asked[np.arange(parents.size), nodes["feature"][parents]] = True
        left = nodes["left"][parents] + roots[parents]
        level, asked = np.concatenate([left, left + 1]), np.concatenate([asked, asked])
        depth += 1
    return depths, n_asked


def _measure_fit(size: Size, repeats: int, regression: bool = False) -> list[Row]:
    """Coding the table, per value; and growing the trees, per visit."""
    make, kind = (make_values, peers.regressor) if regression else (make_classes, peers.classifier)
    X, y = make(size.n_rows, size.n_features)
    forest = kind(OURS, **size.forest)
    timings = race({"code": partial(BinnedTable.from_matrix, X), "fit": partial(forest.fit, X, y)}, repeats)
    grown = Timing(*(max(fit - code, 0.0) for fit, code in _pairs(timings["fit"], timings["code"])))
    n_visits, moved = count_visits(forest.members_.forest, size.max_features), CODE_BYTES + PAYLOAD_BYTES
    moved += MOMENT_BYTES if regression else 0
    bare = bare_update(regression)
    note = f"{n_visits / 1e6:,.1f} million visits of {moved} bytes; the bare update takes {bare:.2f} ns"
    sort = _bare_rank()
    coding = f"{X.size / 1e6:,.2f} million values; three bare passes of a radix sort take {sort:.2f} ns"
    threads = peers.THREADS if X.size > 2**20 else 1
    name = f"{size}, regression" if regression else str(size)
    return [
        _row(f"{name}: code the table", timings["code"], X.size / threads, "value", sort, coding),
        _row(
            f"{name}: grow the trees (the rest of fit)", grown, n_visits / peers.THREADS, "visit", bare, note
        ),
    ]


def _measure_walk(size: Size, n_asked: int, repeats: int) -> Row:
    """Predicting, per node on the way from the root to a leaf."""
    X, y = make_classes(size.n_rows + n_asked, size.n_features)
    asked = X[size.n_rows :]
    forest = peers.classifier(OURS, **size.forest).fit(X[: size.n_rows], y[: size.n_rows])
    timing = race({OURS: partial(forest.predict_proba, asked)}, repeats)[OURS]
    trees = forest.members_.forest
    depths, _ = describe_nodes(trees)
    n_steps = int(depths[forest.apply(asked) + trees.starts[:-1]].sum())
    n_nodes = trees.nodes.size // len(trees)
    bare = _bare_step(n_nodes)
    note = (
        f"{n_steps / 1e6:,.1f} million steps; a tree has {n_nodes:,} nodes, {n_nodes * NODE_BYTES / 1024:,.0f} KiB; "
        f"a chain of loads in so many takes {bare:.2f} ns each"
    )
    work = f"{n_asked:,} rows, forest of {size}: predict"
    return _row(work, timing, n_steps / peers.THREADS, "step", bare, note)


def _measure_permutation(size: Size, repeats: int, n_repeats: int = 5) -> Row:
    """Permutation importance, per node: an out-of-bag row walks once, and once more per feature on its path."""
    X, y = make_classes(size.n_rows, size.n_features)
    forest = peers.classifier(OURS, **size.forest).fit(X, y)
    timing = race({OURS: partial(forest.oob_permutation_importance, X, y, n_repeats=n_repeats)}, repeats)[
        OURS
    ]
    trees = forest.members_.forest
    depths, n_asked = describe_nodes(trees)
    out_of_bag = np.ones((size.n_rows, len(trees)), np.bool_)
    for tree, drawn in enumerate(forest.estimators_samples_):
        out_of_bag[drawn, tree] = False
    leaves = (forest.apply(X) + trees.starts[:-1])[out_of_bag]
    n_steps = n_repeats * int((depths[leaves] * (1 + n_asked[leaves])).sum())
    bare = _bare_step(trees.nodes.size // len(trees))
    note = f"{n_steps / 1e6:,.1f} million steps; a chain of loads takes {bare:.2f} ns each"
    work = f"{size}, {n_repeats} repeats: permutation importance"
    return _row(work, timing, n_steps / peers.THREADS, "step", bare, note)


def _row(work: str, timing: Timing, n_operations: float, operation: str, floor: float, note: str) -> Row:
    best, median = (1e9 * seconds / n_operations for seconds in (timing.best, timing.median))
    return Row(work, OURS, f"ns per {operation}", best, median, best / floor, "times the floor", note=note)


def _pairs(a: Timing, b: Timing) -> tuple[tuple[float, float], tuple[float, float]]:
    return (a.best, b.best), (a.median, b.median)


# The bare loops. Each runs over data of the first cache, many times, and the best run counts.

_N, _ROUNDS, _REPEATS = 2_048, 500, 20


def bare_update(regression: bool) -> float:
    """Nanoseconds of adding a row to the bin of its code, on data of the first cache."""
    generator = np.random.default_rng(0)
    codes = generator.integers(0, 256, _N).astype(np.uint16)
    payload = generator.integers(0, 2, _N) | 1 << 16
    moments = generator.normal(size=_N)
    if regression:
        return _nanoseconds(lambda: _update_moments(codes, payload, moments, _ROUNDS), _N * _ROUNDS)
    return _nanoseconds(lambda: _update_classes(codes, payload, _ROUNDS), _N * _ROUNDS)


def _bare_rank() -> float:
    """The passes of a radix sort that ranks 32 bits, 11 at a time."""
    items = np.random.default_rng(0).integers(0, 2**32, _N, dtype=np.uint64)
    return 3 * _nanoseconds(lambda: _scatter(items, np.empty_like(items), _ROUNDS), _N * _ROUNDS)


def _bare_step(n_nodes: int) -> float:
    order = np.random.default_rng(0).permutation(n_nodes)
    following = np.zeros((n_nodes, NODE_BYTES // 8), np.int64)
    following[order, 0] = np.roll(order, -1)
    n_steps = _N * _ROUNDS
    return _nanoseconds(lambda: _follow(following, n_steps), n_steps)


def _nanoseconds(run: Callable[[], object], n_operations: int) -> float:
    run()
    return 1e9 * race({"bare": run}, _REPEATS)["bare"].best / n_operations


@njit
def _update_classes(codes, payload, n_rounds):  # type: ignore[no-untyped-def]
    bins = np.zeros(512, np.int64)
    for _ in range(n_rounds):
        for i in range(codes.size):
            bins[np.int64(codes[i]) * 2 + (payload[i] & 0xFFFF)] += payload[i] >> 16
    return bins


@njit
def _update_moments(codes, payload, moments, n_rounds):  # type: ignore[no-untyped-def]
    weights, sums = np.zeros(256, np.int64), np.zeros(256)
    for _ in range(n_rounds):
        for i in range(codes.size):
            weights[codes[i]] += payload[i]
            sums[codes[i]] += moments[i]
    return weights, sums


@njit
def _scatter(items, spare, n_rounds):  # type: ignore[no-untyped-def]
    places = np.empty(2048, np.int64)
    for _ in range(n_rounds):
        places[:] = 0
        for i in range(items.size):
            places[items[i] & np.uint64(2047)] += 1
        total = 0
        for digit in range(places.size):
            total, places[digit] = total + places[digit], total
        for i in range(items.size):
            digit = items[i] & np.uint64(2047)
            spare[places[digit]] = items[i]
            places[digit] += 1
    return spare


@njit
def _follow(following, n_steps):  # type: ignore[no-untyped-def]
    place = 0
    for _ in range(n_steps):
        place = following[place, 0]
    return place
