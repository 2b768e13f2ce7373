"""The scale of a column, whatever the size of its numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_ORDINARY = 200  # powers of two between which squares, and sums of them, neither underflow nor overflow
_NARROWEST = np.finfo(np.float64).tiny  # smaller numbers have fewer digits
FARTHEST = 1e100  # deviations from the centre at which all rows are equally far away


def find_units(X: NDArray[np.floating[Any]]) -> NDArray[np.intc]:
    """Power of two that the numbers of each column are near; 0 for a column of ordinary size.

    What is computed of a column divided by its unit, and multiplied by it again, has the same bits as without: only
    numbers that would underflow or overflow on the way do not.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_columns)
        Numbers; NaN is a missing value.

    Examples
    --------
    >>> find_units(np.array([[1.0, 5e-323], [2.0, np.nan]]))
    array([    0, -1070], dtype=int32)
    """
    low, high = (edge.reduce(X, axis=0, initial=0.0) for edge in (np.fmin, np.fmax))
    units = np.frexp(np.maximum(-low, high).astype(np.float64))[1]
    return np.where(np.abs(units) <= _ORDINARY, 0, units).astype(np.intc)


def to_units(values: NDArray[Any], units: NDArray[np.intc]) -> NDArray[Any]:
    """Divide each column by its power of two."""
    return np.ldexp(np.asarray(values, np.float64), -units) if units.any() else values


def from_units(values: Any, units: NDArray[np.intc]) -> NDArray[np.float64]:
    """Multiply each column by its power of two."""
    return np.ldexp(np.asarray(values, np.float64), units) if units.any() else values


def spread_from_units(spread: Any, units: NDArray[np.intc]) -> NDArray[np.float64]:
    """A spread multiplied by the power of two of its column, unless it is then no number of full precision.

    Raises
    ------
    ValueError
        If a spread, or its inverse, is beyond what floating-point numbers hold.
    """
    with np.errstate(over="ignore"):
        found = from_units(spread, units)
    bad = np.ravel((found > 0) & ((found < _NARROWEST) | (found > 1 / _NARROWEST)))
    if bad.any():
        raise ValueError(
            f"X has a column whose numbers lie {np.ravel(found)[bad][0]:g} apart, which is beyond what can be computed "
            "with; use another unit for it"
        )
    return found


def check_sizes(X: NDArray[np.floating[Any]], most: float = FARTHEST) -> None:
    """Refuse numbers that are compared as they are, and whose squares overflow or vanish.

    Raises
    ------
    ValueError
        If the largest of them is beyond a limit, or below its inverse and not 0.
    """
    largest = np.fmax.reduce(np.abs(X), axis=None, initial=0.0)
    if largest > most or 0 < largest < 1 / most:
        raise ValueError(
            f"X holds {largest:g} and nothing larger, and squares of such numbers overflow or vanish; standardise the "
            "features, or use another unit"
        )


def standardise(
    X: NDArray[np.floating[Any]], centre: NDArray[np.float64] | float, scale: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Deviations from the centre, in multiples of the scale: no difference overflows, and none is infinite.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_columns)
        Numbers; NaN stays NaN.
    centre, scale : ndarray of shape (n_columns,)
        What is subtracted, and then divided by.

    Examples
    --------
    >>> standardise(np.array([[1.7e308], [-1.7e308]]), np.array([-1.7e308]), np.array([1.7e308])).ravel()
    array([2., 0.])
    """
    with np.errstate(over="ignore", invalid="ignore"):
        found = np.asarray((X - centre) / scale, np.float64)
        largest = np.fmax.reduce(np.abs(found), axis=None, initial=0.0)
    if largest <= FARTHEST:
        return found
    with np.errstate(over="ignore"):
        quarter = (np.asarray(X, np.float64) / 4 - centre / 4) / (scale / 4)
    return np.clip(quarter, -FARTHEST, FARTHEST, out=quarter)


def place(
    X: NDArray[np.floating[Any]], shift: NDArray[np.float64], factor: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Shift and multiply the columns; what is beyond all bounds is at the bound.

    Examples
    --------
    >>> place(np.array([[3.0], [1.7e308]]), np.array([1.0]), np.array([0.5])).ravel()
    array([1.e+000, 1.e+100])
    """
    with np.errstate(over="ignore"):
        found = np.asarray((X / 4 - shift / 4) * factor * 4, np.float64)
    return np.ascontiguousarray(np.clip(found, -FARTHEST, FARTHEST, out=found))
