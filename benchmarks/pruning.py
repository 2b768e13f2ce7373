"""Claim: FitSelect adds at most a fifth to the time of the forests that it chooses from."""

from __future__ import annotations

from functools import partial
from typing import Any

from sklearn.model_selection import StratifiedKFold

from benchmarks.rows import OURS, Demand, Row
from benchmarks.timing import race
from benchmarks.workloads import make_classes
from hedgerow import RandomForestClassifier
from hedgerow.pruning.cross_validated import FitSelectClassifier

_N_FOLDS = 3


def measure(quick: bool) -> list[Row]:
    """Fit FitSelect and the bare forests of its folds, 500 trees each."""
    n_trees, repeats = (20, 2) if quick else (500, 9)
    rows = []
    for n_rows in (300,) if quick else (1000, 5000):
        X, y = make_classes(n_rows, 20)
        for n_jobs in (1, 2):
            model = FitSelectClassifier(n_estimators=n_trees, n_jobs=n_jobs, random_state=0)
            rivals = {
                "forests alone": partial(_fit_forests, X, y, n_trees, n_jobs),
                OURS: partial(model.fit, X, y),
            }
            timings = race(rivals, repeats)
            work = f"{_N_FOLDS} x {n_trees} trees, {n_rows} x 20, {n_jobs} threads"
            alone, ours = timings["forests alone"], timings[OURS]
            rows.append(Row(work, "forests alone", "s", alone.best, alone.median))
            rows.append(
                Row(
                    work,
                    OURS,
                    "s",
                    ours.best,
                    ours.median,
                    ours.best / alone.best,
                    "times the forests alone",
                    Demand("at most", 1.2),
                )
            )
    return rows


def _fit_forests(X: Any, y: Any, n_trees: int, n_jobs: int) -> None:
    folds = StratifiedKFold(_N_FOLDS, shuffle=True, random_state=0)
    for inside, _ in folds.split(X, y):
        RandomForestClassifier(n_trees, n_jobs=n_jobs, random_state=0).fit(X[inside], y[inside])
