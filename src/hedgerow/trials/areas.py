"""The area under the ROC curve, for any number of classes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


def mean_pair_area(ratings: ArrayLike, truth: ArrayLike) -> float:
    """Mean area under the ROC curve over all pairs of the classes that occur.

    For classes i and j let A(i|j) be the chance that a row of class i has a higher rating for i than a row of class j
    has, ties counting one half. A pair has the area (A(i|j) + A(j|i)) / 2, and with two classes whose ratings are
    opposite, such as probabilities, that is the area under the ROC curve. Shares of classes do not matter.

    Parameters
    ----------
    ratings : array-like of shape (n_rows, n_classes)
        How strongly each row is taken for each class: probabilities or values of a decision function.
    truth : array-like of int of shape (n_rows,)
        The column of each row's class.

    Returns
    -------
    float
        NaN where fewer than two classes occur, or a rating is not a number.

    References
    ----------
    D. J. Hand and R. J. Till, A simple generalisation of the area under the ROC curve for multiple class
    classification problems, Machine Learning 45, 2001, pp. 171-186.

    Examples
    --------
    >>> mean_pair_area([[0.9, 0.1], [0.6, 0.4], [0.7, 0.3], [0.2, 0.8]], [0, 0, 1, 1])
    0.75
    """
    rated, classes = np.asarray(ratings, dtype=np.float64), np.asarray(truth)
    present, places, counts = np.unique(classes, return_inverse=True, return_counts=True)
    if len(present) < 2 or np.isnan(rated).any():
        return float("nan")
    # beaten[i, j] is A(i|j). Sorting the ratings once for each class is far less work than a curve for each pair.
    beaten = np.array(
        [
            np.bincount(places, _share_above(rated[:, label], places == place), minlength=len(present))
            for place, label in enumerate(present)
        ]
    )
    beaten /= counts
    pairs = ~np.eye(len(present), dtype=np.bool_)
    return float(beaten[pairs].mean())


def _share_above(ratings: NDArray[np.float64], own: NDArray[np.bool_]) -> NDArray[Any]:
    """For each row the share of the class's own rows that are rated higher, with half of those rated alike."""
    sorted_own = np.sort(ratings[own])
    below = np.searchsorted(sorted_own, ratings, side="left")
    not_above = np.searchsorted(sorted_own, ratings, side="right")
    return 1.0 - (below + not_above) / (2 * len(sorted_own))
