"""The lecture of Evans: four learners by cross-validation, and the numbers that explain why a vote helps."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.reproduce.experiments.experiment import Experiment, Protocol, Reading
from hedgerow.reproduce.tables import PublishedCell

_BETWEEN = " / "
_N_TREES = 50
_N_FOLDS = 10
_N_VOTERS, _VOTER_ERROR = 25, 0.35
_MANY_ROWS = 1_000_000
_NAMES = {
    "Breast": "wbc",
    "Diabetes": "pima",
    "Pima": "pima",
    "Ionosphere": "ionosphere",
    "Iris": "iris",
    "Sonar": "sonar",
    "Wine": "wine",
}


def _make_learners() -> dict[str, Callable[[int], Any]]:
    from hedgerow.ensembles.bagging import BaggingClassifier
    from hedgerow.ensembles.boosting import AdaBoostClassifier
    from hedgerow.ensembles.forest import RandomForestClassifier
    from hedgerow.trees.estimators import DecisionTreeClassifier

    return {
        "decision_tree": lambda seed: DecisionTreeClassifier(random_state=seed),
        "bagging": lambda seed: BaggingClassifier(DecisionTreeClassifier(), _N_TREES, random_state=seed),
        "boosting": lambda seed: AdaBoostClassifier(DecisionTreeClassifier(), _N_TREES, random_state=seed),
        "random_forest": lambda seed: RandomForestClassifier(_N_TREES, random_state=seed),
    }


@cache
def _read_data(name: str) -> tuple[Any, NDArray[np.int64]]:
    from hedgerow.datasets import load

    table = load(name)
    return table.features, np.unique(np.asarray(table.target), return_inverse=True)[1]


def try_cell(cell: str, trial: int, seed: int) -> dict[str, float]:
    """Cross-validate a learner once; all learners of a trial see the same folds."""
    from sklearn.model_selection import StratifiedKFold

    name, learner = cell.split(_BETWEEN)
    X, y = _read_data(name)
    drawn = int(np.random.default_rng([seed, trial]).integers(2**31))
    right = np.zeros(len(y), np.bool_)
    for train, test in StratifiedKFold(_N_FOLDS, shuffle=True, random_state=drawn).split(X, y):
        model = _make_learners()[learner](drawn).fit(X.iloc[train], y[train])
        right[test] = model.predict(X.iloc[test]) == y[test]
    return {"accuracy": 100.0 * float(right.mean())}


def read_accuracy(cell: PublishedCell) -> Reading | None:
    """Return where a published accuracy is found, if the data are at hand."""
    if cell.row not in _NAMES or cell.column not in _make_learners():
        return None
    return Reading((f"{_NAMES[cell.row]}{_BETWEEN}{cell.column}",), "accuracy")


def compute_scalars(cell: str, trial: int, seed: int) -> dict[str, float]:
    """Compute the numbers of the lecture that follow from a formula."""
    del cell, trial, seed
    from hedgerow.analysis.voting import bootstrap_coverage, majority_error

    return {
        "independent_voting_error_25_at_0.35": float(majority_error(_N_VOTERS, _VOTER_ERROR)),
        "identical_voting_error_25_at_0.35": _VOTER_ERROR,
        "bootstrap_inclusion_limit": float(bootstrap_coverage(_MANY_ROWS)),
        "single_stump_accuracy_limit_pct": _find_best_stump(),
    }


def read_scalar(cell: PublishedCell) -> Reading | None:
    """Return where a number of the lecture is found."""
    return Reading(("formulas",), cell.row)


def _find_best_stump() -> float:
    """Return the best accuracy of one cut of 1 to 10, whose first and last three are of the other class."""
    y = np.array([1, 1, 1, 0, 0, 0, 0, 1, 1, 1], np.bool_)
    cuts = [np.arange(10) < cut for cut in range(11)]
    return 100.0 * float(max(max(np.mean(y == side), np.mean(y != side)) for side in cuts))


PROTOCOLS = {
    "evans-t1": Protocol(
        Experiment("evans 1", try_cell),
        read_accuracy,
        n_published=1,
        remarks=(
            "Neither the trees nor the program behind the table are named; here they are hedgerow's, with defaults.",
            "A trial is one ten-fold cross-validation, and the table is taken to be one of them.",
        ),
    ),
    "evans-scalars": Protocol(
        Experiment("evans formulas 1", compute_scalars), read_scalar, n_published=None, exact=True
    ),
}
