"""The weighted median of the members' values."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator


class WeightedMedian(BaseEstimator):
    """The smallest value whose cumulative member weight reaches half of the total, as in AdaBoost.R2.

    References
    ----------
    H. Drucker, "Improving regressors using boosting techniques", ICML (1997).

    Examples
    --------
    >>> WeightedMedian().combine(np.array([[1.0], [3.0], [2.0]]), weights=np.array([0.2, 0.5, 0.4]))
    array([2.])
    """

    answers: ClassVar[Literal["values"]] = "values"
    additive: ClassVar[bool] = False
    hard: ClassVar[bool] = False
    weighted: ClassVar[bool] = True

    def combine(
        self, outputs: NDArray[np.float64], weights: NDArray[np.float64] | None = None
    ) -> NDArray[np.float64]:
        """Take the weighted median over the members; NaN for a row that no member may speak about."""
        weights = np.ones(len(outputs)) if weights is None else weights
        by_row = np.broadcast_to(weights[:, None] if weights.ndim == 1 else weights, outputs.shape)
        order = outputs.argsort(axis=0, kind="stable")
        cumulative = np.take_along_axis(by_row, order, axis=0).cumsum(axis=0)
        totals = cumulative[-1]
        middle = (cumulative >= totals * (0.5 - 1e-12)).argmax(axis=0)  # absorbs rounding of the sums
        values = np.take_along_axis(outputs, np.take_along_axis(order, middle[None], axis=0), axis=0)[0]
        return np.where(totals > 0, values, np.nan)
