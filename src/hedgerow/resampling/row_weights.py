"""What the adaptive resamplings share: weights of the rows, and how a member gets to see them."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.foundation.constraints import Word, check_parameters
from hedgerow.resampling.resampling import Weights

METHODS = Word("resampling", "reweighting")


class WeightedRows(BaseEstimator):
    """What shows rows to a member by the weights that its state has for them."""

    method: str

    adaptive: ClassVar[Literal[True]] = True

    def draw(self, state: Any, seed: int) -> Weights:
        """Draw by weight, or return the weights."""
        return draw_rows(state.row_weights, seed, self.method)

    def measure_error(self, state: Any, output: NDArray[np.float64], y: NDArray[Any]) -> float:
        """Share of the weight that is on the rows that a member gets wrong."""
        return float(state.row_weights[find_wrong(output, y)].sum())


def start_weights(
    resampling: object, y: NDArray[Any], sample_weight: NDArray[np.float64] | None, *, classes: bool
) -> NDArray[np.float64]:
    """Weights before the first member, summing to one: those of the user, or equal ones.

    Parameters
    ----------
    resampling : object
        Whose weights they are; an error shows it.
    y : ndarray of shape (n_samples,)
        Class codes or values.
    sample_weight : ndarray of shape (n_samples,) or None
        Weights of the rows.
    classes : bool
        Whether the resampling adapts to wrong classes, or to distances from values.

    Examples
    --------
    >>> start_weights(None, np.array([0, 1]), np.array([1.0, 3.0]), classes=True)
    array([0.25, 0.75])
    """
    check_parameters(resampling)
    if classes and y.dtype.kind == "f":
        raise ValueError(f"resampling={resampling!r} counts wrong classes; for values use AdaBoostR2")
    if not classes and y.dtype.kind != "f":
        raise ValueError(f"resampling={resampling!r} measures errors of values; for classes use AdaBoost")
    weights = np.ones(len(y)) if sample_weight is None else sample_weight
    return np.asarray(weights / weights.sum())


def multiply_weights(start: NDArray[np.float64], log_factors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Multiply the starting weights by factors given as logarithms, and make them sum to one.

    Factors of any size are welcome: the largest one of a row that counts becomes 1 before it is exponentiated.

    Parameters
    ----------
    start : ndarray of shape (n_samples,)
        Weights before the first member.
    log_factors : ndarray of shape (n_samples,)
        Logarithms of the factors; -inf for 0.

    Returns
    -------
    ndarray of shape (n_samples,)
        Zeros where no row has any weight left.

    Examples
    --------
    >>> multiply_weights(np.array([0.5, 0.25, 0.25]), np.array([-5000.0, -5000.0, -np.inf])).round(3)
    array([0.667, 0.333, 0.   ])
    """
    largest = log_factors.max(initial=-np.inf, where=start > 0)
    if largest == -np.inf:
        return np.zeros_like(start)
    weights = start * np.exp(np.minimum(log_factors - largest, 0.0))
    return np.asarray(weights / weights.sum())


def draw_rows(row_weights: NDArray[np.float64], seed: int, method: str) -> Weights:
    """Show the rows to a member: as many draws as there are rows, or all rows with their weights.

    Parameters
    ----------
    row_weights : ndarray of shape (n_samples,)
        Weights that sum to one.
    seed : int
        The randomness of the draws.
    method : {"resampling", "reweighting"}
        Counts of draws with replacement, or the weights times the number of rows.

    Examples
    --------
    >>> draw_rows(np.array([0.5, 0.0, 0.25, 0.25]), 0, "resampling")
    array([1, 0, 1, 2], dtype=int32)
    >>> draw_rows(np.array([0.5, 0.0, 0.25, 0.25]), 0, "reweighting")
    array([2., 0., 1., 1.])
    """
    n_samples = row_weights.size
    if method == "reweighting":
        return row_weights * n_samples
    ends = np.cumsum(row_weights)
    # The gaps between sorted uniform numbers are exponential ones: no sorting, and half the time of `choice`.
    places = np.random.default_rng(seed).standard_exponential(n_samples + 1).cumsum()
    draws = np.minimum(places[:-1] * (ends[-1] / places[-1]), np.nextafter(ends[-1], 0.0))
    return np.diff(np.searchsorted(draws, ends), prepend=0).astype(np.int32)


def find_wrong(output: NDArray[np.float64], y: NDArray[Any]) -> NDArray[np.bool_]:
    """Which rows a member gets wrong; of equally probable classes it means the first.

    Examples
    --------
    >>> find_wrong(np.array([[0.2, 0.8], [0.5, 0.5]]), np.array([1, 1]))
    array([False,  True])
    """
    return np.asarray(output.argmax(axis=1) != y)
