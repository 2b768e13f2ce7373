"""The noise of a row as its neighbours show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.analysis.bias_variance.replicates import LabelledRows
from hedgerow.analysis.bias_variance.standardised import stack_rows


@dataclass(frozen=True)
class NearestNeighbours:
    """Take the targets of a row's nearest neighbours for what its own target could have been.

    Parameters
    ----------
    n_neighbors : int or None, default=None
        Number of neighbours; None for the square root of the number of known rows. A row is not its own
        neighbour.

    Notes
    -----
    Few neighbours make the largest share too large, hence the noise too small; many mix rows that differ.
    Columns are standardised and categories become indicators.

    References
    ----------
    G. James, "Variance and bias for general loss functions", Machine Learning 51, 2003.
    """

    n_neighbors: int | None = None

    def estimate(
        self, tested: LabelledRows, others: LabelledRows | None, n_classes: int | None, n_jobs: int | None
    ) -> NDArray[np.float64]:
        """Class shares, or values, of the neighbours of each row."""
        from sklearn.neighbors import NearestNeighbors

        table, target = stack_rows(tested, others)
        size = round(len(table) ** 0.5) if self.n_neighbors is None else self.n_neighbors
        if not 1 <= size < len(table):
            raise ValueError(
                f"n_neighbors={size} of {len(table)} known rows; pass 1 or more, and fewer than that"
            )
        search = NearestNeighbors(n_neighbors=size + 1, n_jobs=n_jobs).fit(table)
        found = search.kneighbors(table[: len(tested)], return_distance=False)
        itself = found == np.arange(len(tested))[:, None]
        itself[~itself.any(axis=1), -1] = True  # crowded out by rows at the same place: the last one goes
        near: NDArray[Any] = target[found[~itself].reshape(len(tested), size)]
        if n_classes is None:
            return np.asarray(near, dtype=np.float64)
        return np.asarray((near[:, :, None] == np.arange(n_classes)).mean(axis=1))
