"""Claim: additive models cost less than scikit-learn's gradient boosting, projections in every round included."""

from __future__ import annotations

from functools import partial
from typing import Any

import sklearn.ensemble

import hedgerow
from benchmarks.peers import SKLEARN
from benchmarks.rows import OURS, Row, compare_times
from benchmarks.timing import race
from benchmarks.workloads import Table, make_classes, make_values

_N_FEATURES = 50


def measure(quick: bool) -> list[Row]:
    """Stumps of projections, and stumps of the features, each against scikit-learn's stumps of the features.

    `LsBoostRegressor` and the peer are the same model. The floors are well below what a quiet machine shows.
    """
    n_rows, n_rounds = (500, 25) if quick else (5_000, 500)
    classes, values = make_classes(n_rows, _N_FEATURES), make_values(n_rows, _N_FEATURES)
    stumps = {"n_estimators": n_rounds, "max_depth": 1, "random_state": 0}
    classifier = sklearn.ensemble.GradientBoostingClassifier(**stumps)
    regressor = sklearn.ensemble.GradientBoostingRegressor(**stumps)
    contests: dict[str, tuple[Any, Any, Table, float]] = {
        "RpBoost": (
            hedgerow.boosting.RpBoostClassifier(n_estimators=n_rounds, random_state=0),
            classifier,
            classes,
            1.0,
        ),
        "LogitBoost": (
            hedgerow.boosting.LogitBoostClassifier(n_estimators=n_rounds),
            classifier,
            classes,
            5.0,
        ),
        "LsBoost of values": (
            hedgerow.boosting.LsBoostRegressor(n_estimators=n_rounds),
            regressor,
            values,
            5.0,
        ),
    }
    rows = []
    for name, (ours, theirs, (X, y), floor) in contests.items():
        ours.fit(X[:100], y[:100])  # compiled, and thread pools are there
        timings = race({OURS: partial(ours.fit, X, y), SKLEARN: partial(theirs.fit, X, y)}, 1 if quick else 3)
        work = f"{name}, {n_rows:,} x {_N_FEATURES}, {n_rounds} stumps"
        rows += compare_times(work, timings, {SKLEARN: floor})
    return rows
