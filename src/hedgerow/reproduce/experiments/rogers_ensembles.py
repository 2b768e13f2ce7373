"""The ensembles of Rogers (2007), chapter 5: a hundred trees that stop by description length."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hedgerow.boosting.adaptive import AdaBoostClassifier, DivBoostClassifier
from hedgerow.ensembles.engine import EnsembleClassifier
from hedgerow.ensembles.subspace import RandomSubspaceClassifier
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
