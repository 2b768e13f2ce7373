"""From scores of the classes to shares, and from shares to a class."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_ROUNDING = 1e-12  # shares that differ by less are equal: 0.1 + 0.2 and 0.3 are the same number of votes


def pick_class(scores: NDArray[np.float64], priors: NDArray[np.float64] | None = None) -> NDArray[np.intp]:
    """Pick the class with the largest score; a tie goes to the larger prior, then to the lower index.

    Parameters
    ----------
    scores : ndarray of shape (n_samples, n_classes)
        Shares of the classes. A row of NaN, which no member predicted, has no class; the one returned means nothing.
    priors : ndarray of shape (n_classes,), default=None
        What settles a tie, such as the training weight of each class; None for the lower index alone.

    Examples
    --------
    >>> pick_class(np.array([[0.4, 0.4, 0.2]])), pick_class(np.array([[0.4, 0.4, 0.2]]), np.array([1, 5, 9]))
    (array([0]), array([1]))
    """
    is_best = scores >= scores.max(axis=1, keepdims=True) - _ROUNDING
    return np.asarray((is_best if priors is None else np.where(is_best, priors, -np.inf)).argmax(axis=1))


def share_out(scores: NDArray[np.float64], fallback: NDArray[np.float64]) -> NDArray[np.float64]:
    """Make the scores of each row sum to one; a row in which no class has any score takes the fallback's.

    Parameters
    ----------
    scores, fallback : ndarray of shape (n_samples, n_classes)
        Not negative. A row of NaN stays one.

    Examples
    --------
    >>> share_out(np.array([[0.1, 0.3], [0.0, 0.0]]), fallback=np.array([[0.5, 0.5], [0.6, 0.2]]))
    array([[0.25, 0.75],
           [0.75, 0.25]])
    """
    chosen = np.where(scores.sum(axis=1, keepdims=True) == 0, fallback, scores)
    totals = chosen.sum(axis=1, keepdims=True)
    even = np.full_like(chosen, 1 / chosen.shape[1])
    return np.asarray(np.divide(chosen, totals, out=even, where=totals != 0))
