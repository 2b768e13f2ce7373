"""Rules that treat each class by itself, as they would treat values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.combination.averaging import average, spread_weights
from hedgerow.combination.decision import pick_class, share_out
from hedgerow.foundation.constraints import check_parameters


class Pointwise(BaseEstimator, ABC):
    """A summary over the members, taken for each row and for each class separately.

    Of values it is the answer. Of class probabilities it is divided by its sum over the classes; a row in which
    it is zero for every class gets the mean probabilities instead. The largest share wins, and a tie goes
    to the class with the larger training weight, then to the lower index.
    """

    answers: ClassVar[Literal["classes", "values", "both"]] = "both"
    additive: ClassVar[bool] = False
    hard: ClassVar[bool] = False
    weighted: ClassVar[bool] = True

    decide = staticmethod(pick_class)

    @abstractmethod
    def _summarise(self, outputs: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Summarise over the members, (n,) or (n, K), with weights (T, n); anything where no member predicts."""

    def combine(
        self, outputs: NDArray[np.float64], weights: NDArray[np.float64] | None = None
    ) -> NDArray[np.float64]:
        """Summarise over the members; NaN for a row that no member may predict."""
        check_parameters(self)
        by_row = spread_weights(weights, outputs)
        summary = self._summarise(outputs, by_row)
        summary[by_row.sum(axis=0) == 0] = np.nan
        return summary if outputs.ndim == 2 else share_out(summary, average(outputs, by_row))
