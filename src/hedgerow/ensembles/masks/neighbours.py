"""Nearest neighbours as the learner of a mask ensemble: all members share the known rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.spaces import Space
from hedgerow.tables.distances import Scaling


@dataclass(frozen=True)
class MaskedNeighbours:
    """The learner: a row belongs to the class of the rows nearest to it.

    Attributes
    ----------
    n_neighbors : int
        How many of the nearest rows vote.
    scaling : {"standard", "range", "none"}
        What differences of numbers are divided by.
    """

    n_neighbors: int
    scaling: Scaling

    def prepare(self, training: TrainingSet) -> NeighbourTable:
        """Keep the table."""
        assert training.n_classes is not None  # a classifier asks
        return NeighbourTable(self, training.X, training.y, training.n_classes, training.is_categorical)


@dataclass(frozen=True, eq=False)
class NeighbourTable:
    """The learner and the table whose rows are known."""

    learner: MaskedNeighbours
    X: NDArray[np.float64]
    y: NDArray[np.intp]
    n_classes: int
    is_categorical: NDArray[np.bool_] | None

    def learn_space(self, rows: NDArray[np.intp], weights: NDArray[np.float64]) -> Space:
        """Take some rows as the known ones."""
        return Space.learn(
            self.X[rows],
            self.y[rows],
            n_classes=self.n_classes,
            n_neighbors=self.learner.n_neighbors,
            weights=weights[rows],
            is_categorical=self.is_categorical,
            scaling=self.learner.scaling,
        )

    def grow(
        self,
        seeds: NDArray[np.uint64],
        weights: NDArray[Any],
        columns: list[NDArray[np.intp]] | None = None,
        targets: NDArray[np.intp] | None = None,
    ) -> NeighbourMembers:
        """Make a member of each list of columns; all of them see the rows as the first one does."""
        masks = np.zeros((len(seeds), self.X.shape[1]), np.bool_)
        for member in range(len(seeds)):
            masks[member, slice(None) if columns is None else columns[member]] = True
        known = np.asarray(weights[0], dtype=np.float64)
        return NeighbourMembers(self.learn_space(np.flatnonzero(known > 0), known), masks)


@dataclass(frozen=True, eq=False)
class NeighbourMembers:
    """Nearest neighbours, each through its own mask.

    Attributes
    ----------
    space : Space
        The known rows.
    masks : ndarray of bool of shape (n_members, n_features)
        What each member sees.
    """

    space: Space
    masks: NDArray[np.bool_]

    def check_loaded(self) -> None:
        """Refuse masks of features that are not there."""
        if self.masks.dtype != np.bool_ or self.masks.shape[1:] != (self.space.n_features,):
            raise ValueError("the masks do not fit the known rows")

    def __len__(self) -> int:
        return len(self.masks)

    def __getitem__(self, index: int) -> Any:
        return replace(self, masks=self.masks[index][None])

    def outputs(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """One vote of each member about each row, (n_members, n_rows, n_classes)."""
        votes = np.zeros((len(self), X.shape[0], self.space.n_classes))
        np.put_along_axis(votes, self._answer(X)[:, :, None], 1.0, axis=2)
        return votes

    def sum_outputs(
        self, X: NDArray[np.float64], weights: NDArray[np.float64] | None, hard: bool
    ) -> NDArray[np.float64]:
        """Count the votes, one member in memory at a time."""
        total, rows = np.zeros((X.shape[0], self.space.n_classes)), np.arange(X.shape[0])
        asked = self.space.ask(X)
        for mask, combination_weight in zip(
            self.masks, np.ones(len(self)) if weights is None else weights, strict=True
        ):
            total[rows, asked.answer(mask)] += combination_weight
        return total

    def join(self, others: Sequence[Self]) -> Self:
        """Append the others to these members."""
        return replace(self, masks=np.concatenate([self.masks, *(other.masks for other in others)]))

    def _answer(self, X: NDArray[np.float64]) -> NDArray[np.int64]:
        asked = self.space.ask(X)
        return np.stack([asked.answer(mask) for mask in self.masks])
