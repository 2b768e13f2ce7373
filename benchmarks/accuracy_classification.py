"""Claim: speed costs no accuracy, with several features per node and with one (where coarse bins would show)."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean

from benchmarks import peers
from benchmarks.rows import OURS, Demand, Row
from benchmarks.workloads import SIZES, Size, make_classes

_N_TEST = 20_000  # the standard error of an accuracy on so many rows is 0.2 points, and the libraries share the rows
_LIBRARIES = (OURS, peers.SKLEARN)


def measure(quick: bool) -> list[Row]:
    """Accuracy on fresh rows of the same distribution, in percent; a seed draws the table, the split and the forest."""
    rows = []
    for size in SIZES:
        for tried in (size.max_features, 1):
            rows += _compare(replace(size, max_features=tried).shrunk(quick), range(2 if quick else 5))
    return rows


def _compare(size: Size, seeds: range) -> list[Row]:
    ours, theirs = (fmean(_accuracy(library, size, seed) for seed in seeds) for library in _LIBRARIES)
    work = f"{size}: mean of {len(seeds)} seeds"
    demand = Demand("at least", -0.3)
    return [
        Row(work, OURS, "%", ours),
        Row(work, peers.SKLEARN, "%", theirs, None, ours - theirs, "points better", demand),
    ]


def _accuracy(library: str, size: Size, seed: int) -> float:
    X, y = make_classes(size.n_rows + _N_TEST, size.n_features, seed)
    forest = peers.classifier(library, **size.forest, random_state=seed)
    forest.fit(X[: size.n_rows], y[: size.n_rows])
    return 100.0 * float(forest.score(X[size.n_rows :], y[size.n_rows :]))
