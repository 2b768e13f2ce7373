"""Parts of the rows: each run of an ensemble leaves one of them out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.cached_property import cached_property


@dataclass(frozen=True, eq=False)
class Parts:
    """Which run leaves out which rows, and how often each row counts.

    Parameters
    ----------
    labels : ndarray of int of shape (n_samples,)
        The run that leaves the row out; `n_runs` where none does.
    n_runs : int
        Number of runs.
    weights : ndarray of shape (n_samples,)
        How often each row counts.

    Examples
    --------
    >>> parts = Parts.deal(np.ones(5), 2)
    >>> parts.labels, parts.left_weights
    (array([0, 1, 0, 1, 0]), array([2., 3.]))
    """

    labels: NDArray[np.intp]
    n_runs: int
    weights: NDArray[np.float64]

    @classmethod
    def whole(cls, weights: NDArray[np.float64]) -> Self:
        """One run, which leaves nothing out."""
        return cls(np.ones(weights.size, np.intp), 1, weights)

    @classmethod
    def deal(cls, weights: NDArray[np.float64], n_parts: int, order: NDArray[np.intp] | None = None) -> Self:
        """Deal the rows out in turn, as cards: row i of the order goes to part i modulo `n_parts`.

        Schowe & Morik's equation has blocks of rows that follow each other, their algorithm deals; a file sorted
        by class makes blocks harmful. Rows without weight are in no part. With fewer rows than parts, every row is a
        part.
        """
        dealt = np.arange(weights.size) if order is None else order
        dealt = dealt[weights[dealt] > 0.0]
        if dealt.size < 2:
            raise ValueError(
                "only one row has a weight, and a run that leaves it out has none; pass more rows"
            )
        n_runs = min(n_parts, dealt.size)
        labels = np.full(weights.size, n_runs, np.intp)
        labels[dealt] = np.arange(dealt.size) % n_runs
        return cls(labels, n_runs, weights)

    @cached_property
    def order(self) -> NDArray[np.intp]:
        """The rows, part after part; those of no part at the end."""
        return np.argsort(self.labels, kind="stable")

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """Where each part begins in `order`, and the rows of no part."""
        return np.searchsorted(self.labels[self.order], np.arange(self.n_runs + 1)).astype(np.int64)

    @cached_property
    def left_weights(self) -> NDArray[np.float64]:
        """Weight of the rows that each run keeps."""
        return np.asarray(self.weights.sum() - self.sum_weights(self.weights))

    def sum_weights(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sum of one number a row over each part."""
        sums = np.bincount(self.labels, weights, minlength=self.n_runs)[: self.n_runs]
        return sums.astype(np.float64)

    def weights_without(self, run: int) -> NDArray[np.float64]:
        """How often each row counts in one of the runs."""
        return np.where(self.labels == run, 0.0, self.weights)


def order_rows(
    n_samples: int, classes: NDArray[Any] | None, *, shuffle: bool, generator: np.random.RandomState
) -> NDArray[np.intp]:
    """In which order rows are dealt: as they come or shuffled, class after class where there are classes.

    Dealt class after class, every part gets its share of each class.

    Examples
    --------
    >>> order_rows(4, np.array([1, 0, 1, 0]), shuffle=False, generator=np.random.RandomState(0))
    array([1, 3, 0, 2])
    """
    order = generator.permutation(n_samples) if shuffle else np.arange(n_samples)
    return order if classes is None else order[np.argsort(classes[order], kind="stable")]


def read_counts(weights: NDArray[np.float64] | None, n_samples: int) -> NDArray[np.float64]:
    """How often each row counts: whole weights are repeats, others are scaled to the number of rows that have one.

    Examples
    --------
    >>> read_counts(np.array([1.0, 3.0]), 2), read_counts(np.array([0.1, 0.3]), 2)
    (array([1., 3.]), array([0.5, 1.5]))
    """
    if weights is None:
        return np.ones(n_samples)
    if (weights == np.floor(weights)).all():
        return weights
    return np.asarray(weights * (np.count_nonzero(weights) / weights.sum()))
