"""Where the rows lie: every feature becomes coordinates of the same total variance, whatever its unit or kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.column_scale import find_units, from_units, spread_from_units, standardise, to_units


@dataclass(frozen=True, eq=False)
class Coordinates:
    """How a table becomes points between which Euclidean distances make sense.

    A number is standardised. A category becomes one indicator for each level; they are centred, and divided so that
    their variances sum to one, as that of a number does. A missing value lies at the mean of its feature, where it
    pulls to no side, and so does a level that was not there. A feature without variance has every point at zero.

    Parameters
    ----------
    centre, scale : ndarray of shape (n_coordinates,)
        What is taken off, and what is divided by.
    owner : ndarray of int of shape (n_coordinates,)
        The feature of each coordinate, in order.
    level : ndarray of shape (n_coordinates,)
        The code that the coordinate indicates; NaN where it is a number.

    Examples
    --------
    >>> X = np.array([[1.0, 0.0], [3.0, 1.0], [np.nan, 1.0], [3.0, 0.0], [1.0, 1.0], [2.0, 0.0]])
    >>> coordinates = Coordinates.learn(X, is_categorical=np.array([False, True]))
    >>> coordinates.owner
    array([0, 1, 1])
    >>> coordinates.place(X).round(2)[:3]
    array([[-1.12,  0.71, -0.71],
           [ 1.12, -0.71,  0.71],
           [ 0.  , -0.71,  0.71]])
    """

    centre: NDArray[np.float64]
    scale: NDArray[np.float64]
    owner: NDArray[np.intp]
    level: NDArray[np.float64]

    @classmethod
    def learn(
        cls,
        X: NDArray[np.floating[Any]],
        is_categorical: NDArray[np.bool_],
        weights: NDArray[np.float64] | None = None,
    ) -> Self:
        """Find centre and scale of each feature.

        Parameters
        ----------
        X : ndarray of shape (n_samples, n_features)
            The table; NaN is a missing value.
        is_categorical : ndarray of bool of shape (n_features,)
            Which columns hold codes.
        weights : ndarray of shape (n_samples,), default=None
            Weights of the rows.

        Returns
        -------
        Coordinates
        """
        counted = np.ones(len(X)) if weights is None else weights
        columns, owner, levels = [], [], []
        for feature, categorical in enumerate(is_categorical):
            column = X[:, feature].astype(np.float64)
            known = counted * ~np.isnan(column)
            found = np.unique(column[known > 0]) if categorical else np.empty(0)
            values = (column[:, None] == found) if found.size else np.nan_to_num(column)[:, None]
            found = found if found.size else np.array([np.nan])
            columns.append(_find_place(values.astype(np.float64), known))
            owner += [feature] * len(found)
            levels.append(found)
        centre, scale = (np.concatenate(parts) for parts in zip(*columns, strict=True))
        return cls(centre, scale, np.array(owner, dtype=np.intp), np.concatenate(levels))

    @property
    def n_features(self) -> int:
        """Number of features that have a coordinate."""
        return int(self.owner[-1]) + 1

    def find_columns(self, features: NDArray[np.intp]) -> NDArray[np.intp]:
        """The coordinates of some features."""
        return np.flatnonzero(np.isin(self.owner, features))

    def place(self, X: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
        """Turn rows into points.

        Parameters
        ----------
        X : ndarray of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_coordinates)
        """
        values = X[:, self.owner].astype(np.float64)
        is_unknown = np.isnan(values)
        is_level = ~np.isnan(self.level)
        for column in np.flatnonzero(is_level):
            same_feature = self.level[self.owner == self.owner[column]]
            is_unknown[:, column] |= ~np.isin(values[:, column], same_feature)
            values[:, column] = values[:, column] == self.level[column]
        points = standardise(values, self.centre, self.scale)
        points[is_unknown] = 0.0
        return np.asarray(points)


def _find_place(
    values: NDArray[np.float64], weights: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mean of each column, and the root of their variances together; infinite where there is no variance."""
    units = find_units(values)
    values = to_units(values, units)
    mean = weights @ values / (weights.sum() or 1.0)
    variance = float((weights @ (values - mean) ** 2 / (weights.sum() or 1.0)).sum())
    # What rounding leaves of a constant column is no variance.
    varies = variance > 1e-20 * float((mean**2).sum())
    scale = spread_from_units(np.sqrt(variance), units[:1]) if varies else np.inf
    return from_units(mean, units), np.full(values.shape[1], scale)
