"""Every member sees the whole table."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.resampling.resampling import Weights


class Full(BaseEstimator):
    """Every member sees every row once, or with its sample weight.

    Diversity must then come from another axis: a view, a code, or a randomised learner.

    Examples
    --------
    >>> Full().draw(seed=0, n_samples=4)
    array([1, 1, 1, 1], dtype=int32)
    """

    adaptive: ClassVar[Literal[False]] = False

    def draw(self, seed: int, n_samples: int, sample_weight: NDArray[np.float64] | None = None) -> Weights:
        """Return ones, or the sample weights."""
        return np.ones(n_samples, dtype=np.int32) if sample_weight is None else sample_weight
