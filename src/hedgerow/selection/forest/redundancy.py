"""Which of the relevant features are redundant given a better one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def remove_redundant(
    importances: NDArray[np.float64],
    masks: NDArray[np.bool_],
    known: NDArray[np.bool_] | None = None,
    outdone: NDArray[np.bool_] | None = None,
) -> NDArray[np.intp]:
    """Go through the features from the most important on; each that is still there drops those it masks.

    Features that are known from before stay. They come first, and drop what they mask unless it outdoes them: a copy
    of a known feature is not news, but a feature that says more about what is left is.

    Parameters
    ----------
    importances : ndarray of shape (n_features,)
        How important each feature is.
    masks : ndarray of bool of shape (n_features, n_features)
        Whether the feature of the line masks that of the column.
    known : ndarray of bool of shape (n_features,), default=None
        Which features are known; None for none.
    outdone : ndarray of bool of shape (n_features, n_features), default=None
        Whether the feature of the line is clearly less important than that of the column; None for never.

    Returns
    -------
    ndarray of int of shape (n_features,)
        For each feature the one that it was dropped for; its own number where it is kept.

    Notes
    -----
    Without known features this is the greedy elimination of Tuv et al. They do not say what becomes of features found
    in earlier rounds; without the rule above, the copy of a feature would be found as soon as a trace of the feature
    is left in the residual.

    References
    ----------
    E. Tuv, A. Borisov, G. Runger and K. Torkkola, "Feature selection with ensembles, artificial variables, and
    redundancy elimination", Journal of Machine Learning Research 10 (2009).

    Examples
    --------
    >>> masks = np.array([[0, 0, 1], [1, 0, 0], [0, 0, 0]], bool)
    >>> remove_redundant(np.array([1.0, 3.0, 2.0]), masks)
    array([1, 1, 2])
    >>> remove_redundant(np.array([1.0, 3.0, 2.0]), masks, known=np.array([True, False, False]))
    array([0, 1, 0])
    """
    n_features = importances.size
    known = np.zeros(n_features, np.bool_) if known is None else known
    drops = masks & ~known
    if outdone is not None:
        drops[known] &= ~outdone[known]
    dropped_for = np.where(known, np.arange(n_features), -1)
    for feature in np.lexsort((-importances, ~known)):
        if dropped_for[feature] < 0:
            dropped_for[feature] = feature
        if dropped_for[feature] == feature:
            dropped_for[(dropped_for < 0) & drops[feature]] = feature
    return dropped_for
