"""How many rows the weights of a table stand for, and how finely so many rows let numbers be cut."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

ROWS_PER_DEGREE = 5  # Spirtes, Glymour & Scheines 2000: fewer rows say nothing
_CONDITIONS = 2
_MOST_BINS = 10


def choose_bins(n_rows: float, n_classes: int | None) -> int:
    """Choose the most bins with which tests given two other features still have five rows per degree of freedom.

    Coarse bins do not separate what their numbers separate: within a bin, a cause still tells something. Fine bins
    leave no rows for conditions. So bins grow with the rows: 2 at 150 rows, 3 at 500, 6 at 5,000.

    Parameters
    ----------
    n_rows : float
        Number of rows, or what their weights are worth.
    n_classes : int or None
        Number of classes of the target; None is a target of values, which is cut as the features are.

    Returns
    -------
    int
        The largest b from 2 to 10 with ``5 (r - 1) (b - 1) b^2 <= n_rows``, where r is b or the number of classes,
        whichever is more; 2 where there is none.

    Examples
    --------
    >>> choose_bins(5000, None), choose_bins(500, 2), choose_bins(1800, 10)
    (6, 3, 3)
    """

    def fits(n_bins: int) -> bool:
        widest = max(n_bins, n_classes or 0)
        n_degrees = (widest - 1) * (n_bins - 1) * n_bins**_CONDITIONS
        return bool(ROWS_PER_DEGREE * n_degrees <= n_rows)

    return max((n_bins for n_bins in range(2, _MOST_BINS + 1) if fits(n_bins)), default=2)


def count_as_rows(weights: NDArray[np.float64] | None, n_rows: int) -> NDArray[np.float64]:
    """Scale weights so that their sum is the number of rows that a test may count on.

    Whole weights are repeats and stay as they are. Others are scaled to Kish's effective number of rows,
    (sum w)^2 / sum w^2, so uneven weights are worth fewer rows, and only their proportions matter.

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
