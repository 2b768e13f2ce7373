"""Many tests at once: Holm's adjustment."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    """Adjust p-values, so that the chance of one or more false differences stays below the level.

    The smallest of m is multiplied by m, the next by m-1, and so on, and none may be smaller than the one before.

    Parameters
    ----------
    p_values : array-like of shape (n_tests,)
        p-values of the tests that were made together.

    Returns
    -------
    ndarray of shape (n_tests,)

    References
    ----------
    S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 1979,
    pp. 65-70.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    given = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(given, kind="stable")
    steps = np.minimum(1.0, given[order] * np.arange(len(given), 0, -1))
    adjusted = np.empty_like(given)
    adjusted[order] = np.maximum.accumulate(steps)
    return adjusted
