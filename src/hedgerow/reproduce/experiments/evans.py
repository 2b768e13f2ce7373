"""The lecture of Evans: four learners by cross-validation, why a vote helps, and ten bagged stumps by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
    y = _CLASSES > 0
    cuts = [np.arange(10) < cut for cut in range(11)]
    return 100.0 * float(max(max(np.mean(y == side), np.mean(y != side)) for side in cuts))


_POINTS = np.arange(1, 11)
_CLASSES = np.array([1, 1, 1, -1, -1, -1, -1, 1, 1, 1])
_STUMP_SAMPLES = (  # the values of x that each round draws
    (1, 2, 2, 3, 4, 4, 5, 6, 9, 9),
    (1, 2, 3, 4, 5, 8, 9, 10, 10, 10),
    (1, 2, 3, 4, 4, 5, 7, 7, 8, 9),
    (1, 1, 2, 4, 4, 5, 5, 7, 8, 9),
    (1, 1, 2, 5, 6, 6, 6, 10, 10, 10),
    (2, 4, 5, 6, 7, 7, 7, 8, 9, 10),
    (1, 4, 4, 6, 7, 8, 9, 9, 9, 10),
    (1, 2, 5, 5, 5, 7, 7, 8, 9, 10),
    (1, 3, 4, 4, 6, 7, 7, 8, 10, 10),
    (1, 1, 1, 1, 3, 3, 8, 8, 9, 9),
)


def bag_stumps(cell: str, trial: int, seed: int) -> dict[str, float]:
    """Grow a stump on each sample; return all answers, their sums and signs, and the truth."""
    del cell, trial, seed
    from hedgerow.trees.estimators import DecisionTreeClassifier

    answers: dict[str, NDArray[np.int64]] = {}
    for number, sample in enumerate(_STUMP_SAMPLES, start=1):
        x = np.array(sample)
        stump = DecisionTreeClassifier(max_depth=1).fit(x[:, None], _CLASSES[x - 1])
        answers[f"round_{number}"] = stump.predict(_POINTS[:, None])
    answers["sum"] = np.sum(list(answers.values()), axis=0)
    answers["sign"] = np.sign(answers["sum"])
    answers["true_class"] = _CLASSES
    return {
        f"{row} x{x}": float(answer)
        for row, said in answers.items()
        for x, answer in zip(_POINTS, said, strict=True)
    }


def read_answer(cell: PublishedCell) -> Reading | None:
    """Return where an answer is found."""
    return Reading(("vote",), f"{cell.row} {cell.column}")


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
    "evans-bagging-stumps": Protocol(
        Experiment("evans stumps 1", bag_stumps),
        read_answer,
        exact=True,
        remarks=(
            "The lecture leaves out the sample of one round and prints another under its number; the missing one is "
            "that of the textbook it follows. Of cuts that are equally good the lower one is taken.",
        ),
    ),
}
