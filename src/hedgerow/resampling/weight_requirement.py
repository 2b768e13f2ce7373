"""How much weight a row needs before a resampled ensemble gets it right."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from hedgerow.foundation.constraints import Count, check


def in_bag_probability(share: ArrayLike, n_draws: int) -> Any:
    """Probability that a row is in a sample drawn with replacement by weight: 1 - (1 - s)^N.

    Parameters
    ----------
    share : float or array-like of float
        s, the row's share of the weight, between 0 and 1.
    n_draws : int
        N, the size of the sample.

    Returns
    -------
    float or ndarray

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 4.8-4.10.

    Examples
    --------
    >>> in_bag_probability([0.01, 0.05], n_draws=100).round(4)
    array([0.634 , 0.9941])
    """
    shares = _check_shares(share, "share")
    with np.errstate(divide="ignore"):  # a share of 1 is in every bag: log1p is -inf, as it should be
        return (-np.expm1(check("n_draws", n_draws, Count()) * np.log1p(-shares)))[()]


def required_weight(accuracy_in: ArrayLike, accuracy_out: ArrayLike, n_draws: int) -> Any:
    """Share of the weight from which on members get a row right more often than not.

    Members that saw the row are right about it with probability P1, the others with P2, so a member is right
    with probability P2 + (P1 - P2) P(in bag). More than half needs

    s > 1 - (1 - (1/2 - P2) / (P1 - P2))^(1/N).

    Compare it with ``row_weights_`` of a fitted booster: rows that need far more than they can get
    without starving the others are the outliers that boosting chases.

    Parameters
    ----------
    accuracy_in, accuracy_out : float or array-like of float
        P1 and P2, between 0 and 1.
    n_draws : int
        N, the size of the sample.

    Returns
    -------
    float or ndarray
        0 where no weight is needed (P2 > 1/2), 1 where none is enough (P1 <= 1/2).

    See Also
    --------
    AdaBoost, DivBoost

    Notes
    -----
    0 where no weight is needed, 1 where none is enough.

    Formula: Rogers 2007, eq. 4.8-4.16.

    Cost: O(1) per row.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 4.11-4.16.

    Examples
    --------
    >>> required_weight(0.9, [0.3, 0.45, 0.6], n_draws=100).round(4)
    array([0.004 , 0.0012, 0.    ])
    """
    inside, outside = np.broadcast_arrays(
        _check_shares(accuracy_in, "accuracy_in"), _check_shares(accuracy_out, "accuracy_out")
    )
    needs, can = outside <= 0.5, inside > 0.5
    gap = np.where(needs & can, inside - outside, 1.0)
    in_bag = np.where(needs & can, (0.5 - outside) / gap, 0.0)
    share = -np.expm1(np.log1p(-in_bag) / check("n_draws", n_draws, Count()))
    return np.where(needs, np.where(can, share, 1.0), 0.0)[()]


def _check_shares(values: ArrayLike, what: str) -> Any:
    shares = np.asarray(values, dtype=np.float64)
    if not ((shares >= 0) & (shares <= 1)).all():
        raise ValueError(f"{what}={values!r} must lie between 0 and 1")
    return shares
