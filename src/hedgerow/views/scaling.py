"""Where features lie, and how wide they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, TransformerMixin

from hedgerow.foundation.column_scale import find_units, from_units, spread_from_units, standardise, to_units
from hedgerow.foundation.parameters import configurable, fitted


@dataclass(frozen=True)
class Scaling:
    """Means and standard deviations of features.

    Attributes
    ----------
    centre : ndarray of shape (n_features,)
        What becomes 0; 0 for a feature without any value.
    scale : ndarray of shape (n_features,)
        What becomes 1; 1 for a constant feature.

    Examples
    --------
    >>> X = np.array([[1.0, 5.0], [3.0, 5.0]])
    >>> Scaling.learn(X).transform(X)
    array([[-1.,  0.],
           [ 1.,  0.]])
    """

    centre: NDArray[np.float64]
    scale: NDArray[np.float64]

    @classmethod
    def learn(cls, X: NDArray[np.floating[Any]], weights: NDArray[np.float64] | None = None) -> Self:
        """Read them off the values that are there, in a table whose rows may have weights."""
        units = find_units(X)
        X, there = to_units(X, units), ~np.isnan(X)
        mass = there if weights is None else there * weights[:, None]
        total = np.maximum(mass.sum(axis=0), np.finfo(float).tiny)
        # Distances from a value that the feature has: a constant feature must have a deviation of exactly 0.
        origin = np.nan_to_num(X[there.argmax(axis=0), np.arange(X.shape[1])].astype(np.float64))
        distances = np.where(there, X - origin, 0.0)
        shift = (mass * distances).sum(axis=0) / total
        scale = np.sqrt((mass * (distances - shift) ** 2).sum(axis=0) / total)
        return cls(
            from_units(origin + shift, units), np.where(scale > 0, spread_from_units(scale, units), 1.0)
        )

    def transform(self, X: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
        """Standardise; a missing value stays missing."""
        return standardise(X, self.centre, self.scale)


@configurable
class ColumnScaler(TransformerMixin, BaseEstimator):
    """Scaling as a step of a pipeline, for numbers of any size.

    Examples
    --------
    >>> ColumnScaler().fit_transform(np.array([[1e-200], [3e-200], [np.nan]])).ravel()
    array([-1.,  1., nan])
    """

    scaling_: Scaling = fitted()

    def fit(self, X: NDArray[np.float64], y: Any = None) -> Self:
        """Learn means and deviations."""
        self.scaling_ = Scaling.learn(np.asarray(X, np.float64))
        return self

    def transform(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Standardise; a missing value stays missing."""
        return self.scaling_.transform(np.asarray(X, np.float64))
