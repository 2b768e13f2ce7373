"""What definitions of bias and variance read: answers that are added up as they come in, so none needs to be kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.analysis.bias_variance.decompositions import ClassShares, ValueSpread
from hedgerow.analysis.bias_variance.replication import Rows


class ClassTally:
    """Counts of the predicted classes.

    Parameters
    ----------
    truth : ndarray of shape (n_rows, n_classes)
        Probabilities of the true class.
    weights : ndarray of shape (n_rows,)
        Weights of the rows.
    n_repetitions : int
        Answers that a row can get.
    keep : bool
        Whether to keep the answers; -1 stands for none.

    Attributes
    ----------
    counts : ndarray of shape (n_rows, n_classes)
        How often each class was predicted.
    losses : dict of str to ndarray of shape (n_repetitions,)
        For each loss, the weighted sum over the rows of a repetition.
    tested_weight : ndarray of shape (n_repetitions,)
        Weight of those rows.
    predictions : ndarray of shape (n_repetitions, n_rows) or None
        The answers, where they are kept.

    Examples
    --------
    >>> tally = ClassTally(np.eye(2), np.ones(2), n_repetitions=2, keep=False)
    >>> tally.add(np.array([0, 1]), np.array([0, 0]), repetition=0)
    >>> tally.add(np.array([0]), np.array([1]), repetition=1)
    >>> tally.counts, tally.losses["zero_one"] / tally.tested_weight
    (array([[1, 1],
            [1, 0]]),
     array([0.5, 1. ]))
    """

    def __init__(
        self, truth: NDArray[np.float64], weights: NDArray[np.float64], n_repetitions: int, keep: bool
    ) -> None:
        n_rows, n_classes = truth.shape
        self.truth, self.weights = truth, weights
        self.counts = np.zeros((n_rows, n_classes), dtype=np.intp)
        self.losses = {"zero_one": np.zeros(n_repetitions)}
        self.tested_weight = np.zeros(n_repetitions)
        kind = np.int8 if n_classes < 128 else np.int32
        self.predictions = np.full((n_repetitions, n_rows), -1, dtype=kind) if keep else None

    @property
    def n_predictions(self) -> NDArray[np.intp]:
        """Answers to each row."""
        return np.asarray(self.counts.sum(axis=1))

    def add(self, rows: Rows, predicted: NDArray[np.intp], repetition: int) -> None:
        """Count the classes that one model gave to some rows."""
        self.counts[rows, predicted] += 1
        self.losses["zero_one"][repetition] += (1 - self.truth[rows, predicted]) @ self.weights[rows]
        self.tested_weight[repetition] += self.weights[rows].sum()
        if self.predictions is not None:
            self.predictions[repetition, rows] = predicted

    def distributions(self, rows: Rows) -> ClassShares:
        """The two distributions of each row."""
        counts = self.counts[rows]
        n_predictions = counts.sum(axis=1)
        return ClassShares(self.truth[rows], counts / n_predictions[:, None], n_predictions)


class ValueTally:
    """Running mean and variance of the predicted values.

    Parameters
    ----------
    truth : ndarray of shape (n_rows, n_possible)
        Equally likely values of the target.
    weights, n_repetitions, keep
        As for `ClassTally`; NaN stands for no answer.
    """

    def __init__(
        self, truth: NDArray[np.float64], weights: NDArray[np.float64], n_repetitions: int, keep: bool
    ) -> None:
        n_rows = len(truth)
        self.truth, self.weights = truth, weights
        self.n_predictions = np.zeros(n_rows, dtype=np.intp)
        self.mean, self.squares = np.zeros(n_rows), np.zeros(n_rows)
        self.losses = {"squared": np.zeros(n_repetitions), "absolute": np.zeros(n_repetitions)}
        self.tested_weight = np.zeros(n_repetitions)
        self.predictions = np.full((n_repetitions, n_rows), np.nan) if keep else None

    def add(self, rows: Rows, predicted: NDArray[np.float64], repetition: int) -> None:
        """Take in the values that one model gave to some rows (Welford's update)."""
        self.n_predictions[rows] += 1
        before = predicted - self.mean[rows]
        self.mean[rows] += before / self.n_predictions[rows]
        self.squares[rows] += before * (predicted - self.mean[rows])
        distance, weights = np.abs(self.truth[rows] - predicted[:, None]), self.weights[rows]
        self.losses["squared"][repetition] += (distance**2).mean(axis=1) @ weights
        self.losses["absolute"][repetition] += distance.mean(axis=1) @ weights
        self.tested_weight[repetition] += weights.sum()
        if self.predictions is not None:
            self.predictions[repetition, rows] = predicted

    def distributions(self, rows: Rows) -> ValueSpread:
        """The spread of each row's target and predictions."""
        n_predictions = self.n_predictions[rows]
        kept = None if self.predictions is None else self.predictions[:, rows]
        return ValueSpread(
            self.truth[rows], self.mean[rows], self.squares[rows] / n_predictions, n_predictions, kept
        )


@dataclass(frozen=True)
class Setting:
    """What was measured, in words.

    Parameters
    ----------
    learner : str
        Whose error it is.
    protocol : str
        Where its training sets came from.
    noise : str
        How the distribution of the target is known: "zero", "known", or by which estimate.
    """

    learner: str
    protocol: str
    noise: str


@dataclass(frozen=True, eq=False)
class Evidence:
    """What models from different training sets predict for some rows.

    Parameters
    ----------
    distributions : ClassShares or ValueSpread
        What each row's target could have been, and what was predicted.
    observed : ndarray of shape (n_rows,)
        The targets that were seen: labels or values.
    classes : ndarray of shape (n_classes,) or None
        The labels, sorted; None for values.
    index : ndarray of shape (n_rows,)
        Names of the rows: those of a data frame, or positions.
    weights : ndarray of shape (n_rows,)
        How much each row counts.
    replicate_errors : mapping of str to ndarray of shape (n_repetitions,)
        For each loss, the mean over the rows that a repetition predicted.
    predictions : ndarray of shape (n_repetitions, n_rows) or None
        Class codes or values, where they were kept; -1 or NaN where a row was not predicted.
    n_untested : int
        Rows that no model predicted; they are left out of everything.
    setting : Setting
        What was measured.
    """

    distributions: ClassShares | ValueSpread
    observed: NDArray[Any]
    classes: NDArray[Any] | None
    index: NDArray[Any]
    weights: NDArray[np.float64]
    replicate_errors: Mapping[str, NDArray[np.float64]]
    predictions: NDArray[Any] | None
    n_untested: int
    setting: Setting

    @classmethod
    def from_tally(
        cls,
        tally: ClassTally | ValueTally,
        observed: NDArray[Any],
        classes: NDArray[Any] | None,
        index: NDArray[Any],
        setting: Setting,
    ) -> Self:
        """Leave out the rows without an answer, and turn sums into means."""
        tested = np.flatnonzero(tally.n_predictions)
        if not tested.size or not tally.weights[tested].any():
            raise ValueError("no row of positive weight was tested; use more replicates, or another protocol")
        was_tested = tally.tested_weight > 0
        errors = {
            name: sums[was_tested] / tally.tested_weight[was_tested] for name, sums in tally.losses.items()
        }
        kept = tally.predictions
        return cls(
            tally.distributions(tested), observed[tested], classes, index[tested], tally.weights[tested],
            errors,
            kept if kept is None or tested.size == len(observed) else kept[:, tested],
            len(observed) - tested.size, setting,
        )  # fmt: skip

    def mean(self, values: NDArray[np.float64]) -> float:
        """Weighted mean over the rows."""
        return float(values @ self.weights / self.weights.sum())

    def standard_error(self, values: NDArray[np.float64]) -> float:
        """Standard error of that mean, if other rows had been drawn; sqrt(E (1 - E) / n) for 0 and 1."""
        around = (values - self.mean(values)) * self.weights
        return float(np.sqrt(around @ around) / self.weights.sum())
