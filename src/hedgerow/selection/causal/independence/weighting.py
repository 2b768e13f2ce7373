"""How many rows the weights of a table stand for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def count_as_rows(weights: NDArray[np.float64] | None, n_rows: int) -> NDArray[np.float64]:
    """Scale weights so that their sum is the number of rows that a test may count on.

    Whole weights are repeats and stay as they are. Others are scaled to Kish's effective number of rows,
    (sum w)^2 / sum w^2, so that uneven weights are worth fewer rows, and only their proportions matter.

    References
    ----------
    L. Kish, "Survey Sampling", Wiley, 1965.

    Examples
    --------
    >>> count_as_rows(np.array([1.0, 2.0, 0.0]), 3)
    array([1., 2., 0.])
    >>> count_as_rows(np.array([0.1, 0.1, 0.1, 0.1]), 4)
    array([1., 1., 1., 1.])
    """
    if weights is None:
        return np.ones(n_rows)
    if (weights == np.floor(weights)).all():
        return weights
    return np.asarray(weights * (weights.sum() / (weights**2).sum()))
