"""Claim: forests grow fast on every road: classes, criteria, limits, gaps, weights, categories, random cuts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from sklearn.preprocessing import OneHotEncoder

from benchmarks import peers
from benchmarks.floor import bare_update, count_visits
from benchmarks.rows import OURS, Row, compare_times
from benchmarks.timing import Timing, race
from benchmarks.workloads import make_classes, make_values

_N_ROWS, _N_FEATURES, _N_TREES, _N_LEVELS = 20_000, 40, 50, 12
_MISSING = 0.1


@dataclass(frozen=True)
class Road:
    """A way to use a forest: the table, the parameters, who takes part, and how much faster we must be."""

    name: str
    make: Callable[[int], tuple[Any, Any]]
    floors: dict[str, float]
    kind: str = "RandomForestClassifier"
    parameters: dict[str, Any] = field(default_factory=dict)
    encode: Callable[[Any], Any] | None = None  # how the peers see the features
    weigh: bool = False


def measure(quick: bool) -> list[Row]:
    """Fit each library on each road; peers that cannot take it are left out. Then the distance from the floor."""
    rows = []
    for road in _list_roads():
        rows += _race(road, quick)
    return rows


def _list_roads() -> list[Road]:
    both = {peers.INTEL: 2.5, peers.SKLEARN: 15.0}
    roads = [
        Road(f"{n} classes", partial(_classes, n), {peers.INTEL: 2.5, peers.SKLEARN: floor})
        for n, floor in ((5, 10.0), (10, 8.0), (26, 6.0))
    ]
    two, values = partial(_classes, 2), _values
    extra = {peers.INTEL: 3.0, peers.SKLEARN: 5.0}
    return [
        Road("2 classes", two, {}),
        *roads,
        Road("Gini", two, both, parameters={"criterion": "gini"}),
        Road("depth 8", two, both, parameters={"max_depth": 8}),
        Road("20 rows a leaf", two, both, parameters={"min_samples_leaf": 20}),
        Road("10 % missing values", partial(_gaps, 2), {peers.SKLEARN: 14.0}),
        Road("weights", two, {peers.INTEL: 10.0, peers.SKLEARN: 14.0}, weigh=True),
        Road(
            "half of the columns categories of 12 levels (peers: one-hot columns)", _categories,
            {peers.INTEL: 3.0, peers.SKLEARN: 10.0}, encode=_one_hot,
        ),
        Road("extra trees, 2 classes", two, extra, "ExtraTreesClassifier"),
        Road("extra trees, 10 classes", partial(_classes, 10), extra, "ExtraTreesClassifier"),
        Road("extra trees, regression, all features", values, extra, "ExtraTreesRegressor"),
        Road("regression, all features", values, {peers.INTEL: 5.0, peers.SKLEARN: 16.0}, "RandomForestRegressor"),
    ]  # fmt: skip


def _race(road: Road, quick: bool) -> list[Row]:
    n_rows, n_trees = (_N_ROWS // 20, _N_TREES // 10) if quick else (_N_ROWS, _N_TREES)
    X, y = road.make(n_rows)
    weights = np.random.default_rng(1).uniform(0.5, 2.0, n_rows) if road.weigh else None
    contestants, forests = {}, {}
    for library in peers.libraries():
        seen = X if library == OURS or road.encode is None else road.encode(X)
        forests[library] = forest = peers.make(library, road.kind, n_estimators=n_trees, **road.parameters)
        if library == peers.INTEL and not peers.is_accelerated(forest, seen, y, weights):
            continue
        contestants[library] = partial(forest.fit, seen, y, sample_weight=weights)
    work = f"{road.name}: {n_rows:,} x {_N_FEATURES}, {n_trees} trees"
    timings = race(contestants, 2 if quick else 3)
    return [*compare_times(work, timings, road.floors), _measure_distance(work, forests[OURS], timings[OURS])]


def _measure_distance(work: str, forest: Any, timing: Timing) -> Row:
    """All of the fit, per look of a feature that is tried at a row of a node, beside the bare loop of such looks."""
    trees = forest.members_.forest
    n_tried = int(np.sqrt(_N_FEATURES)) if trees.n_classes else _N_FEATURES
    n_visits, floor = count_visits(trees, n_tried), bare_update(trees.n_classes == 0)
    best, median = (1e9 * seconds * peers.THREADS / n_visits for seconds in (timing.best, timing.median))
    note = f"{n_visits / 1e6:,.1f} million visits; the bare update takes {floor:.2f} ns"
    return Row(work, OURS, "ns per visit", best, median, best / floor, "times the floor", note=note)


def _classes(n_classes: int, n_rows: int) -> tuple[Any, Any]:
    return make_classes(n_rows, _N_FEATURES, n_classes=n_classes)


def _values(n_rows: int) -> tuple[Any, Any]:
    return make_values(n_rows, _N_FEATURES)


def _gaps(n_classes: int, n_rows: int) -> tuple[Any, Any]:
    X, y = _classes(n_classes, n_rows)
    X[np.random.default_rng(0).random(X.shape) < _MISSING] = np.nan
    return X, y


def _categories(n_rows: int) -> tuple[Any, Any]:
    """Every second column is cut into levels of equal size, in an order that says nothing."""
    import pandas as pd

    X, y = _classes(2, n_rows)
    rng, frame = np.random.default_rng(0), pd.DataFrame(X)
    for column in range(0, _N_FEATURES, 2):
        levels = rng.permutation(_N_LEVELS)[pd.qcut(X[:, column], _N_LEVELS, labels=False)]
        frame[column] = pd.Categorical.from_codes(levels, categories=[f"level {i}" for i in range(_N_LEVELS)])
    frame.columns = [f"x{column}" for column in range(_N_FEATURES)]
    return frame, y


def _one_hot(frame: Any) -> Any:
    chosen = [name for name in frame if frame[name].dtype == "category"]
    encoded = OneHotEncoder(sparse_output=False).fit_transform(frame[chosen])
    return np.hstack([frame.drop(columns=chosen).to_numpy(), encoded])
