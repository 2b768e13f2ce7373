"""Sparse rows on their way down trees: made dense block by block, in the columns that the trees ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

if TYPE_CHECKING:
    from hedgerow.trees.tree import Forest

_MOST_CELLS = 2**21  # of a dense block, 16 MiB
_FEWEST_ROWS, _MOST_ROWS = 16, 1024


@dataclass(frozen=True)
class CompactForest:
    """Trees as they are in a table of those columns alone that any of them asks for.

    Parameters
    ----------
    forest : Forest
        The trees; feature j is column ``used[j]`` of the whole table.
    places : ndarray of int32 of shape (n_features,)
        Where each column of the whole table went; -1 where no tree asks for it.
    """

    forest: Forest
    places: NDArray[np.int32]

    @classmethod
    def of(cls, forest: Forest) -> Self:
        """Leave out the columns that no tree asks for."""
        feature = forest.nodes["feature"]
        is_split = feature >= 0
        used = np.unique(feature[is_split])
        places = np.full(forest.n_features, -1, np.int32)
        places[used] = np.arange(used.size)
        nodes = forest.nodes.copy()
        nodes["feature"][is_split] = places[feature[is_split]]
        # A lone leaf looks at nothing, but a table has a column.
        return cls(replace(forest, nodes=nodes, n_features=max(used.size, 1)), places)

    def walk(self, X: Any, ask: Callable[[Forest, NDArray[np.float64]], NDArray[Any]]) -> NDArray[Any]:
        """Ask the forest about each block of rows.

        Parameters
        ----------
        X : sparse matrix of shape (n_samples, n_features)
            The rows.
        ask : callable
            Given the forest and a dense block of rows, returns a line for each row.

        Returns
        -------
        ndarray
        """
        if X.ndim != 2 or X.shape[1] != len(self.places):
            raise ValueError(f"X has shape {X.shape}; the trees were grown on {len(self.places)} columns")
        return np.concatenate([ask(self.forest, rows) for rows in self._blocks(csr_array(X))])

    def _blocks(self, X: csr_array) -> Iterator[NDArray[np.float64]]:
        """The rows in the columns that are used; a block is overwritten by the next."""
        width = self.forest.n_features
        size = int(np.clip(_MOST_CELLS // width, _FEWEST_ROWS, _MOST_ROWS))
        dense = np.zeros((min(size, max(X.shape[0], 1)), width))
        for first in range(0, max(X.shape[0], 1), size):
            starts = X.indptr[first : first + size + 1]
            cells = slice(starts[0], starts[-1])
            columns = self.places[X.indices[cells]]
            is_used = columns >= 0
            rows, columns = np.repeat(np.arange(starts.size - 1), np.diff(starts))[is_used], columns[is_used]
            np.add.at(dense, (rows, columns), X.data[cells][is_used])
            yield dense[: starts.size - 1]
            dense[rows, columns] = 0.0
