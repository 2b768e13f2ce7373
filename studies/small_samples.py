"""Claim: where rows are few, DECORATE errs less than bagging, AdaBoost and one tree (Melville & Mooney 2003)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow import BaggingClassifier, DecisionTreeClassifier, datasets
from hedgerow.boosting.adaptive import AdaBoostClassifier
from hedgerow.ensembles.decorate import DecorateClassifier
from studies.running import Record, run_trials

TABLES = ("ionosphere", "pima", "sonar", "votes", "wbc", "breast_cancer", "iris", "wine")
SHARES = (0.01, 0.05, 0.1, 0.2, 0.4)
LEARNERS = {"full": {}, "leaves of two": {"min_samples_leaf": 2}}
N_MEMBERS = 15  # of all ensembles, as in the paper
_N_SPLITS = 20
_TEST_SHARE = 1 / 3
_LEAST = 2  # rows of each class, however small the share
_CELL = ["data", "share", "learner", "method"]
METHODS: dict[str, Callable[[Any, int], Any]] = {
    "DECORATE": lambda tree, seed: DecorateClassifier(tree, N_MEMBERS, random_state=seed),
    "bagging": lambda tree, seed: BaggingClassifier(tree, N_MEMBERS, random_state=seed),
    "AdaBoost": lambda tree, seed: AdaBoostClassifier(tree, N_MEMBERS, random_state=seed),
    "one tree": lambda tree, seed: tree,
}


def run(quick: bool) -> pd.DataFrame:
    """Mean error of each method, and by how much it is more than that of DECORATE on the same rows."""
    names, n_splits = (TABLES[-2:], 2) if quick else (TABLES, _N_SPLITS)
    trials = run_trials(_try_split, [(name, seed) for name in names for seed in range(n_splits)], quick)
    place = ["data", "share", "learner", "seed"]
    reference = trials[trials["method"] == "DECORATE"].set_index(place)["error"]
    paired = trials.join(reference.rename("reference"), on=place)
    paired["more_than_decorate"] = paired["error"] - paired["reference"]
    cells = paired.groupby(_CELL, sort=False)
    summary = cells[["n_rows", "error", "more_than_decorate"]].mean()
    summary.insert(0, "n_splits", cells.size())
    summary.insert(3, "error_standard_error", cells["error"].sem())
    summary["difference_standard_error"] = cells["more_than_decorate"].sem()
    return summary.round(4).reset_index()


def _try_split(name: str, seed: int) -> list[Record]:
    """Learn from more and more of two thirds of the rows, and test on the others."""
    table = datasets.load(name)
    y = np.asarray(table.target)
    test, train = np.split(np.random.default_rng(seed).permutation(len(y)), [round(_TEST_SHARE * len(y))])
    train = put_classes_first(train, y)
    records = []
    for share in SHARES:
        rows = train[: max(round(share * train.size), _LEAST * len(np.unique(y)))]
        for learner, choices in LEARNERS.items():
            for method, make in METHODS.items():
                model = make(DecisionTreeClassifier(**choices), seed).fit(table.features.iloc[rows], y[rows])
                records.append(
                    {
                        "data": name,
                        "share": share,
                        "learner": learner,
                        "method": method,
                        "seed": seed,
                        "n_rows": rows.size,
                        "error": np.mean(model.predict(table.features.iloc[test]) != y[test]),
                    }
                )
    return records


def put_classes_first(rows: NDArray[np.intp], y: NDArray[Any]) -> NDArray[np.intp]:
    """The same rows, those first that give each class its least number."""
    first = np.concatenate([rows[y[rows] == label][:_LEAST] for label in np.unique(y)])
    return np.concatenate([first, rows[~np.isin(rows, first)]])
