"""What happens to a table before any member turns or mixes its features."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse
from sklearn.base import BaseEstimator

from hedgerow.foundation.column_scale import find_units, from_units, to_units
from hedgerow.foundation.constraints import check_parameters
from hedgerow.views.scaling import Scaling
from hedgerow.views.view import FittedView


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
