"""Trees that look at some columns only, and draw their features as they are told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.trees.grower import TreeGrower, TreeMembers


@dataclass(frozen=True, eq=False)
class GuidedTrees:
    """A table narrowed to some columns, with a rule how nodes draw features; grown trees know the whole table.

    Parameters
    ----------
    narrow : TreeGrower
        The table of the chosen columns.
    chosen : ndarray of int of shape (n_chosen,)
        Which columns of the whole table they are.
    n_features : int
        Width of the whole table.
    distribution : ndarray of shape (n_chosen,), default=None
        How likely a node is to try each of them; None for equally likely.
    relevance : ndarray of float32 of shape (n_samples, n_chosen), default=None
        Relevance of each of them for each row, from which every node forms its own distribution.
    """

    narrow: TreeGrower
    chosen: NDArray[np.intp]
    n_features: int
    distribution: NDArray[np.float64] | None = None
    relevance: NDArray[np.float32] | None = None

    @classmethod
    def choose(cls, prepared: TreeGrower, support: NDArray[np.bool_]) -> Self:
        """Narrow a table to the columns of a mask; columns that nobody looks at cost nothing then."""
        table, chosen = prepared.table, np.flatnonzero(support)
        if not support.all():
            prepared = replace(prepared, table=table.take_columns(chosen), X=prepared.X[:, chosen])
        return cls(prepared, chosen, table.n_features)

    def drawing_by(self, distribution: NDArray[np.float64]) -> Self:
        """The same with another distribution over the chosen columns; a uniform one is drawn as if there were none."""
        return replace(self, distribution=distribution if np.ptp(distribution) > 0.0 else None)

    def spread(self, distribution: NDArray[np.float64]) -> NDArray[np.float64]:
        """A distribution over the chosen columns as one over all columns."""
        wide = np.zeros(self.n_features)
        wide[self.chosen] = distribution
        return wide

    def grow(
        self,
        seeds: NDArray[np.uint64],
        weights: NDArray[Any],
        columns: Sequence[NDArray[np.intp]] | None = None,
        targets: NDArray[np.intp] | None = None,
    ) -> TreeMembers:
        """Grow one tree per seed, as `TreeGrower.grow` does; `columns` must be None."""
        if columns is not None:
            raise ValueError("the columns are chosen already; a view cannot choose again")
        members = self.narrow.grow(
            seeds, weights, None, targets, distribution=self.distribution, relevance=self.relevance
        )
        forest = members.forest
        if self.chosen.size == self.n_features:
            return members
        nodes = forest.nodes.copy()
        nodes["feature"] = np.append(self.chosen, -1)[nodes["feature"]]  # a leaf, -1, finds the last entry
        return replace(members, forest=replace(forest, nodes=nodes, n_features=self.n_features))
