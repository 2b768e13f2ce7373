"""Synthetic rows: drawn column by column, and labelled against the ensemble."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.column_scale import find_units, from_units, spread_from_units, to_units

LEAST_PROBABILITY = 1e-3  # Melville & Mooney 2003: what stands in for a class that is held to be impossible


@dataclass(frozen=True)
class RowDistribution:
    """What is known about the rows of a table when its columns are looked at one by one.

    Numbers are normal with the column's mean and standard deviation. Categories have Laplace-smoothed frequencies,
    (count + 1) / (n + number of categories). A value is missing as often as in the column.

    Attributes
    ----------
    mean, deviation : ndarray of shape (n_features,)
        Of the known values; 0 for categories.
    missing : ndarray of shape (n_features,)
        Share of missing values.
    levels : tuple of (ndarray or None)
        The categories of each column; None for numbers.
    shares : tuple of (ndarray or None)
        And how likely each is.

    Examples
    --------
    >>> X = np.array([[1.0, 0.0], [3.0, 0.0], [5.0, 1.0]])
    >>> rows = RowDistribution.learn(X, is_categorical=np.array([False, True]))
    >>> float(rows.mean[0]), float(rows.deviation[0]), rows.shares[1]
    (3.0, 2.0, array([0.6, 0.4]))
    """

    mean: NDArray[np.float64]
    deviation: NDArray[np.float64]
    missing: NDArray[np.float64]
    levels: tuple[NDArray[np.float64] | None, ...]
    shares: tuple[NDArray[np.float64] | None, ...]

    @classmethod
    def learn(
        cls,
        X: NDArray[np.floating[Any]],
        is_categorical: NDArray[np.bool_] | None = None,
        weights: NDArray[Any] | None = None,
    ) -> Self:
        """Look at each column.

        Parameters
        ----------
        X : ndarray of shape (n_samples, n_features)
            Numbers, codes of categories, or NaN for what is missing.
        is_categorical : ndarray of bool of shape (n_features,), default=None
            Which columns are categories.
        weights : ndarray of shape (n_samples,), default=None
            Weights of the rows; their scale does not matter.
        """
        n_samples, n_features = X.shape
        weights = np.ones(n_samples) if weights is None else weights
        kept = weights > 0
        # Scaled to sum to the number of rows, so the added count of one means the same for any weights.
        weight = weights[kept] * (np.count_nonzero(kept) / weights.sum())
        categorical = np.zeros(n_features, np.bool_) if is_categorical is None else is_categorical
        mean, deviation, missing = np.zeros((3, n_features))
        levels: list[NDArray[np.float64] | None] = [None] * n_features
        shares: list[NDArray[np.float64] | None] = [None] * n_features
        for feature, column in enumerate(X[kept].T):
            known = ~np.isnan(column)
            missing[feature] = 1.0 - weight[known].sum() / weight.sum()
            if categorical[feature]:
                levels[feature], shares[feature] = _smooth(column[known], weight[known])
            elif known.any():
                mean[feature], deviation[feature] = _moments(column[known].astype(np.float64), weight[known])
        return cls(mean, deviation, missing.clip(0.0, 1.0), tuple(levels), tuple(shares))

    def draw(self, n_rows: int, seed: int) -> NDArray[np.float64]:
        """Draw rows, every column for itself.

        Parameters
        ----------
        n_rows : int
            How many.
        seed : int
            Where the randomness comes from.

        Returns
        -------
        ndarray of shape (n_rows, n_features)
        """
        generator = np.random.default_rng(seed)
        rows = self.mean + self.deviation * generator.standard_normal((n_rows, self.mean.size))
        for feature, (values, chances) in enumerate(zip(self.levels, self.shares, strict=True)):
            if values is not None:
                rows[:, feature] = generator.choice(values, n_rows, p=chances) if values.size else np.nan
        if self.missing.any():
            rows[generator.random(rows.shape) < self.missing] = np.nan
        return rows


def oppose(probabilities: NDArray[np.float64]) -> NDArray[np.float64]:
    r"""Turn an opinion round: what it holds likely becomes unlikely.

    .. math:: P'_k = \frac{1 / P_k}{\sum_j 1 / P_j}

    Parameters
    ----------
    probabilities : ndarray of shape (n_samples, n_classes)
        The opinion; less than 0.001 counts as 0.001.

    Returns
    -------
    ndarray of shape (n_samples, n_classes)
        Each row sums to one.

    Examples
    --------
    >>> oppose(np.array([[0.7, 0.3]]))
    array([[0.3, 0.7]])
    """
    inverse = 1.0 / np.maximum(probabilities, LEAST_PROBABILITY)
    return np.asarray(inverse / inverse.sum(axis=1, keepdims=True))


def draw_opposed_labels(probabilities: NDArray[np.float64], seed: int) -> NDArray[np.intp]:
    """Draw a class for each row, most likely one that the opinion holds unlikely.

    Examples
    --------
    >>> draw_opposed_labels(np.array([[1.0, 0.0], [0.0, 1.0]]), seed=0)
    array([1, 0])
    """
    limits = oppose(probabilities).cumsum(axis=1)
    chances = np.random.default_rng(seed).random((len(limits), 1))
    # The last limit is 1 but for rounding, so it is left out and the last class takes what remains.
    return np.asarray((chances >= limits[:, :-1]).sum(axis=1), dtype=np.intp)


def _smooth(
    values: NDArray[np.floating[Any]], weight: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    levels, places = np.unique(values, return_inverse=True)
    counts = np.bincount(places, weight, minlength=levels.size).astype(np.float64) + 1.0
    return levels.astype(np.float64), counts / max(float(counts.sum()), 1.0)


def _moments(values: NDArray[np.float64], weight: NDArray[np.float64]) -> tuple[float, float]:
    """Mean and standard deviation, the latter with n - 1 as for a sample."""
    units = find_units(values)
    values = to_units(values, units)
    mean = float(np.average(values, weights=weight))
    variance = float(np.average((values - mean) ** 2, weights=weight))
    n_known = values.size
    deviation = float(np.sqrt(variance * n_known / (n_known - 1))) if n_known > 1 else 0.0
    return float(from_units(mean, units)), float(spread_from_units(deviation, units))
