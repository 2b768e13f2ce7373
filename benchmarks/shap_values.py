"""Claim: exact Shapley values of a full forest take seconds, where shap takes hours."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from benchmarks.peers import THREADS
from benchmarks.rows import OURS, Row, compare_times
from benchmarks.timing import Timing, clock, race
from benchmarks.workloads import make_classes
from hedgerow import RandomForestClassifier
from hedgerow.relevance import shap_values

_SHAP = "shap"
_N_BACKGROUND = 100
_FLOOR = 100.0
_FEW = 20  # rows that shap can be afforded for; its time grows with their number


def measure(quick: bool) -> list[Row]:
    """A fully grown forest: all rows, some with a background, some with interactions; shap on few rows, scaled up."""
    n_rows, n_trees = (1_000, 5) if quick else (10_000, 100)
    X, y = make_classes(n_rows, 50)
    forest = RandomForestClassifier(n_trees, n_jobs=THREADS, random_state=0).fit(X, y)
    shap_values(forest, X[:8], X[:2], interactions=True)
    work = f"{n_rows:,} x 50, {n_trees} full trees"
    rows = _race(f"{work}, all rows", forest, X, None, interactions=False)
    some = X[: n_rows // 10]
    rows += _race(f"{work}, {len(some):,} rows with interactions", forest, some, None, interactions=True)
    return rows + _race(
        f"{work}, {len(some):,} rows by {_N_BACKGROUND} background rows", forest, some, X[-_N_BACKGROUND:],
        interactions=False,
    )  # fmt: skip


def _race(work: str, forest: Any, X: Any, background: Any, *, interactions: bool) -> list[Row]:
    explain = partial(shap_values, forest, X, background, interactions=interactions, n_jobs=THREADS)
    timings = race({OURS: explain}, 3)
    try:
        from shap import TreeExplainer
    except ImportError:
        return compare_times(work, timings, {})
    n_trees = len(forest.members_)
    model = {"trees": [_describe(forest.members_.forest[place], n_trees) for place in range(n_trees)]}
    if background is None:
        explainer = TreeExplainer(model)
    else:
        explainer = TreeExplainer(model, data=background, feature_perturbation="interventional")
    ask = (
        explainer.shap_interaction_values
        if interactions
        else partial(explainer.shap_values, check_additivity=False)
    )
    few = X[: _FEW // 10 if interactions else _FEW]
    seconds = clock(partial(ask, few)) * len(X) / len(few)
    timings[_SHAP] = Timing(seconds, seconds)
    return compare_times(work, timings, {_SHAP: _FLOOR}, note=f"shap: {len(few)} rows, scaled up; one thread")


def _describe(tree: Any, n_trees: int) -> dict[str, Any]:
    """A tree as shap takes any."""
    left, right, weights = tree.children_left, tree.children_right, tree.weighted_n_node_samples
    return {
        "children_left": left,
        "children_right": right,
        "children_default": left,
        "features": tree.feature,
        "thresholds": np.nan_to_num(tree.threshold),
        "values": tree.value / weights[:, None] / n_trees,
        "node_sample_weight": np.asarray(weights, np.float64),
    }
