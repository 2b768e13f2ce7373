"""What boosters make of a margin: how much a row far on the wrong side counts."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


def exponential_loss(margin: ArrayLike) -> Any:
    """AdaBoost's loss, exp(-m); it grows without measure on the wrong side, and so do the weights of outliers.

    Parameters
    ----------
    margin : float or array-like of float
        m = y F(x), with y = -1 or +1; negative where the ensemble is wrong.

    Examples
    --------
    >>> exponential_loss([-2.0, 0.0]).round(3)
    array([7.389, 1.   ])
    """
    return np.exp(-np.asarray(margin, dtype=np.float64))


def logistic_loss(margin: ArrayLike) -> Any:
    """LogitBoost's loss, log(1 + exp(-2 m)); it grows like a line on the wrong side.

    Parameters
    ----------
    margin : float or array-like of float
        m = y F(x), with y = -1 or +1; negative where the ensemble is wrong.

    References
    ----------
    J. Friedman, T. Hastie and R. Tibshirani, "Additive logistic regression", Annals of Statistics 28 (2000).

    Examples
    --------
    >>> logistic_loss([-2.0, 0.0]).round(3)
    array([4.018, 0.693])
    """
    return np.logaddexp(0.0, -2.0 * np.asarray(margin, dtype=np.float64))


def weigh_confidence(sums: ArrayLike) -> NDArray[np.float64]:
    """Weights that fall with the distance from an even vote, exp(-abs(sum)), on whichever side; they sum to one.

    The first of the remedies for outliers that lead to `DivBoost`.

    Parameters
    ----------
    sums : array-like of float of shape (n_samples,)
        Weighted vote of the members about each row, with classes -1 and +1.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 4.18.

    Examples
    --------
    >>> weigh_confidence([0.0, 0.5, -0.5, 2.0]).round(4)
    array([0.4258, 0.2583, 0.2583, 0.0576])
    """
    distances = np.abs(np.asarray(sums, dtype=np.float64))
    weights = np.exp(distances.min(initial=np.inf) - distances)
    return np.asarray(weights / weights.sum())
