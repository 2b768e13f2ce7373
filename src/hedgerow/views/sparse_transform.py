"""New features that are sums of few old ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class SparseTransform:
    """Each new feature is a weighted sum of the same small number of old ones: a matrix that is mostly zeros.

    Attributes
    ----------
    sources : ndarray of shape (n_new, n_terms)
        The old features in each new one. One that is there twice counts twice.
    coefficients : ndarray of shape (n_new, n_terms)
        Their weights.

    Examples
    --------
    >>> sums = SparseTransform(np.array([[0, 1], [2, 0]]), np.array([[1.0, 1.0], [1.0, -1.0]]))
    >>> sums.apply(np.array([[1.0, 2.0, 5.0], [0.0, 1.0, 1.0]]))
    array([[3., 4.],
           [1., 1.]])
    """

    sources: NDArray[np.integer[Any]]
    coefficients: NDArray[np.floating[Any]]

    def apply(self, X: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
        """Mix the columns of a table.

        Equal rows give equal rows, bit for bit, wherever they stand and however the table is cut into blocks; a matrix
        product does not promise that, and a tree would find the difference.

        Parameters
        ----------
        X : ndarray of shape (n_samples, n_features)
            The table.

        Returns
        -------
        ndarray of shape (n_samples, n_new)
            Its columns are contiguous.
        """
        from hedgerow._kernels.column_mixtures import mix_columns

        self._check(X)
        mixed = np.empty((len(self.sources), X.shape[0]))
        columns = np.ascontiguousarray(X.T, np.float64)
        coefficients = np.ascontiguousarray(self.coefficients, np.float64)
        mix_columns(columns, np.ascontiguousarray(self.sources, np.int32), coefficients, mixed)
        return mixed.T

    def _check(self, X: NDArray[np.floating[Any]]) -> None:
        """The kernel trusts the sources it is told."""
        if self.sources.ndim != 2 or self.sources.shape != self.coefficients.shape or self.sources.size == 0:
            raise ValueError(
                f"sources {self.sources.shape} and coefficients {self.coefficients.shape} must be two tables of the "
                "same size, with at least one new feature of at least one term"
            )
        if self.sources.dtype.kind not in "iu":  # NaN is not less than 0, and becomes an address
            raise ValueError(
                f"sources has type {self.sources.dtype}; pass whole numbers, the places of features"
            )
        if self.sources.min() < 0 or self.sources.max() >= X.shape[1]:
            raise ValueError(
                f"X has {X.shape[1]} features; this view mixes features {self.sources.min()} to {self.sources.max()}"
            )
