"""The rows that local experts learn from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Rows:
    """A table with a target and weights.

    Attributes
    ----------
    X : ndarray of shape (n_samples, n_features)
        The features.
    y : ndarray of shape (n_samples,)
        Class codes, or values.
    weights : ndarray of shape (n_samples,)
        Positive counts or weights.
    n_classes : int or None
        None for regression.
    is_categorical : ndarray of shape (n_features,) or None
        Which features hold category codes.

    Examples
    --------
    >>> rows = Rows(np.zeros((3, 1)), np.array([0, 2, 2]), np.array([1.0, 1.0, 2.0]), 3, None)
    >>> rows.select(np.array([0, 1])).find_shares()
    array([0.5, 0. , 0.5])
    """

    X: NDArray[Any]
    y: NDArray[Any]
    weights: NDArray[Any]
    n_classes: int | None
    is_categorical: NDArray[np.bool_] | None

    def __len__(self) -> int:
        return len(self.y)

    def select(self, positions: NDArray[Any]) -> Self:
        """Some of the rows."""
        return replace(self, X=self.X[positions], y=self.y[positions], weights=self.weights[positions])

    def find_shares(self) -> NDArray[np.float64] | None:
        """Share of the weight of each class; None for values."""
        if self.n_classes is None:
            return None
        sums = np.bincount(self.y, self.weights, self.n_classes)
        return np.asarray(sums / sums.sum())
