"""The table as the points that gates look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.column_scale import find_units, from_units, place, spread_from_units, to_units
from hedgerow.learners.indicators import Indicators


@dataclass(frozen=True, eq=False)
class GateSpace:
    """Rows as points: numbers with mean 0 and standard deviation 1, categories as 0/1 columns.

    Two rows then differ in a number by 2 in the mean square, and in a category by 2 where it is another one. A missing
    number lies at the mean, a missing category at the shares of the known ones.

    Attributes
    ----------
    indicators : Indicators
        What makes columns of categories.
    shift, scale : ndarray of shape (n_columns,)
        What is subtracted from each column, and multiplied with it.

    Examples
    --------
    >>> X = np.array([[2.0, 0.0], [4.0, 1.0], [np.nan, 1.0]])
    >>> GateSpace.learn(X, np.ones(3), np.array([False, True])).place(X).round(3)
    array([[-1.   ,  0.667, -0.667],
           [ 1.   , -0.333,  0.333],
           [ 0.   , -0.333,  0.333]])
    """

    indicators: Indicators
    shift: NDArray[np.float64]
    scale: NDArray[np.float64]

    @classmethod
    def learn(
        cls, X: NDArray[np.float64], weights: NDArray[np.float64], is_categorical: NDArray[np.bool_] | None
    ) -> Self:
        """Read categories, means and spreads off a table whose rows have weights."""
        categorical = np.zeros(X.shape[1], np.bool_) if is_categorical is None else is_categorical
        indicators = Indicators.learn(X, categorical)
        is_indicator = np.repeat(categorical, indicators.widths)
        columns = _blank_missing(np.asarray(indicators.transform(X), np.float64), X, indicators)
        units = find_units(columns)
        columns, known = to_units(columns, units), ~np.isnan(columns)
        shares = np.where(known, weights[:, None], 0.0)
        totals = np.maximum(shares.sum(axis=0), np.finfo(float).tiny)
        filled = np.where(known, columns, 0.0)
        shift = (shares * filled).sum(axis=0) / totals
        spread = np.sqrt((shares * (filled - shift) ** 2).sum(axis=0) / totals)
        varies = spread > 1e-12 * np.abs(shift)
        spread = spread_from_units(spread, units)
        scale = np.divide(1.0, spread, out=np.zeros_like(spread), where=varies)
        return cls(indicators, from_units(shift, units), np.where(is_indicator, 1.0, scale))

    def place(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Find the point of each row, (n_samples, n_columns)."""
        columns = _blank_missing(np.asarray(self.indicators.transform(X), np.float64), X, self.indicators)
        return np.asarray(
            np.where(np.isnan(columns), 0.0, place(columns, self.shift, self.scale)), np.float64
        )


def _blank_missing(
    columns: NDArray[np.float64], X: NDArray[np.float64], indicators: Indicators
) -> NDArray[np.float64]:
    """Indicators of a missing category are missing, too, instead of 0."""
    return np.where(np.isnan(np.repeat(X, indicators.widths, axis=1)), np.nan, columns)
