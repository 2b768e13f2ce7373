"""Partial whitening, which draws in the widest directions of a cloud, and the Fisher subspace after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import qr, svd
from scipy.sparse.linalg import svds

from hedgerow.foundation.row_products import multiply_rows

_RANK = 1e-10  # singular values below this share of the largest are zero
_SMALL = 1000  # rows or columns up to which all singular vectors are found at once
_NEGLIGIBLE = 1e-10  # share of the longest, below which a direction is rounding


def count_directions(total_weight: float) -> int:
    """How many directions are whitened unless told otherwise: the square of log2 N, rounded down, at least one.

    Examples
    --------
    >>> count_directions(5091)
    151
    """
    return max(1, int(np.log2(max(total_weight, 1.0)) ** 2))


@dataclass(frozen=True, eq=False)
class PartialWhitening:
    r"""The map :math:`W = q_d U_d Q_d^{-1} U_d^\top + I - U_d U_d^\top`, never formed.

    The centred rows have the singular values :math:`q_1 \ge q_2 \ge \dots` and directions U. Along the first d of them
    W scales all to the length of the last, and does nothing to what is orthogonal to them.

    Attributes
    ----------
    mean : ndarray of shape (n_features,)
        Centre of the rows.
    directions : ndarray of shape (n_features, n_directions)
        U, one column each.
    scales : ndarray of shape (n_directions,)
        What each direction is multiplied by, :math:`q_d / q_i`.

    Examples
    --------
    >>> rows = np.array([[3.0, 1.0], [3.0, -1.0], [-3.0, 1.0], [-3.0, -1.0]])
    >>> whitening = PartialWhitening.learn(rows, n_directions="all")
    >>> whitening.apply(np.eye(2)).round(3)  # the first axis is drawn in to the width of the second
    array([[0.333, 0.   ],
           [0.   , 1.   ]])
    """

    mean: NDArray[np.float64]
    directions: NDArray[np.float64]
    scales: NDArray[np.float64]

    @classmethod
    def learn(
        cls,
        X: NDArray[np.float64],
        weights: NDArray[np.float64] | None = None,
        n_directions: int | Literal["all"] | None = None,
    ) -> Self:
        r"""Learn the directions of a table.

        Parameters
        ----------
        X : ndarray of shape (n_samples, n_features)
            The rows.
        weights : ndarray of shape (n_samples,), default=None
            Weights of the rows; None for ones.
        n_directions : int, "all" or None, default=None
            How many directions to whiten, at most the rank; None for :math:`(\log_2 N)^2`.
        """
        known = np.ones(len(X)) if weights is None else weights
        mean = known @ X / known.sum()
        centred = np.sqrt(known)[:, None] * (X - mean)
        most = min(X.shape)
        if n_directions is None:
            wanted = min(count_directions(float(known.sum())), most)
        else:
            wanted = most if n_directions == "all" else min(n_directions, most)
        values, directions = _decompose(centred, wanted)
        rank = max(1, int(np.count_nonzero(values > _RANK * values[0])))
        values, directions = values[:rank], directions[:, :rank]
        scales = values[-1] / values if values[-1] > 0 else np.ones(rank)
        return cls(mean, directions, scales)

    def apply(self, vectors: NDArray[np.float64], times: int = 1) -> NDArray[np.float64]:
        """Whiten vectors, one column each; `times` whitens them again.

        Parameters
        ----------
        vectors : ndarray of shape (n_features,) or (n_features, n_vectors)
            Vectors, not points: the mean is not taken off.
        times : int, default=1
            How often.

        Returns
        -------
        ndarray of the same shape
        """
        shares = self.directions.T @ vectors
        change = (self.scales**times - 1.0).reshape(-1, *(1,) * (vectors.ndim - 1))
        return np.asarray(vectors + self.directions @ (change * shares))


def _decompose(
    centred: NDArray[np.float64], n_wanted: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The largest singular values of the rows, and their directions in columns."""
    if min(centred.shape) > max(_SMALL, 4 * n_wanted):
        start = np.random.default_rng(0).normal(size=min(centred.shape))  # of Lanczos: always the same
        _, values, rows = svds(centred, k=n_wanted, v0=start)
        order = np.argsort(-values, kind="stable")
        return values[order].astype(np.float64, copy=False), rows[order].T
    _, values, rows = svd(centred, full_matrices=False, check_finite=False)
    return values[:n_wanted], rows[:n_wanted].T


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
