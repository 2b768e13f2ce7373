"""Claim: K-TIPCAC of 22 classes in a minute and 2 GiB; trees for pairs of classes faster than scikit-learn's."""

from __future__ import annotations

import tracemalloc
from functools import partial
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.datasets import make_classification
from sklearn.multiclass import OneVsOneClassifier
from sklearn.tree import DecisionTreeClassifier as TheirTree

from benchmarks.peers import THREADS
from benchmarks.rows import OURS, Demand, Row, compare_times
from benchmarks.timing import clock, race
from benchmarks.workloads import Table
from hedgerow.ensembles import DDAGClassifier, NestedDichotomiesClassifier, PairwiseClassifier
from hedgerow.learners import TIPCACClassifier

# Proteins by place in the cell (Rozza et al. 2010, table 1): from 13 rows to 1,077.
_SIZES = (
    17, 157, 13, 59, 13, 23, 488, 1077, 92, 647, 609, 47, 17, 13, 91, 45, 497, 85, 741, 46, 275, 39,
)  # fmt: skip
_PEER = "scikit-learn, one-vs-one"


def measure(quick: bool) -> list[Row]:
    """K-TIPCAC at the size of the paper's table; two-class trees against scikit-learn's."""
    return [*_time_tipcac(quick), *_compare_pairs(quick)]


def _make_cells(quick: bool) -> Table:
    """As many classes as the paper's, as unbalanced; 5,000 rows of 500 correlated features."""
    generator = np.random.default_rng(0)
    n_rows, n_features = (600, 60) if quick else (5_000, 500)
    labels = np.repeat(np.arange(22), _SIZES)
    y = np.sort(generator.choice(labels, n_rows, replace=False))
    mixing = np.eye(n_features) + 0.03 * generator.normal(size=(n_features, n_features))
    shifts = 0.15 * generator.normal(size=(22, n_features))
    return shifts[y] + generator.normal(size=(n_rows, n_features)) @ mixing, y


def _time_tipcac(quick: bool) -> list[Row]:
    X, y = _make_cells(quick)
    tipcac = TIPCACClassifier("rbf", n_jobs=THREADS)
    TIPCACClassifier("rbf").fit(X[::20], y[::20])
    work = f"K-TIPCAC, {len(X):,} x {X.shape[1]}, 22 classes"
    seconds = clock(lambda: tipcac.fit(X, y))
    asked = clock(lambda: tipcac.predict(X))
    tracemalloc.start()
    clone(tipcac).set_params(n_jobs=1).fit(X, y)
    memory = tracemalloc.get_traced_memory()[1] / 2**30
    tracemalloc.stop()
    return [
        Row(f"{work}: fit", OURS, "s", seconds, None, seconds, "seconds", Demand("at most", 60.0)),
        Row(f"{work}: predict", OURS, "s", asked),
        Row(
            f"{work}: memory beside the table",
            OURS,
            "GiB",
            memory,
            None,
            memory,
            "GiB",
            Demand("at most", 2.0),
        ),
    ]


def _compare_pairs(quick: bool) -> list[Row]:
    n_rows, n_classes = (2_000, 6) if quick else (20_000, 26)
    X, y = make_classification(
        n_rows + n_rows // 4, 16, n_informative=12, n_redundant=0, n_classes=n_classes, n_clusters_per_class=2,
        class_sep=2.0, random_state=0,
    )  # fmt: skip
    train, test = slice(0, n_rows), slice(n_rows, None)
    shared: dict[str, Any] = {"n_jobs": THREADS, "random_state": 0}
    contestants: dict[str, Any] = {
        OURS: PairwiseClassifier(**shared),
        _PEER: OneVsOneClassifier(TheirTree(random_state=0), n_jobs=THREADS),
    }
    others: dict[str, Any] = {
        f"{OURS}, knockout": DDAGClassifier(**shared),
        f"{OURS}, 20 nested dichotomies": NestedDichotomiesClassifier(**shared),
    }
    for each in (*contestants.values(), *others.values()):
        each.fit(X[:200], y[:200])
    timings = race({name: partial(each.fit, X[train], y[train]) for name, each in contestants.items()}, 1)
    asks = race({name: partial(each.predict, X[test]) for name, each in contestants.items()}, 1)
    work = f"{n_rows:,} x 16, {n_classes} classes, trees"
    more = [
        Row(f"{work}: {what}", name, "s", clock(partial(do, each)))
        for what, do in (
            ("fit", lambda each: each.fit(X[train], y[train])),
            ("predict", lambda each: each.predict(X[test])),
        )
        for name, each in others.items()
    ]
    return [
        *compare_times(f"{work}: fit", timings, {_PEER: 3.0}),
        *compare_times(f"{work}: predict", asks, {}),
        *more,
        *(
            Row(f"{work}: accuracy", name, "%", 100.0 * each.score(X[test], y[test]))
            for name, each in {**contestants, **others}.items()
        ),
    ]
