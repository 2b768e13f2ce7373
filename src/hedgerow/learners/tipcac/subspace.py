"""The Fisher subspace: the few directions along which class means differ, after partial whitening."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import qr

from hedgerow.foundation.row_products import multiply_rows
from hedgerow.learners.tipcac.whitening import PartialWhitening

_NEGLIGIBLE = 1e-10  # share of the longest, below which a direction is rounding


@dataclass(frozen=True, eq=False)
class FisherSubspace:
    """Where the whitened class means lie: at most one dimension less than there are classes.

    Attributes
    ----------
    mean : ndarray of shape (n_features,)
        Centre of the training rows.
    axes : ndarray of shape (n_features, n_dimensions)
        What a centred row is multiplied by: whitening, and an orthonormal basis of the whitened means, in one.
    n_directions : int
        How many directions were whitened.

    Examples
    --------
    >>> X = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [5.0, 0.0, 1.0], [6.0, 1.0, 0.0], [0.0, 5.0, 1.0]])
    >>> subspace = FisherSubspace.learn(X, np.array([0, 0, 1, 1, 2]), np.ones(5))
    >>> subspace.transform(X).shape
    (5, 2)
    """

    mean: NDArray[np.float64]
    axes: NDArray[np.float64]
    n_directions: int

    @classmethod
    def learn(
        cls,
        X: NDArray[np.float64],
        y: NDArray[np.intp],
        weights: NDArray[np.float64],
        n_directions: int | Literal["all"] | None = None,
    ) -> Self:
        """Learn the subspace from rows with class codes; each code up to the largest must have weight.

        The overall mean is taken off first. Class means then sum to zero, by weight, so all but one of them span
        their differences; without it they would not.
        """
        whitening = PartialWhitening.learn(X, weights, n_directions)
        sums = np.zeros((int(y.max()) + 1, X.shape[1]))
        np.add.at(sums, y, weights[:, None] * (X - whitening.mean))
        means = sums / np.bincount(y, weights)[:, None]
        # Pivoted, so what is negligible comes last; one mean fewer than classes, unless there is one class.
        basis, triangle, _ = qr(
            whitening.apply(means[: max(len(means) - 1, 1)].T), mode="economic", pivoting=True
        )
        lengths = np.abs(np.diagonal(triangle))
        n_kept = max(1, int(np.count_nonzero(lengths > _NEGLIGIBLE * lengths.max(initial=0.0))))
        return cls(
            whitening.mean, whitening.apply(np.asarray(basis[:, :n_kept], np.float64)), len(whitening.scales)
        )

    def transform(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Coordinates of rows, (n_samples, n_dimensions)."""
        return multiply_rows(X - self.mean, self.axes)
