"""Claim: out-of-bag permutation importance is 50 times faster than scikit-learn's permutation importance."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from sklearn.inspection import permutation_importance

from benchmarks import peers
from benchmarks.rows import OURS, Row, compare_times
from benchmarks.timing import Timing, clock, race
from benchmarks.workloads import PERMUTED, make_classes

_N_REPEATS = 5
_FLOOR = 50.0


def measure(quick: bool) -> list[Row]:
    """scikit-learn in both arrangements of two threads: over the trees of a forest, and over the features."""
    size = replace(PERMUTED, n_features=20, max_features=4) if quick else PERMUTED
    X, y = make_classes(size.n_rows, size.n_features)
    forest = peers.classifier(OURS, **size.forest).fit(X, y)
    timings = race(
        {OURS: partial(forest.oob_permutation_importance, X, y, n_repeats=_N_REPEATS)}, 3 if quick else 7
    )
    other = peers.classifier(peers.SKLEARN, **size.forest).fit(X, y)
    arrangements = {"threads over trees": (peers.THREADS, 1), "threads over features": (1, peers.THREADS)}
    for name, (of_forest, of_importance) in arrangements.items():
        other.set_params(n_jobs=of_forest)
        permute = partial(
            permutation_importance, other, X, y, n_repeats=_N_REPEATS, random_state=0, n_jobs=of_importance
        )
        seconds = clock(permute)  # a minute each: once
        timings[f"{peers.SKLEARN}, {name}"] = Timing(seconds, seconds)
    floors = dict.fromkeys(timings.keys() - {OURS}, _FLOOR)
    return compare_times(f"{size}, {_N_REPEATS} repeats", timings, floors)
