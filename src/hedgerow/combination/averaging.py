"""The array functions behind the additive combinations."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def average(outputs: NDArray[np.float64], weights: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
    """Average over the members; NaN for a row that no member may speak about.

    Parameters
    ----------
    outputs : ndarray of shape (n_members, n_samples) or (n_members, n_samples, n_classes)
        What each member said about each row.
    weights : ndarray of shape (n_members,) or (n_members, n_samples), default=None
        Weight of each member, or of each member for each row (0: it may not speak).

    Examples
    --------
    >>> average(np.array([[1.0, 1.0], [3.0, 5.0]]), np.array([[1.0, 0.0], [1.0, 0.0]]))
    array([ 2., nan])
    """
    if weights is None:
        return np.asarray(outputs.mean(axis=0))
    by_row = np.broadcast_to(weights[:, None] if weights.ndim == 1 else weights, outputs.shape[:2])
    sums = np.einsum("tn...,tn->n...", outputs, by_row)
    totals = by_row.sum(axis=0).reshape(-1, *(1,) * (sums.ndim - 1))
    means: NDArray[np.float64] = np.divide(sums, totals, out=np.full_like(sums, np.nan), where=totals > 0)
    return means


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
