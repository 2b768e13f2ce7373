"""When two scores are the same."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

DIGITS = (
    12  # what is left of a mean of folds when its last bits, which depend on the order of summing, are gone
)


def round_scores(scores: ArrayLike, decimals: int | None = None) -> NDArray[np.float64]:
    """Round scores, so that equal ones are equal.

    Published tables rank what they print, so a table of two decimals is ranked after rounding to two. Without
    `decimals` only the noise of floating point is removed: 12 significant digits stay.

    Parameters
    ----------
    scores : array-like
        Scores; NaN stays.
    decimals : int or None, default=None
        Decimals to keep; None for 12 significant digits.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> round_scores([0.1 + 0.2, 0.3]).tolist(), round_scores([0.123, 0.118], decimals=2).tolist()
    ([0.3, 0.3], [0.12, 0.12])
    """
    values = np.asarray(scores, dtype=np.float64)
    return np.round(values, decimals) if decimals is not None else _round_to(values, np.abs(values))


def subtract(first: ArrayLike, second: ArrayLike) -> NDArray[np.float64]:
    """Difference of scores, where what is only the noise of floating point is nothing.

    0.3 - 0.2 and 0.2 - 0.1 are the same difference to a rank test, though not to the last bit.

    Examples
    --------
    >>> subtract([0.3, 0.2, 0.7], [0.2, 0.1, 0.7]).tolist()
    [0.1, 0.1, 0.0]
    """
    left, right = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    return _round_to(left - right, np.maximum(np.abs(left), np.abs(right)))


def _round_to(values: NDArray[np.float64], size: NDArray[np.float64]) -> NDArray[np.float64]:
    """Round values to the digits that a number of that size has."""
    exponent = np.floor(np.log10(np.where(size > 0, size, 1.0)))
    unit = 10.0 ** np.clip(DIGITS - 1 - exponent, -290, 290)
    return np.asarray(np.rint(values * unit) / unit)
