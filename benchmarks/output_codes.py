"""Claim: 200 tree columns on 26 letters in a fifth of the time of scikit-learn's codes; weights in 0.1 s.

Both libraries grow full trees for as many random questions from all rows, so that neither is more accurate than the
other; the difference is shown with its standard error over the splits.
"""

from __future__ import annotations

from functools import partial
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import make_classification
from sklearn.multiclass import OutputCodeClassifier
from sklearn.tree import DecisionTreeClassifier

from benchmarks.peers import SKLEARN, THREADS
from benchmarks.rows import OURS, Demand, Row, compare_times
from benchmarks.timing import Timing, clock, race
from hedgerow import datasets
from hedgerow.codes import RandomPartitions, class_separability
from hedgerow.ensembles import ECOCClassifier

N_CLASSES = 26


def measure(quick: bool) -> list[Row]:
    """Codes of equal size, each library with its own trees; then class-separability weights by themselves."""
    return [*_compare_codes(quick), *_time_weights(quick)]


def _compare_codes(quick: bool) -> list[Row]:
    """Fit both libraries on three quarters of the letters, judge them by the last one, in eight splits."""
    name, X, y = _load_letters()
    n_columns, n_rows = (20, 1500) if quick else (200, len(y))
    bagged = f"{OURS}, bootstrap, weighted by separability"
    seconds: dict[str, list[float]] = {OURS: [], bagged: [], SKLEARN: []}
    scores: dict[str, list[float]] = {library: [] for library in seconds}
    ECOCClassifier(n_estimators=8).fit(X[:300], y[:300])  # compiled
    for seed in range(1 if quick else 8):
        order = np.random.RandomState(seed).permutation(len(y))[:n_rows]
        test, train = order[: n_rows // 4], order[n_rows // 4 :]
        shared: dict[str, Any] = {"n_estimators": n_columns, "n_jobs": THREADS, "random_state": seed}
        contestants: dict[str, Any] = {
            # As the peer, whose columns see all rows and which has no probabilities.
            OURS: ECOCClassifier(bootstrap=False, calibration=None, **shared),
            bagged: ECOCClassifier(weights="csep", **shared),
            SKLEARN: OutputCodeClassifier(
                DecisionTreeClassifier(random_state=seed),
                code_size=n_columns / N_CLASSES,
                n_jobs=THREADS,
                random_state=seed,
            ),
        }
        for library, model in contestants.items():
            seconds[library].append(clock(partial(model.fit, X[train], y[train])))
            scores[library].append(100.0 * float(model.score(X[test], y[test])))
    work = f"{name}, {n_rows - n_rows // 4:,} x {X.shape[1]}, {N_CLASSES} classes, {n_columns} columns"
    judged = f"{work}: accuracy on the other quarter"
    timings = {library: Timing.of(spent) for library, spent in seconds.items()}
    gains = np.subtract(scores[OURS], scores[SKLEARN])
    return [
        *compare_times(
            f"{work}: fit",
            {library: timings[library] for library in (OURS, SKLEARN)},
            {} if quick else {SKLEARN: 5.0},
        ),
        Row(f"{work}: fit", bagged, "s", timings[bagged].best, timings[bagged].median),
        Row(judged, OURS, "%", fmean(scores[OURS])),
        Row(judged, bagged, "%", fmean(scores[bagged])),
        Row(
            judged, SKLEARN, "%", fmean(scores[SKLEARN]), None, round(float(gains.mean()), 3), "points better", None,
            "" if quick else f"{gains.mean():+.2f} +- {gains.std(ddof=1) / len(gains) ** 0.5:.2f} over the splits",
        ),
    ]  # fmt: skip


def _load_letters() -> tuple[str, NDArray[np.float64], NDArray[Any]]:
    """KEEL's letter where its files are installed, else a made table of the same shape."""
    if "keel:letter" in set(datasets.names()["name"]):
        table = datasets.load("keel:letter")
        return "letter", table.features.to_numpy(np.float64), np.asarray(table.target)
    X, y = make_classification(
        20_000,
        16,
        n_informative=12,
        n_classes=N_CLASSES,
        n_clusters_per_class=2,
        class_sep=1.5,
        random_state=0,
    )
    return "made letters", X, y


def _time_weights(quick: bool) -> list[Row]:
    n_rows, n_columns = (500, 20) if quick else (5_000, 200)
    generator = np.random.RandomState(0)
    y = generator.randint(N_CLASSES, size=n_rows)
    code = RandomPartitions().build(N_CLASSES, n_columns, generator)
    sides = generator.uniform(-1, 1, (n_rows, n_columns))
    timing = race({OURS: partial(class_separability, sides, y, code)}, 2 if quick else 5)[OURS]
    work = f"class-separability weights, {n_rows:,} x {n_columns}, {N_CLASSES} classes"
    return [
        Row(work, OURS, "s", timing.best, timing.median, timing.best, "seconds", Demand("at most", 0.1)),
    ]
