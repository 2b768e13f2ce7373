"""How much each feature matters for each row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class LocalRelevance:
    """Average information change about each row by splits on each feature.

    ``FR(f, j)`` is the mean, over the splits on feature f that row j passes, of the information about its class before
    the split less that after it, in bits: ``-log2`` of the share of the row's class in the node. For regression it is
    the squared distance to the mean. It is negative where a feature misleads about the row.

    Parameters
    ----------
    values : ndarray of float32 of shape (n_samples, n_features)
        The averages; 0 where a row met no split on the feature.
    counts : ndarray of int32 of shape (n_samples, n_features)
        Number of splits met.
    names : tuple of str
        The features.
    index : sequence
        Names of the rows, as in the data frame they came from.
    is_seen : bool
        Whether rows were walked down the trees that were grown on them, or down the others.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 7.23 and 7.24.

    Examples
    --------
    >>> local = LocalRelevance(np.array([[0.5, -0.1]], np.float32), np.array([[3, 2]], np.int32), ("a", "b"), range(1))
    >>> local.explain(0)
      feature  relevance  n_splits
    0       a        0.5         3
    1       b       -0.1         2
    """

    values: NDArray[np.float32]
    counts: NDArray[np.int32]
    names: tuple[str, ...]
    index: Any
    is_seen: bool = True

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and features."""
        return self.values.shape[0], self.values.shape[1]

    def mean(self) -> NDArray[np.float64]:
        """Mean over the rows: a global relevance of each feature."""
        return np.asarray(self.values.mean(axis=0, dtype=np.float64))

    def explain(self, row: Any) -> pd.DataFrame:
        """The features that matter for one row, the most relevant first.

        Parameters
        ----------
        row : int or label
            The row: its label in the data frame, or its number where there are no labels.

        Returns
        -------
        DataFrame
            Columns ``feature``, ``relevance`` and ``n_splits``.
        """
        place = self._find(row)
        frame = pd.DataFrame(
            {
                "feature": list(self.names),
                "relevance": self.values[place].astype(np.float64).round(7),
                "n_splits": self.counts[place],
            }
        )
        return frame.sort_values("relevance", ascending=False, kind="stable", ignore_index=True)

    def frame(self) -> pd.DataFrame:
        """One row per row, one column per feature."""
        return pd.DataFrame(self.values, index=self.index, columns=list(self.names))

    def _find(self, row: Any) -> int:
        labels = pd.Index(self.index)
        if row not in labels:
            raise KeyError(
                f"there is no row {row!r}; rows are named {labels[0]!r} to {labels[-1]!r} ({len(labels)} of them)"
            )
        place = labels.get_loc(row)
        if not isinstance(place, int):
            raise KeyError(f"several rows are named {row!r}; make the index of the data frame unique")
        return place
