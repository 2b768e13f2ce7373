"""Trees that cut mixtures of the features."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.row_products import multiply_rows
from hedgerow.trees.grower import TreeMembers
from hedgerow.trees.tree import Forest
from hedgerow.views.projection import round_to_grain


@dataclass(frozen=True)
class ObliqueTrees:
    """Trees of different projections that answer together: one product with all the mixtures that any of them cuts.

    Attributes
    ----------
    trees : TreeMembers
        The trees; their features are the mixtures.
    directions : ndarray of shape (n_mixtures, n_features)
        How the features are mixed.
    """

    trees: TreeMembers
    directions: NDArray[np.float64]

    @classmethod
    def see_through(cls, matrix: NDArray[np.float64], trees: TreeMembers) -> Self:
        """The same trees for a table from which X @ matrix makes the features that they cut."""
        feature = trees.forest.nodes["feature"]
        used = np.unique(feature[feature >= 0])
        used = (
            used if used.size else np.zeros(1, np.intp)
        )  # a lone leaf looks at nothing, but a table has a column
        moved = _move_features(trees.forest, np.searchsorted(used, feature), used.size)
        return cls(replace(trees, forest=moved), np.ascontiguousarray(matrix[:, used].T))

    def __len__(self) -> int:
        return len(self.trees)

    def __getitem__(self, index: int) -> Any:
        return self.trees[index]

    def outputs(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Predict each row by each tree."""
        return self.trees.outputs(self._mix(X))

    def sum_outputs(
        self, X: NDArray[np.float64], weights: NDArray[np.float64] | None, hard: bool
    ) -> NDArray[np.float64]:
        """Sum over the trees."""
        return self.trees.sum_outputs(self._mix(X), weights, hard)

    def join(self, others: Sequence[Self]) -> Self:
        """Append the others to these trees; their mixtures come after those that are here."""
        batches = (self, *others)
        ends = np.cumsum([len(each.directions) for each in batches])
        moved = [
            _move_features(
                each.trees.forest,
                each.trees.forest.nodes["feature"] + end - len(each.directions),
                int(ends[-1]),
            )
            for each, end in zip(batches, ends, strict=True)
        ]
        directions = np.concatenate([each.directions for each in batches])
        return replace(self, trees=replace(self.trees, forest=Forest.join(moved)), directions=directions)

    def _mix(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        return round_to_grain(multiply_rows(X, self.directions.T))


def _move_features(forest: Forest, features: NDArray[np.integer[Any]], n_features: int) -> Forest:
    """The same trees in a table whose columns are elsewhere."""
    nodes = forest.nodes.copy()
    nodes["feature"] = np.where(nodes["feature"] >= 0, features, -1)
    return replace(forest, nodes=nodes, n_features=n_features)
