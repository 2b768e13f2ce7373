"""The worked example of Evans's lecture: ten bagged stumps, each of which is wrong, whose vote is right."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.reproduce.experiments.experiment import Experiment, Protocol, Reading
from hedgerow.reproduce.tables import PublishedCell

_X = np.arange(1, 11)
_Y = np.array([1, 1, 1, -1, -1, -1, -1, 1, 1, 1])
_SAMPLES = (  # the values of x that each round draws
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
    for number, sample in enumerate(_SAMPLES, start=1):
        x = np.array(sample)
        stump = DecisionTreeClassifier(max_depth=1).fit(x[:, None], _Y[x - 1])
        answers[f"round_{number}"] = stump.predict(_X[:, None])
    answers["sum"] = np.sum(list(answers.values()), axis=0)
    answers["sign"] = np.sign(answers["sum"])
    answers["true_class"] = _Y
    return {
        f"{row} x{x}": float(answer)
        for row, said in answers.items()
        for x, answer in zip(_X, said, strict=True)
    }


def read_cell(cell: PublishedCell) -> Reading | None:
    """Return where an answer is found."""
    return Reading(("vote",), f"{cell.row} {cell.column}")


PROTOCOLS = {
    "evans-bagging-stumps": Protocol(
        Experiment("evans stumps 1", bag_stumps),
        read_cell,
        exact=True,
        remarks=(
            "The lecture leaves out the sample of one round and prints another under its number; the missing one is "
            "that of the textbook it follows. Of cuts that are equally good the lower one is taken.",
        ),
    )
}
