"""How well a rare class is predicted, ranked and described by probabilities."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from studies.rare_tables import Matrix, Problem
from studies.running import Record

# A leaf says 0 or 1 where it holds one class, and a logarithm of 0 would be all that counts.
LEAST_PROBABILITY = 0.001
MEASURES = (
    "accuracy", "balanced_accuracy", "recall", "auc", "average_precision", "log_loss", "brier",
)  # fmt: skip
LOSSES = ("log_loss", "brier")  # the smaller, the better


def measure(problem: Problem, probabilities: Matrix) -> Record:
    """Measures of the weighted test rows; recall, AUC and average precision are means over the rare classes."""
    y, weight = problem.y_test, problem.weight
    n_classes = probabilities.shape[1]
    is_right = probabilities.argmax(axis=1) == y
    recalls = np.bincount(y, is_right, n_classes) / np.bincount(y, minlength=n_classes)
    ranked = [rank_class(probabilities[:, label], y == label, weight) for label in problem.rare]
    of_truth = np.clip(probabilities[np.arange(y.size), y], LEAST_PROBABILITY, 1.0)
    distance = probabilities.copy()
    distance[np.arange(y.size), y] -= 1.0
    return {
        "accuracy": weight @ is_right,
        "balanced_accuracy": recalls.mean(),
        "recall": recalls[list(problem.rare)].mean(),
        "auc": np.mean([area for area, _ in ranked]),
        "average_precision": np.mean([precision for _, precision in ranked]),
        "log_loss": -weight @ np.log(of_truth),
        "brier": weight @ (distance**2).sum(axis=1),
    }


def rank_class(score: Matrix, is_member: NDArray[np.bool_], weight: Matrix) -> tuple[float, float]:
    """Area under the ROC curve and average precision of one class; rows of the same score come together."""
    order = np.argsort(-score)
    last = np.append(np.flatnonzero(np.diff(score[order])), score.size - 1)
    found = np.cumsum(np.where(is_member, weight, 0.0)[order])[last]
    others = np.cumsum(np.where(is_member, 0.0, weight)[order])[last]
    steps, more = np.diff(found, prepend=0.0), np.diff(others, prepend=0.0)
    area = (more * (found - steps / 2)).sum() / (found[-1] * others[-1])
    precision = (steps * found / (found + others)).sum() / found[-1]
    return float(area), float(precision)
