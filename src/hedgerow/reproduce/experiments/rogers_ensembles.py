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


ENSEMBLES: dict[str, Callable[[], Any]] = {
    "Bagging": lambda: bag(_stop_early()),
    "AdaBoost": lambda: AdaBoostClassifier(_stop_early(), N_TREES),
    "DivBoost W1": lambda: DivBoostClassifier(_stop_early(), N_TREES, weighting="w1"),
    "DivBoost W2": lambda: DivBoostClassifier(_stop_early(), N_TREES),
    "Random Subspace": lambda: RandomSubspaceClassifier(
        _stop_early(), N_TREES, bootstrap=True, combination="vote"
    ),
    "Random Rotation": lambda: bag(_stop_early(), RandomRotation(standardise=False)),
    "PCA Rotation": lambda: bag(_stop_early(), PCARotation()),
}


def _stop_early() -> DecisionTreeClassifier:
    return DecisionTreeClassifier(pruning="mdl")
