"""Where a falling curve of importances turns into the scree: what stands before is kept."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hedgerow.foundation.constraints import Word, check

ScreeRule = Literal["acceleration", "double"]

SCREE_RULES = Word("acceleration", "double")


def find_accelerations(importances: ArrayLike) -> NDArray[np.float64]:
    """How much the fall of sorted importances slows down at each one but the first and the last.

    acc_i = f_(i+1) - 2 f_i + f_(i-1), with f_1 the largest importance.

    Examples
    --------
    >>> find_accelerations([0.2, 0.9, 0.5, 0.3]).round(2)
    array([0.2, 0.1])
    """
    falling = np.sort(np.asarray(importances, np.float64))[::-1]
    return np.asarray(np.diff(falling, 2))


def keep_before_scree(importances: ArrayLike, rule: ScreeRule = "acceleration") -> NDArray[np.bool_]:
    """Keep the features before the elbow.

    Parameters
    ----------
    importances : array-like of shape (n_features,)
        Importance of each feature, not negative.
    rule : {"acceleration", "double"}, default="acceleration"
        The elbow is where the acceleration is largest, and itself is scree; or the two neighbours where the absolute
        accelerations sum to most, and the first of them is kept.

    Returns
    -------
    ndarray of bool of shape (n_features,)

    Notes
    -----
    Features as important as the last one kept are kept too. Where the curve does not bend, all are kept; where every
    importance is zero, none. Of two features the more important one is kept, or both.

    References
    ----------
    R. Cattell, "The scree test for the number of factors", Multivariate Behavioral Research 1, 1966. G. Raîche, T.
    Walls, D. Magis, M. Riopel and J.-G. Blais, "Non-graphical solutions for Cattell's scree test", Methodology 9, 2013.

    Examples
    --------
    >>> keep_before_scree([0.9, 0.2, 0.85, 0.3, 0.8])
    array([ True, False,  True, False,  True])
    """
    check("rule", rule, SCREE_RULES)
    values = np.asarray(importances, np.float64)
    falling = np.sort(values)[::-1]
    if falling[0] <= 0:
        return np.zeros(values.size, np.bool_)
    return np.asarray(values >= falling[_count_kept(falling, rule) - 1])


def _count_kept(falling: NDArray[np.float64], rule: ScreeRule) -> int:
    if falling.size < 3:
        return 1  # what is tied with it is kept too
    bends = find_accelerations(falling)
    if (bends <= 1e-12 * falling[0]).all():
        return falling.size
    if rule == "double" and bends.size > 1:
        together = np.abs(bends[:-1]) + np.abs(bends[1:])
        return int(np.argmax(together)) + 2
    return int(np.argmax(bends)) + 1
