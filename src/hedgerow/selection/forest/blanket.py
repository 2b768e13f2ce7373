"""How much a feature still tells about the target when another one is known."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import xlogy


def blanket_divergence(counts: ArrayLike) -> float:
    """How far a feature is from being a Markov blanket for another: I(C; X_j | X_i), in nats.

    The expected divergence sum P(x_i, x_j) KL(P(C | x_i, x_j) || P(C | x_i)) is the information that X_j has about the
    class C once X_i is known (Deng et al. 2010, eq. 6 and 7). It is 0 where X_i makes X_j useless, and a feature X_j
    that imitates the splits on X_i perfectly is useless in that sense.

    Parameters
    ----------
    counts : array-like of shape (n_values_i, n_values_j, n_classes)
        How often each combination of X_i, X_j and C occurs.

    Returns
    -------
    float
        At least 0.

    References
    ----------
    H. Deng, S. Davila, G. Runger and E. Tuv, "Learning Markov blankets for continuous or discrete networks via feature
    selection", SUEMA workshop, Barcelona, 2010.

    Examples
    --------
    >>> print(f"{blanket_divergence([[[20, 5], [5, 10]], [[4, 16], [10, 30]]]):.7f}")
    0.0449967
    """
    table = np.asarray(counts, np.float64)
    if table.ndim != 3 or not (table >= 0).all() or not table.any() or not np.isfinite(table).all():
        raise ValueError(
            f"counts needs three axes (X_i, X_j, class) and numbers of 0 or more, got {table.shape}"
        )
    total = table.sum()
    # H(C, X_i) + H(X_i, X_j) - H(X_i) - H(C, X_i, X_j); the logarithm of the total cancels.
    cells = (table.sum(axis=1), table.sum(axis=2), table.sum(axis=(1, 2)), table)
    parts = [float(xlogy(part, part).sum()) for part in cells]
    return max(parts[3] + parts[2] - parts[0] - parts[1], 0.0) / float(total)
