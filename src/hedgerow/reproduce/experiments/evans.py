"""The lecture of Evans: four learners by cross-validation, and the numbers that explain why a vote helps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hedgerow.reproduce.experiments.experiment import BETWEEN, Experiment, Protocol, Reading
from hedgerow.reproduce.experiments.folds import cross_validate, draw_seed, read_data
from hedgerow.reproduce.tables import PublishedCell

_N_TREES = 50
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
_GENERATED = {"Led7": 3200, "Waveform": 5000}  # and their rows


def _make_learners() -> dict[str, Callable[[int], Any]]:
    from hedgerow.boosting.adaptive import AdaBoostClassifier
    from hedgerow.ensembles.bagging import BaggingClassifier
    from hedgerow.ensembles.forest import RandomForestClassifier
    from hedgerow.trees.estimators import DecisionTreeClassifier

    return {
        "decision_tree": lambda seed: DecisionTreeClassifier(random_state=seed),
        "bagging": lambda seed: BaggingClassifier(DecisionTreeClassifier(), _N_TREES, random_state=seed),
        "boosting": lambda seed: AdaBoostClassifier(DecisionTreeClassifier(), _N_TREES, random_state=seed),
        "random_forest": lambda seed: RandomForestClassifier(_N_TREES, random_state=seed),
    }


def try_cell(cell: str, trial: int, seed: int) -> dict[str, float]:
    """Cross-validate a learner once; all learners of a trial see the same folds."""
    name, learner = cell.split(BETWEEN)
    drawn = draw_seed(trial, seed)
    X, y = _generate(name, drawn) if name in _GENERATED else read_data(name)
    return {"accuracy": cross_validate(lambda: _make_learners()[learner](drawn), X, y, seed=drawn)}


def _generate(name: str, seed: int) -> tuple[Any, Any]:
    from hedgerow.datasets import make_led, make_waveform

    make = make_led if name == "Led7" else make_waveform
    sample = make(_GENERATED[name], random_state=seed)
    return sample.X, sample.y


def read_accuracy(cell: PublishedCell) -> Reading | None:
    """Return where a published accuracy is found, if the data are at hand."""
    name = cell.row if cell.row in _GENERATED else _NAMES.get(cell.row)
    if name is None or cell.column not in _make_learners():
        return None
    return Reading((f"{name}{BETWEEN}{cell.column}",), "accuracy")


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
        most_trials=20,
        remarks=(
            "Neither the trees nor the program behind the table are named; here they are hedgerow's, with defaults.",
            "A trial is one ten-fold cross-validation, and the table is taken to be one of them, so twenty are enough.",
            "Led7 and Waveform are drawn anew in every trial; the lecture's were drawn once.",
        ),
    ),
    "evans-scalars": Protocol(Experiment("evans formulas 1", compute_scalars), read_scalar, exact=True),
}
