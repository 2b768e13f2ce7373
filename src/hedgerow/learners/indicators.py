"""Category codes become indicator columns for estimators that only read numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.training_set import TrainingSet


@dataclass(frozen=True)
class Indicators:
    """One 0/1 column per category of each categorical feature, the other features unchanged.

    A missing or unseen category gives zeros only.

    Attributes
    ----------
    levels : tuple of (ndarray or None)
        The category codes of each feature; None for a numeric feature.

    Examples
    --------
    >>> X = np.array([[0.5, 0.0], [1.5, 2.0], [2.5, 0.0]])
    >>> indicators = Indicators.learn(X, is_categorical=np.array([False, True]))
    >>> indicators.transform(X)
    array([[0.5, 1. , 0. ],
           [1.5, 0. , 1. ],
           [2.5, 1. , 0. ]])
    >>> indicators.find_columns(np.array([1]))
    array([1, 2])
    """

    levels: tuple[NDArray[np.float64] | None, ...]

    @classmethod
    def learn(cls, X: NDArray[np.float64], is_categorical: NDArray[np.bool_]) -> Self:
        """Read the categories off the table."""
        return cls(
            tuple(
                np.unique(column[~np.isnan(column)]) if categorical else None
                for column, categorical in zip(X.T, is_categorical, strict=True)
            )
        )

    @classmethod
    def of_categories(cls, training: TrainingSet) -> Self | None:
        """Read the categories off a training set; None where there are none."""
        if training.is_categorical is None or not training.is_categorical.any():
            return None
        return cls.learn(training.X, training.is_categorical)

    @property
    def widths(self) -> NDArray[np.intp]:
        """Number of columns that each feature becomes."""
        return np.array([1 if values is None else values.size for values in self.levels], dtype=np.intp)

    def transform(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Make the table with indicator columns in place of the categories."""
        parts = [
            column[:, None] if values is None else (column[:, None] == values).astype(X.dtype)
            for column, values in zip(X.T, self.levels, strict=True)
        ]
        return np.ascontiguousarray(np.hstack(parts))

    def find_columns(self, features: NDArray[np.intp]) -> NDArray[np.intp]:
        """Find the columns that hold the given features, in the order of the features."""
        ends = self.widths.cumsum()
        starts = ends - self.widths
        return np.concatenate([np.arange(starts[feature], ends[feature]) for feature in features])

    def sum_columns(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sum per-column values, such as importances, over the columns of each feature."""
        feature_of_column = np.repeat(np.arange(len(self.levels)), self.widths)
        sums = np.zeros(len(self.levels))
        np.add.at(sums, feature_of_column, values)
        return sums
