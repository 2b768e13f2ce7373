"""Claim: the time to fit grows as n log n with the rows and as n with the trees."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import log

from benchmarks import peers
from benchmarks.rows import OURS, Row
from benchmarks.timing import Timing, race
from benchmarks.workloads import SIZES, Size, make_classes


def measure(quick: bool) -> list[Row]:
    """Four times the rows, then four times the trees."""
    large = SIZES[2].shrunk(quick)
    few_rows = replace(large, n_rows=large.n_rows // 4)
    many_trees = replace(few_rows, n_trees=4 * few_rows.n_trees)
    sizes = (few_rows, large, many_trees)
    timings = race({str(size): _fitting(size) for size in sizes}, 3 if quick else 5)
    n_log_n = log(large.n_rows * log(large.n_rows) / (few_rows.n_rows * log(few_rows.n_rows)), 4)
    base = timings[str(few_rows)]
    return [
        _row(few_rows, base),
        _row(large, timings[str(large)], base, f"exponent in the rows; n log n: {n_log_n:.2f}"),
        _row(many_trees, timings[str(many_trees)], base, "exponent in the trees; n: 1"),
    ]


def _fitting(size: Size) -> partial[object]:
    X, y = make_classes(size.n_rows, size.n_features)
    return partial(peers.classifier(OURS, **size.forest).fit, X, y)


def _row(size: Size, timing: Timing, base: Timing | None = None, meaning: str = "") -> Row:
    exponent = None if base is None else log(timing.best / base.best, 4)
    return Row(str(size), OURS, "s", timing.best, timing.median, exponent, meaning)
