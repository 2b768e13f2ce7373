"""Claim: a minimal code for 10 classes and 3,000 rows is bred in under a minute, with trees as columns."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import make_classification

from benchmarks.peers import THREADS
from benchmarks.rows import OURS, Demand, Row
from benchmarks.timing import race
from hedgerow.codes import MinimalCode
from hedgerow.codes.discriminant import Discriminant

_N_CLASSES = 10
_MOST_SECONDS = 60.0


def measure(quick: bool) -> list[Row]:
    """Searches with their default settings, and the discriminant code of the same table."""
    n_rows = 500 if quick else 3_000
    X, y = make_classification(
        n_rows, 20, n_informative=10, n_classes=_N_CLASSES, n_clusters_per_class=1, random_state=0
    )
    designs = {
        "genetic algorithm": MinimalCode(n_generations=5 if quick else 100, patience=None),
        "PBIL": MinimalCode("pbil", n_generations=5 if quick else 100, patience=None),
        "discriminant tree": Discriminant(),
    }
    for design in designs.values():
        _learn(design, X[:200], y[:200])  # compiled
    timings = race(
        {name: partial(_learn, design, X, y) for name, design in designs.items()}, 1 if quick else 3
    )
    work = f"{n_rows:,} x 20, {_N_CLASSES} classes"
    rows = []
    for name, timing in timings.items():
        design = designs[name]
        note = ""
        if isinstance(design, MinimalCode):
            note = f"{design.n_lookups_:,} columns asked for, {design.n_trained_:,} trees grown"
        rows.append(
            Row(
                work, f"{OURS}, {name}", "s", timing.best, timing.median, timing.best, "seconds",
                Demand("at most", _MOST_SECONDS), note,
            )
        )  # fmt: skip
    return rows


def _learn(design: MinimalCode | Discriminant, X: NDArray[np.float64], y: NDArray[np.intp]) -> None:
    design.learn(X, y, _N_CLASSES, generator=np.random.RandomState(0), n_jobs=THREADS)
