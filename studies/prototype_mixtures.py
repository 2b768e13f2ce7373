"""Claim of Armano and Hatami (2010): random prototypes beat the trained gates of a hierarchical mixture, in less time.

Both mixtures have two modules of three experts, and every expert is the same small network with the same number of
steps. Six of the eight published data sets are at hand; `vehicle` and `contraceptive` stand for `glass` and `yeast`.
Large tables are cut to 1,000 rows, drawn at random. A tenth of the rows is tested on, in turn.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from time import process_time
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.model_selection import StratifiedKFold

from hedgerow import datasets
from hedgerow.foundation.threads import ONE_THREAD
from hedgerow.learners import MixtureOfExpertsClassifier, PrototypeMixtureClassifier, SmallNetworkClassifier
from studies.running import Record, run_trials

DATA = {
    "iris": "iris",
    "satimage": "keel:satimage",
    "penbased": "keel:penbased",
    "letter": "keel:letter",
    "vowel": "keel:vowel",
    "segment": "keel:segment",
    "vehicle": "keel:vehicle",
    "contraceptive": "keel:contraceptive",
}
_MOST_ROWS = 1000
_N_FOLDS = 10
_N_HIDDEN = 5
_N_STEPS = 200  # of each expert
_N_ROUNDS = 20  # of the standard mixture, which share out the steps
_BRANCHING = (2, 3)

STANDARD = "hierarchical mixture"
Maker = Callable[[int], Any]  # of the seed


def _make_standard(seed: int, *, early_stopping: bool) -> MixtureOfExpertsClassifier:
    expert = SmallNetworkClassifier(_N_HIDDEN, max_iter=_N_STEPS // _N_ROUNDS, warm_start=True)
    return MixtureOfExpertsClassifier(
        expert,
        branching=_BRANCHING,
        max_iter=_N_ROUNDS,
        n_init=1,
        early_stopping=early_stopping,
        random_state=seed,
    )


def _make_prototypes(seed: int, gate: str, *, joint: bool = True) -> PrototypeMixtureClassifier:
    expert = SmallNetworkClassifier(_N_HIDDEN, max_iter=_N_STEPS)
    n_modules, n_experts = _BRANCHING
    return PrototypeMixtureClassifier(
        expert, n_modules=n_modules, n_experts=n_experts, gate=gate, joint=joint, random_state=seed
    )


class _Average:
    """As many networks as the mixtures have, without any gate: what plain averaging gives."""

    def __init__(self, seed: int) -> None:
        self.networks = [
            SmallNetworkClassifier(_N_HIDDEN, max_iter=_N_STEPS, random_state=100 * seed + number)
            for number in range(_BRANCHING[0] * _BRANCHING[1])
        ]

    def fit(self, X: NDArray[np.float64], y: NDArray[Any]) -> None:
        for network in self.networks:
            network.fit(X, y)

    def predict(self, X: NDArray[np.float64]) -> NDArray[Any]:
        mean = np.mean([network.predict_proba(X) for network in self.networks], axis=0)
        answers: NDArray[Any] = self.networks[0].classes_[mean.argmax(axis=1)]
        return answers


METHODS: dict[str, Maker] = {
    STANDARD: lambda seed: _make_standard(seed, early_stopping=False),
    f"{STANDARD}, early stopping": lambda seed: _make_standard(seed, early_stopping=True),
    "prototypes, dynamic": lambda seed: _make_prototypes(seed, "dynamic"),
    "prototypes, static": lambda seed: _make_prototypes(seed, "static"),
    "prototypes, winner": lambda seed: _make_prototypes(seed, "winner"),
    "prototypes, dynamic, out-of-fold gate": lambda seed: _make_prototypes(seed, "dynamic", joint=False),
    "one network": lambda seed: SmallNetworkClassifier(_N_HIDDEN, max_iter=_N_STEPS, random_state=seed),
    "average of six networks": _Average,
}


def run(quick: bool) -> pd.DataFrame:
    """Accuracy and seconds of every method on every data set, means over the folds."""
    names, n_folds = (("iris",), 2) if quick else (tuple(DATA), _N_FOLDS)
    trials = run_trials(_try_fold, [(name, fold) for name in names for fold in range(n_folds)], quick)
    cells = trials.groupby(["data", "n_rows", "n_features", "n_classes", "method"], sort=False)
    found = cells[["accuracy", "seconds"]].mean()
    found.insert(1, "accuracy_standard_deviation", cells["accuracy"].std())
    return found.round(4).reset_index()


@cache
def read_data(name: str) -> tuple[NDArray[np.float64], NDArray[Any]]:
    """Features and class codes of at most 1,000 rows."""
    table = datasets.load(DATA[name])
    X = table.features.to_numpy(float)
    y = np.unique(table.target, return_inverse=True)[1]
    rows = np.sort(np.random.default_rng(0).permutation(len(y))[:_MOST_ROWS])
    return X[rows], y[rows]


def _try_fold(name: str, fold: int) -> list[Record]:
    X, y = read_data(name)
    splitter = StratifiedKFold(_N_FOLDS, shuffle=True, random_state=0)
    train, test = list(splitter.split(X, y))[fold]
    records = []
    for method, make in METHODS.items():
        model = make(fold)
        with ONE_THREAD:
            start = process_time()
            model.fit(X[train], y[train])
            seconds = process_time() - start
        records.append(
            {
                "data": name,
                "n_rows": len(y),
                "n_features": X.shape[1],
                "n_classes": int(y.max()) + 1,
                "method": method,
                "accuracy": np.mean(model.predict(X[test]) == y[test]),
                "seconds": seconds,
            }
        )
    return records
