"""The smallest and the largest of the members' answers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination.pointwise import Pointwise


class Minimum(Pointwise):
    """The smallest of the members' values, or of their probabilities of each class.

    One member that doubts a class is enough to rule it out. A row where every class has a member that gives
    it no probability at all, as is common with pure leaves, falls back on the mean probabilities.
    Of a member's weight it only matters whether it is zero.

    References
    ----------
    J. Kittler, M. Hatef, R. Duin and J. Matas, "On combining classifiers", IEEE Transactions on Pattern Analysis
    and Machine Intelligence 20 (1998).

    Examples
    --------
    >>> Minimum().combine(np.array([[1.0, 4.0], [3.0, 2.0]]))
    array([1., 2.])
    >>> Minimum().combine(np.array([[[0.8, 0.2]], [[0.4, 0.6]]]))
    array([[0.66666667, 0.33333333]])
    """

    def _summarise(self, outputs: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(np.min(outputs, axis=0, where=_counts_anywhere(weights, outputs), initial=np.inf))


class Maximum(Pointwise):
    """The largest of the members' values, or of their probabilities of each class.

    One member that is sure of a class is enough to choose it; with two classes it decides as the minimum does.
    Of a member's weight it only matters whether it is zero.

    References
    ----------
    J. Kittler, M. Hatef, R. Duin and J. Matas, "On combining classifiers", IEEE Transactions on Pattern Analysis
    and Machine Intelligence 20 (1998).

    Examples
    --------
    >>> Maximum().combine(np.array([[[0.9, 0.1]], [[0.4, 0.6]]]))
    array([[0.6, 0.4]])
    """

    def _summarise(self, outputs: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(np.max(outputs, axis=0, where=_counts_anywhere(weights, outputs), initial=-np.inf))


def _counts_anywhere(weights: NDArray[np.float64], outputs: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether a member predicts a row, in the shape of the outputs."""
    return np.broadcast_to((weights > 0).reshape(weights.shape + (1,) * (outputs.ndim - 2)), outputs.shape)
