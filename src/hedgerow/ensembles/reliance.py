"""How much a member relies on each feature: what shuffling it costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.learners import Members
from hedgerow.trees.grower import TreeMembers


@dataclass(frozen=True)
class Trial:
    """One member and the rows that it is asked about.

    Attributes
    ----------
    members : Members
        The member, by itself.
    X : ndarray of shape (n_rows, n_features)
        The rows.
    y : ndarray of shape (n_rows,)
        Their class codes.
    weights : ndarray of shape (n_rows,)
        How much each row counts.
    """

    members: Members
    X: NDArray[np.float64]
    y: NDArray[np.intp]
    weights: NDArray[np.float64]

    @classmethod
    def on_unseen(
        cls,
        members: Members,
        X: NDArray[np.float64],
        y: NDArray[np.intp],
        sample_weight: NDArray[np.float64] | None,
        in_bag: NDArray[Any],
    ) -> Self:
        """Ask about the rows that the member has not seen; about all of them where none of those counts."""
        weights = np.ones(len(y)) if sample_weight is None else sample_weight
        asked = np.flatnonzero((in_bag == 0) & (weights > 0))
        asked = asked if asked.size else np.flatnonzero(weights)
        return cls(members, X[asked], y[asked], weights[asked])

    def find_error(self, X: NDArray[np.float64]) -> float:
        """Share of the weight that the member gets wrong when the rows are as in `X`."""
        wrong = self.members.outputs(X)[0].argmax(axis=1) != self.y
        return float(np.average(wrong, weights=self.weights))

    def shuffle(self, features: NDArray[np.intp], generator: np.random.Generator) -> NDArray[np.float64]:
        """The rows, with the values of each of some features dealt out anew."""
        X = self.X.copy()
        for feature in features:
            X[:, feature] = generator.permutation(X[:, feature])
        return X

    def find_used(self) -> NDArray[np.intp]:
        """Features that can matter to the member; a tree that does not cut a feature cannot notice it."""
        if isinstance(self.members, TreeMembers):
            feature = self.members.forest.nodes["feature"]
            return np.unique(feature[feature >= 0]).astype(np.intp)
        return np.arange(self.X.shape[1])


def measure_reliance(trial: Trial, generator: np.random.Generator) -> NDArray[np.float64]:
    """Rise of the error when each feature is shuffled, cut off at 0 and scaled to sum to one.

    Where no feature raises the error, all features have the same share.
    """
    plain = trial.find_error(trial.X)
    rise = np.zeros(trial.X.shape[1])
    for feature in trial.find_used():
        rise[feature] = max(0.0, trial.find_error(trial.shuffle(feature[None], generator)) - plain)
    total = rise.sum()
    return rise / total if total > 0 else np.full(rise.size, 1 / rise.size)


def count_needed(
    trial: Trial,
    reliance: NDArray[np.float64],
    tolerance: float,
    n_corruptions: int,
    generator: np.random.Generator,
) -> int:
    """Smallest number of features, drawn by reliance, whose shuffling raises the mean error by more than a tolerance.

    At most all features with any reliance, and all but one of the features; 0 where there is only one.
    """
    most = min(int(np.count_nonzero(reliance)), reliance.size - 1)
    limit = trial.find_error(trial.X) + tolerance

    def rises(number: int) -> bool:
        draws = [
            generator.choice(reliance.size, number, replace=False, p=reliance) for _ in range(n_corruptions)
        ]
        return bool(np.mean([trial.find_error(trial.shuffle(draw, generator)) for draw in draws]) > limit)

    if most == 0 or not rises(most):  # then fewer do not suffice either, and there may be very many to try
        return most
    return next((number for number in range(1, most) if rises(number)), most)
