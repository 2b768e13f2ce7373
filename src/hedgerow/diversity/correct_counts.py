"""How many members are right about each row."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hedgerow.outputs import Outputs


@dataclass(frozen=True, eq=False)
class CorrectCounts:
    """How many members are right about each row that some member predicts.

    Parameters
    ----------
    correct : ndarray of int of shape (n_rows,)
        Members that are right.
    predicting : ndarray of int of shape (n_rows,)
        Members that predict.
    weight : ndarray of shape (n_rows,)
        Weight of the row.
    """

    correct: NDArray[np.int64]
    predicting: NDArray[np.int64]
    weight: NDArray[np.float64]

    def together(self) -> CorrectCounts:
        """Only the rows that at least two members predict: of one alone, nothing can coincide."""
        several = self.predicting > 1
        return CorrectCounts(self.correct[several], self.predicting[several], self.weight[several])

    def mean(self, values: NDArray[np.float64]) -> float:
        """Mean over the rows, by weight; NaN without rows."""
        total = self.weight.sum()
        return float(values @ self.weight / total) if total > 0 else np.nan


def count_correct(outputs: Outputs) -> CorrectCounts:
    """Count, for each row, the members that are right and those that predict.

    Examples
    --------
    >>> outputs = Outputs.from_predictions([[0, 1, 1], [0, 0, 1]], truth=[0, 1, 0])
    >>> count_correct(outputs).correct
    array([2, 1, 0])
    """
    truth = outputs.known_truth()
    outputs.known_classes()
    correct = np.zeros(outputs.n_samples, np.int64)
    for member, answers in enumerate(outputs.answers):
        correct += (answers == truth) & outputs.covered()[member]
    predicting = outputs.covered().sum(axis=0)
    predicted = predicting > 0
    return CorrectCounts(correct[predicted], predicting[predicted], outputs.row_weights()[predicted])


def expect_independent(accuracies: NDArray[np.float64]) -> CorrectCounts:
    """The distribution of the number of right members, if each were right independently of the others.

    Examples
    --------
    >>> expect_independent(np.array([0.5, 0.8])).weight
    array([0.1, 0.5, 0.4])
    """
    share = np.ones(1)
    for accuracy in accuracies:
        share = np.convolve(share, [1.0 - accuracy, accuracy])
    n_members = accuracies.size
    return CorrectCounts(np.arange(n_members + 1), np.full(n_members + 1, n_members), share)
