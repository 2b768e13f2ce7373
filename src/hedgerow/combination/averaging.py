"""The array functions behind the combinations: weights by row, means, votes."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray


def spread_weights(weights: NDArray[np.float64] | None, outputs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weight of each member for each row, (n_members, n_samples), from weights of any accepted shape.

    Parameters
    ----------
    weights : ndarray of shape (n_members,) or (n_members, n_samples), or None
        Weight of each member, or of each member for each row (0: it must abstain); None for ones.
    outputs : ndarray of shape (n_members, n_samples) or (n_members, n_samples, n_classes)
        What is to be weighted.

    Examples
    --------
    >>> spread_weights(np.array([1.0, 2.0]), np.zeros((2, 3)))
    array([[1., 1., 1.],
           [2., 2., 2.]])
    """
    if weights is None:
        return np.ones(outputs.shape[:2])
    real = np.asarray(weights, dtype=np.float64)
    return np.broadcast_to(real[:, None] if real.ndim == 1 else real, outputs.shape[:2])


def average(outputs: NDArray[np.float64], weights: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
    """Average over the members; NaN for a row that no member may predict.

    Parameters
    ----------
    outputs : ndarray of shape (n_members, n_samples) or (n_members, n_samples, n_classes)
        What each member said about each row.
    weights : ndarray of shape (n_members,) or (n_members, n_samples), default=None
        Weight of each member, or of each member for each row (0: it must abstain).

    Examples
    --------
    >>> average(np.array([[1.0, 1.0], [3.0, 5.0]]), np.array([[1.0, 0.0], [1.0, 0.0]]))
    array([ 2., nan])
    """
    if weights is None:
        return np.asarray(outputs.mean(axis=0))
    by_row = spread_weights(weights, outputs)
    sums = np.einsum("tn...,tn->n...", outputs, by_row)
    totals = by_row.sum(axis=0).reshape(-1, *(1,) * (sums.ndim - 1))
    return np.asarray(np.divide(sums, totals, out=np.full_like(sums, np.nan), where=totals > 0))


def harden(outputs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give one vote to the most probable class (the lower index when two are equal).

    Examples
    --------
    >>> harden(np.array([[0.2, 0.8], [0.5, 0.5]]))
    array([[0., 1.],
           [1., 0.]])
    """
    votes = np.zeros_like(outputs)
    np.put_along_axis(votes, outputs.argmax(axis=-1, keepdims=True), 1.0, axis=-1)
    return votes


def sum_members(
    outputs: Iterable[NDArray[np.float64]], weights: NDArray[np.float64] | None, hard: bool
) -> NDArray[np.float64]:
    """Sum over the members, one member in memory at a time; of one vote per member when `hard`.

    Examples
    --------
    >>> sum_members(iter([np.array([[0.2, 0.8]]), np.array([[0.6, 0.4]])]), np.array([1.0, 2.0]), hard=True)
    array([[2., 1.]])
    """
    said = map(harden, outputs) if hard else iter(outputs)
    terms = said if weights is None else map(np.multiply, weights, said)
    total = 0.0 + next(terms)  # a copy, to which the others are added
    for term in terms:
        total += term
    return total
