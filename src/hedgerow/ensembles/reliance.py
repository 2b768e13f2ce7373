"""How much a member relies on each feature: what shuffling it costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import Members
from hedgerow.trees.grower import TreeMembers


@dataclass(frozen=True)
class Probe:
    """One member, and rows on which to find out what it relies on.

    Attributes
    ----------
    members : Members
        The member, by itself.
    training : TrainingSet
        The rows.
    """

    members: Members
    training: TrainingSet

    @classmethod
    def on_unseen(cls, members: Members, training: TrainingSet, in_bag: NDArray[Any]) -> Self:
        """Take the out-of-bag rows of the member; all rows where none of those has a weight."""
        weights = training.counts
        rows = np.flatnonzero((in_bag == 0) & (weights > 0))
        return cls(members, training.select(rows if rows.size else np.flatnonzero(weights)))

    def find_error(self, X: NDArray[np.float64]) -> float:
        """Share of the weight that the member gets wrong when the rows are as in `X`."""
        wrong = self.members.outputs(X)[0].argmax(axis=1) != self.training.y
        return float(np.average(wrong, weights=self.training.counts))

    def shuffle(self, features: NDArray[np.intp], generator: np.random.Generator) -> NDArray[np.float64]:
        """The rows, with the values of each of some features shuffled."""
        X: NDArray[np.float64] = self.training.X.copy()
        for feature in features:
            X[:, feature] = generator.permutation(X[:, feature])
        return X

    def find_used(self) -> NDArray[np.intp]:
        """Features that can matter to the member; a tree that does not cut a feature cannot notice it."""
        if isinstance(self.members, TreeMembers):
            feature = self.members.forest.nodes["feature"]
            return np.unique(feature[feature >= 0]).astype(np.intp)
        return np.arange(self.training.n_features)


def measure_reliance(probe: Probe, generator: np.random.Generator) -> NDArray[np.float64]:
    """Rise of the error when each feature is shuffled, cut off at 0 and scaled to sum to one.

    Where no feature raises the error, all features have the same share.
    """
    plain = probe.find_error(probe.training.X)
    rise = np.zeros(probe.training.n_features)
    for feature in probe.find_used():
        rise[feature] = max(0.0, probe.find_error(probe.shuffle(feature[None], generator)) - plain)
    total = rise.sum()
    return rise / total if total > 0 else np.full(rise.size, 1 / rise.size)


def count_needed(
    probe: Probe,
    reliance: NDArray[np.float64],
    tolerance: float,
    n_corruptions: int,
    generator: np.random.Generator,
) -> int:
    """Smallest number of features, drawn by reliance, whose shuffling raises the mean error by more than a tolerance.

    At most all features with any reliance, and all but one of the features; 0 where there is only one.
    """
    most = min(int(np.count_nonzero(reliance)), reliance.size - 1)
    limit = probe.find_error(probe.training.X) + tolerance

    def rises(number: int) -> bool:
        draws = [
            generator.choice(reliance.size, number, replace=False, p=reliance) for _ in range(n_corruptions)
        ]
        return bool(np.mean([probe.find_error(probe.shuffle(draw, generator)) for draw in draws]) > limit)

    if most == 0 or not rises(most):  # then fewer do not suffice either, and there may be very many to try
        return most
    return next((number for number in range(1, most) if rises(number)), most)
