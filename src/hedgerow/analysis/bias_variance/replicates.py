"""What a protocol hands out: training sets, and the rows that each of their models predicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.frames import take_rows

Rows = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class LabelledRows:
    """Rows with their targets.

    Parameters
    ----------
    X : array, sparse matrix or data frame
        The features.
    y : ndarray of shape (n_rows,)
        Labels or values.
    sample_weight : ndarray of shape (n_rows,) or None, default=None
        Weights of the rows.
    strata : ndarray of shape (n_rows,) or None, default=None
        Groups that a split should keep the shares of.

    Examples
    --------
    >>> part = LabelledRows(np.eye(3), np.array(["a", "b", "c"]))
    >>> part.take(np.array([2, 2])).y
    array(['c', 'c'], dtype='<U1')
    """

    X: Any
    y: NDArray[Any]
    sample_weight: NDArray[np.float64] | None = None
    strata: NDArray[np.intp] | None = None

    def __len__(self) -> int:
        return len(self.y)

    def take(self, rows: Rows) -> Self:
        """Keep some rows, in the given order and as often as they are given."""
        return type(self)(
            take_rows(self.X, rows),
            self.y[rows],
            None if self.sample_weight is None else self.sample_weight[rows],
            None if self.strata is None else self.strata[rows],
        )


@dataclass(frozen=True)
class Replicate:
    """One training set and the rows that its model is tested on.

    Parameters
    ----------
    draw : callable
        Makes the training set when it is needed, so only those at work are in memory.
    tested : ndarray or None
        Positions among the rows that are predicted; None for all of them.
    repetition : int
        Which of the answers to a row this is; at most one replicate of a repetition predicts a row.
    """

    draw: Callable[[], LabelledRows]
    tested: Rows | None
    repetition: int


@dataclass(frozen=True, eq=False)
class Arrangement:
    """A protocol applied to some data.

    Parameters
    ----------
    tested : LabelledRows
        The rows that are predicted.
    positions : ndarray
        Where they stand in the table they were taken from.
    others : LabelledRows or None
        Further rows with a known target, for estimates of the noise.
    replicates : iterable of Replicate
        In the order in which they are fitted.
    n_fits, n_repetitions : int
        How many replicates there are, and how many answers a row can get.
    words : str
        What was done: "200 bootstrap training sets".
    truth : callable or None, default=None
        What the rows' targets could have been, where the source of the data knows: class probabilities, or
        equally likely values.
    """

    tested: LabelledRows
    positions: Rows
    others: LabelledRows | None
    replicates: Iterable[Replicate]
    n_fits: int
    n_repetitions: int
    words: str
    truth: Callable[[Any], NDArray[np.float64]] | None = None


@runtime_checkable
class TrainingProtocol(Protocol):
    """Where training sets come from."""

    def arrange(
        self, train: LabelledRows | None, test: LabelledRows | None, n_replicates: int | None, entropy: int
    ) -> Arrangement:
        """Lay out the replicates.

        Parameters
        ----------
        train, test : LabelledRows or None
            The data; None for what was not given.
        n_replicates : int or None
            Number of answers to each row; None for the protocol's own.
        entropy : int
            Where the randomness comes from.
        """
        ...


def need_rows(protocol: object, train: LabelledRows | None) -> LabelledRows:
    """The rows to draw from; an error where there are none."""
    if train is None:
        raise ValueError(f"protocol={protocol!r} draws training sets from X and y; pass both")
    return train


def refuse_test(protocol: object, test: LabelledRows | None) -> None:
    """An error where a protocol that tests on the training rows is given others."""
    if test is not None:
        raise ValueError(
            f"protocol={protocol!r} tests on the rows of X itself; leave test out, or use protocol='bootstrap'"
        )


def set_up(entropy: int) -> np.random.Generator:
    """Randomness of what all replicates share, apart from the stream of their seeds."""
    return np.random.default_rng([entropy, 1])


def deal(strata: NDArray[np.intp] | None, n_rows: int, n_hands: int, generator: np.random.Generator) -> Rows:
    """Deal shuffled rows into hands whose sizes, and shares of every stratum, differ by one row at most.

    Returns
    -------
    ndarray of shape (n_rows,)
        The hand of each row.

    Examples
    --------
    >>> hands = deal(np.array([0, 0, 0, 0, 1, 1]), 6, 2, np.random.default_rng(0))
    >>> np.bincount(hands), np.bincount(hands[:4])
    (array([3, 3]), array([2, 2]))
    """
    order = generator.permutation(n_rows)
    if strata is not None:
        order = order[np.argsort(strata[order], kind="stable")]
    hands = np.empty(n_rows, dtype=np.intp)
    hands[order] = np.arange(n_rows) % n_hands
    return hands
