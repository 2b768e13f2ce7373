"""What happens to a table before any member turns or mixes its features: values filled in, features on one scale."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse
from sklearn.base import BaseEstimator, TransformerMixin

from hedgerow.foundation.column_scale import find_units, from_units, spread_from_units, standardise, to_units
from hedgerow.foundation.constraints import check_parameters
from hedgerow.foundation.parameters import configurable, fitted
from hedgerow.views.view import FittedView


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


@dataclass(frozen=True)
class Preparation:
    """Missing numbers become the median of their feature; then features get mean 0 and standard deviation 1.

    Attributes
    ----------
    medians : ndarray of shape (n_features,)
        What stands in for a missing value; 0 for a feature without any value.
    scaling : Scaling or None
        Means and standard deviations; None to leave the units alone.

    Examples
    --------
    >>> X = np.array([[1.0, 5.0], [3.0, np.nan], [5.0, 5.0]])
    >>> Preparation.learn(X, standardise=False).transform(X)
    array([[1., 5.],
           [3., 5.],
           [5., 5.]])
    """

    medians: NDArray[np.float64]
    scaling: Scaling | None

    @classmethod
    def learn(
        cls,
        X: NDArray[np.floating[Any]],
        sample_weight: NDArray[np.float64] | None = None,
        *,
        standardise: bool = True,
    ) -> Self:
        """Read medians, means and standard deviations off a table whose rows may have weights."""
        if issparse(X):
            raise ValueError("a view that mixes features needs a dense table; pass X.toarray()")
        medians = np.array([find_median(column, sample_weight) for column in X.T])
        scaling = Scaling.learn(_fill(X.T, medians).T, sample_weight) if standardise else None
        return cls(medians, scaling)

    @property
    def n_features(self) -> int:
        """Number of features."""
        return len(self.medians)

    def transform(self, X: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
        """Fill in and standardise; the columns of the result are contiguous."""
        columns = _fill(X.T, self.medians)
        if self.scaling is not None:
            columns = self.scaling.transform(columns.T).T
        return columns.T


@dataclass(frozen=True)
class ComposedTransform:
    """What all members share, and then the transform of one member.

    Attributes
    ----------
    preparation : FittedView
        What all members share.
    view : FittedView
        What is the member's own.
    """

    preparation: FittedView
    view: FittedView

    def transform(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Make the member's table from the raw one."""
        return self.view.transform(self.preparation.transform(X))


class MixingView(BaseEstimator, ABC):
    """A view that mixes features, after what a preparation has done for all members."""

    standardise: bool

    kind: ClassVar[Literal["matrix"]] = "matrix"

    def learn_preparation(
        self, X: NDArray[np.float64], sample_weight: NDArray[np.float64] | None
    ) -> Preparation:
        """Learn medians and scales, for all members."""
        return Preparation.learn(X, sample_weight, standardise=self.standardise)

    @abstractmethod
    def fit_member(
        self,
        seeds: NDArray[np.uint64],
        position: int,
        X: NDArray[np.float64],
        y: NDArray[Any],
        weights: NDArray[Any] | None,
    ) -> FittedView:
        """Learn the transform of the member at a position, from a table that is prepared."""

    def fit_view(self, seed: int, X: NDArray[np.float64], y: NDArray[Any]) -> FittedView:
        """Learn the transform of a member that has no ensemble around it."""
        check_parameters(self)
        preparation = self.learn_preparation(X, None)
        fitted = self.fit_member(np.array([seed], np.uint64), 0, preparation.transform(X), y, None)
        return ComposedTransform(preparation, fitted)


def find_median(values: NDArray[np.floating[Any]], weights: NDArray[np.float64] | None = None) -> float:
    """Median of the values that are not missing, where a whole weight is a repeat; 0 where there are none.

    Examples
    --------
    >>> find_median(np.array([4.0, 1.0, np.nan, 2.0])), find_median(np.array([4.0, 1.0]), np.array([1.0, 2.0]))
    (2.0, 1.0)
    """
    counted = ~np.isnan(values) if weights is None else ~np.isnan(values) & (weights > 0)
    if not counted.any():
        return 0.0
    units = find_units(values)
    values = to_units(values, units)
    if weights is None:
        return float(from_units(np.median(values[counted]), units))
    order = np.argsort(values[counted], kind="stable")
    ordered, mass = values[counted][order], weights[counted][order].cumsum()
    middle = np.searchsorted(mass, mass[-1] / 2), np.searchsorted(mass, mass[-1] / 2, side="right")
    return float(from_units(ordered[list(middle)].mean(), units))


def _fill(columns: NDArray[np.floating[Any]], medians: NDArray[np.float64]) -> NDArray[np.float64]:
    """A copy of the columns (here rows) without missing values."""
    filled = np.array(columns, np.float64, order="C")
    missing = np.isnan(filled)
    if missing.any():
        np.copyto(filled, medians[:, None], where=missing)
    return filled
