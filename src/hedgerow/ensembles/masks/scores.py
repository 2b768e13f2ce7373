"""How good answers are, as one number that a search makes larger."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import xlogy

from hedgerow.foundation.cached_property import cached_property

Confusion = NDArray[np.float64]


def find_balanced_accuracy(confusion: Confusion) -> float:
    """Mean over the classes of the share of their rows that are right."""
    sizes = confusion.sum(axis=0)
    present = sizes > 0
    return float((np.diag(confusion)[present] / sizes[present]).mean())


def find_known(confusion: Confusion) -> float:
    """What the answers tell about the classes, in nats: minus the entropy of the truth, given the answer.

    Cunningham & Carney (2000, eq. 7) take the entropy of the answer, given the truth, which is also zero where the
    answer is always the same.
    """
    by_answer = confusion.sum(axis=1)
    return float((xlogy(confusion, confusion).sum() - xlogy(by_answer, by_answer).sum()) / confusion.sum())


_OF_CONFUSION: dict[str, Callable[[Confusion], float]] = {
    "balanced_accuracy": find_balanced_accuracy,
    "conditional_entropy": find_known,
}
EQUAL = 1e-12  # scores that differ by less are equal: sums of the same weights in another order
SCORES = ("accuracy", *_OF_CONFUSION)


@dataclass(frozen=True, eq=False)
class Limit:
    """Where to give answers up.

    Attributes
    ----------
    truth : ndarray of shape (n_rows,)
        Class codes.
    weights : ndarray of shape (n_rows,)
        Weights of the rows.
    order : ndarray of shape (n_rows,)
        In which order to ask.
    wrong : float
        Weight of wrong answers that is too much; infinite where that does not tell.
    """

    truth: NDArray[np.int64]
    weights: NDArray[np.float64]
    order: NDArray[np.int64]
    wrong: float


@dataclass(frozen=True, eq=False)
class Scoring:
    """The truth about some rows, and what to ask of answers about them.

    Attributes
    ----------
    truth : ndarray of shape (n_rows,)
        Class codes.
    weights : ndarray of shape (n_rows,)
        Weights of the rows.
    n_classes : int
        Number of classes.
    name : str
        One of `SCORES`.

    Examples
    --------
    >>> scoring = Scoring(np.array([0, 0, 0, 1]), np.ones(4), 2, "balanced_accuracy")
    >>> scoring.score(np.array([0, 0, 0, 0]))
    0.5
    """

    truth: NDArray[np.intp]
    weights: NDArray[np.float64]
    n_classes: int
    name: str

    def find_limit(self, answers: NDArray[np.integer]) -> Limit:
        """When other answers cannot be better than these.

        Rows that are wrong now come first: only they can make other answers better, so where none of them does, the
        others need not be looked at.
        """
        is_right = answers == self.truth
        wrong = np.inf
        if self.name == "accuracy":
            wrong = float(self.weights[~is_right].sum()) - EQUAL / 2 * self._total
        order = np.argsort(is_right, kind="stable")
        return Limit(self.truth.astype(np.int64), self.weights, order.astype(np.int64), wrong)

    def score(self, answers: NDArray[np.integer]) -> float:
        """Score the class codes that were answered."""
        if self.name == "accuracy":  # the usual one, ten thousand times in a fit
            return float((answers == self.truth) @ self.weights / self._total)
        return _OF_CONFUSION[self.name](self.confuse(answers))

    @cached_property
    def _total(self) -> float:
        return float(self.weights.sum())

    def confuse(self, answers: NDArray[np.integer]) -> Confusion:
        """Weight of the rows with each answered (first) and true (second axis) class."""
        cells = answers.astype(np.intp) * self.n_classes + self.truth
        counts = np.bincount(cells, self.weights, self.n_classes**2).astype(np.float64)
        return counts.reshape(self.n_classes, self.n_classes)
