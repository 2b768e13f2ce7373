"""Rows drawn without replacement."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.foundation.constraints import Flag
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.resampling.resampling import Weights
from hedgerow.resampling.size import SIZES, count_draws


@configurable
class Subsample(BaseEstimator):
    """Draw rows without replacement.

    The default size, 1 - 1/e of the rows, is the expected number of distinct rows of a bootstrap sample.

    Parameters
    ----------
    max_samples : int, float or None, default=0.632
        Number of rows, or a fraction of them; None takes all of them.
    by_weight : bool, default=True
        True: rows are drawn with probability proportional to `sample_weight`. False: rows are drawn uniformly
        and keep their weights.

    Examples
    --------
    >>> Subsample(3).draw(seed=0, n_samples=5)
    array([0, 0, 1, 1, 1], dtype=int32)
    """

    max_samples: float | None = parameter(SIZES, default=0.632, kw_only=False)
    by_weight: bool = parameter(Flag(), default=True)

    adaptive: ClassVar[Literal[False]] = False

    def draw(self, seed: int, n_samples: int, sample_weight: NDArray[np.float64] | None = None) -> Weights:
        """Mark the drawn rows, with their weights when those do not steer the draw."""
        drawing_weight = sample_weight if self.by_weight else None
        n_draws = count_draws(self.max_samples, n_samples, drawing_weight)
        n_available = n_samples if drawing_weight is None else np.count_nonzero(drawing_weight)
        if n_draws > n_available:
            raise ValueError(
                f"max_samples={self.max_samples!r} asks for {n_draws} of {n_available} rows without "
                "replacement; ask for fewer rows or use Bootstrap"
            )
        probabilities = None if drawing_weight is None else drawing_weight / drawing_weight.sum()
        rows = np.random.default_rng(seed).choice(n_samples, size=n_draws, replace=False, p=probabilities)
        counts = np.zeros(n_samples, dtype=np.int32)
        counts[rows] = 1
        return counts if sample_weight is None or self.by_weight else counts * sample_weight
