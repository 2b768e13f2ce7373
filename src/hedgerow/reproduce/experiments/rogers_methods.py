"""The ensembles of Rogers (2007), chapter 5, and the forests of chapter 8 and of Rogers and Gunn (2005)."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from hedgerow.boosting.adaptive import AdaBoostClassifier, DivBoostClassifier
from hedgerow.ensembles.engine import EnsembleClassifier
from hedgerow.ensembles.subspace import RandomSubspaceClassifier
from hedgerow.relevance.forest import RelevanceForestClassifier
from hedgerow.reproduce.experiments.splits import Split
from hedgerow.selection.filters import CFSSelector
from hedgerow.selection.forest import TreeSelector
from hedgerow.trees.estimators import DecisionTreeClassifier
from hedgerow.views import PCARotation, RandomRotation

N_TREES = 100


def bag(tree: DecisionTreeClassifier, view: Any = "all") -> EnsembleClassifier:
    """Return trees on bootstrap samples that vote, each on its own view of the features."""
    return EnsembleClassifier(tree, view=view, combination="vote", n_estimators=N_TREES)


METHODS: dict[str, Callable[[DecisionTreeClassifier], Any]] = {  # of the tree that learns
    "Bagging": bag,
    "AdaBoost": lambda tree: AdaBoostClassifier(tree, N_TREES),
    "DivBoost W1": lambda tree: DivBoostClassifier(tree, N_TREES, weighting="w1"),
    "DivBoost W2": lambda tree: DivBoostClassifier(tree, N_TREES),
    "Random Subspace": lambda tree: RandomSubspaceClassifier(
        tree, N_TREES, bootstrap=True, combination="vote"
    ),
    "Random Rotation": lambda tree: bag(tree, RandomRotation(standardise=False)),
    "PCA Rotation": lambda tree: bag(tree, PCARotation()),
}


_N_NOISE = 30
_TEST: dict[str, Any] = {"selection": "test", "null": "midpoint", "effective_size": "count"}
_THRESHOLD: dict[str, Any] = _TEST | {"selection": "threshold"}
SETTINGS: dict[str, dict[str, Any]] = {
    "RF": {"sampling": "uniform"},
    "CI WS RF": {"sampling": "confidence", "update_every": 1},
    "TREE WS": {"sampling": "tree"},
    "RF Thr": {"sampling": "uniform"} | _THRESHOLD,
    "RF HT": {"sampling": "uniform"} | _TEST,
    "RF LOCAL": {"sampling": "local"},
    "RF HT + RF LOCAL": {"sampling": "local", "alpha": 0.025} | _TEST,
    "WS": {"sampling": "forest"},
    "WS & FS": {"sampling": "forest"} | _THRESHOLD,
}
SELECTORS: dict[str, Callable[[], Any]] = {
    "DT1": lambda: TreeSelector("used"),
    "DT2": lambda: TreeSelector("feasible"),
    "CFS": CFSSelector,
}
NOISE = "RF, 30 extra irrelevant features"
INTEGRATED = "RF DYN INT"
FORESTS = (*SETTINGS, *SELECTORS, NOISE, INTEGRATED)
# The same forest under the name of another table.
SYNONYMS = {
    "Random Forest": "RF",
    "RF, 0 extra irrelevant features": "RF",
    "Two-stage CART": "TREE WS",
    "FS": "RF Thr",
}


def try_forest(column: str, split: Split, seed: int) -> dict[str, float]:
    """Grow the forest of a column and measure it on the test rows."""
    if column in SELECTORS:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # where nothing is selected, all features are kept
            kept = np.asarray(SELECTORS[column]().fit(split.X, split.y).get_support())
        some = kept if kept.any() else ~kept
        measured, _ = _grow(split.narrow(some), seed, "RF")
        return measured | _count(some)
    if column == NOISE:
        n_rows = len(split.y) + len(split.y_test)
        noise = np.random.default_rng([seed, _N_NOISE]).random((n_rows, _N_NOISE))
        return _grow(split.widen(noise), seed, "RF")[0]
    if column == INTEGRATED:
        _, forest = _grow(split, seed, "RF")
        return {"error": split.integrate(forest)}
    return _grow(split, seed, column)[0]


def _grow(split: Split, seed: int, column: str) -> tuple[dict[str, float], RelevanceForestClassifier]:
    forest = RelevanceForestClassifier(
        N_TREES, n_evaluation_trees=N_TREES, random_state=seed, **SETTINGS[column]
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        measured = split.measure(forest)
    # The published trees vote; here a forest averages probabilities.
    measured["error"] = split.vote_error(split.ask(forest))
    measured["avg_tree_nodes"] = forest.members_.forest.nodes.size / N_TREES
    return measured | _count(np.asarray(forest.support_)), forest


def _count(kept: Any) -> dict[str, float]:
    return {"n_features": float(kept.sum())}
