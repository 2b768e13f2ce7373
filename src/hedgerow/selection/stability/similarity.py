"""How alike are two selections? Jaccard's and Kuncheva's indices, averaged over all pairs of runs."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.selection.stability.supports import check_supports


def jaccard_stability(supports: Any) -> float:
    """Mean over all pairs of runs of the share of features that both selected among those that either did.

    ``J = |A and B| / |A or B|``, 1 where both are empty; the mean is over the l(l-1)/2 pairs of l runs.

    Parameters
    ----------
    supports : array-like of bool of shape (n_runs, n_features)
        What each run selected.

    Returns
    -------
    float
        From 0 to 1. It grows with the number of selected features even when they are drawn at random, so it
        compares only selections of about the same size.

    Notes
    -----
    Schowe & Morik print the factor 2/(l^2 + l) for the mean; with it identical selections would score
    (l-1)/(l+1). It is 2/(l^2 - l).

    References
    ----------
    B. Schowe and K. Morik, Fast-ensembles of minimum redundancy feature selection, SUEMA 2010.

    Examples
    --------
    >>> round(jaccard_stability([[1, 1, 1, 0], [1, 1, 0, 1], [1, 1, 1, 0]]), 6)
    0.666667
    """
    shared, sizes = _count_shared(check_supports(supports))
    union = sizes[:, None] + sizes - shared
    return _mean_over_pairs(np.divide(shared, union, out=np.ones_like(shared), where=union > 0))


def kuncheva_stability(supports: Any) -> float:
    """Mean over all pairs of runs of the agreement beyond chance.

    Two runs that select k of p features and share r of them have Kuncheva's index
    ``(r p - k^2) / (k (p - k))``: 1 when they are the same, 0 on average when they are drawn at random.

    Parameters
    ----------
    supports : array-like of bool of shape (n_runs, n_features)
        What each run selected.

    Returns
    -------
    float

    Notes
    -----
    Kuncheva defined the index for selections of one size. For sizes k and l it is here
    ``(r p - k l) / sqrt(k (p-k) l (p-l))``, the correlation of the two rows of marks, which equals hers for k = l, is 1
    only for identical selections, and 0 on average for random ones. A selection of nothing or of everything
    agrees with itself (1) and with no other (0).

    References
    ----------
    L. Kuncheva, A stability index for feature selection, Artificial Intelligence and Applications 2007.
    S. Nogueira and G. Brown, Measuring the stability of feature selection, ECML PKDD 2016.

    Examples
    --------
    >>> kuncheva_stability([[1, 1, 0, 0], [1, 0, 1, 0]]), kuncheva_stability([[1, 1, 0, 0], [1, 1, 0, 0]])
    (0.0, 1.0)
    """
    marks = check_supports(supports)
    shared, sizes = _count_shared(marks)
    n_features = marks.shape[1]
    spread = np.sqrt(sizes * (n_features - sizes))
    scale = spread[:, None] * spread
    identical = (sizes[:, None] == sizes) & (shared == sizes)
    beyond = shared * n_features - sizes[:, None] * sizes
    return _mean_over_pairs(np.divide(beyond, scale, out=identical.astype(np.float64), where=scale > 0))


def _count_shared(marks: NDArray[np.bool_]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Features shared by each pair of runs, and the size of each run's selection."""
    numbers = marks.astype(np.float32)  # counts below 2^24 are exact
    return (numbers @ numbers.T).astype(np.float64), marks.sum(axis=1).astype(np.float64)


def _mean_over_pairs(similarity: NDArray[np.float64]) -> float:
    """Mean of a symmetric matrix, its diagonal left out."""
    return float(similarity[np.triu_indices(len(similarity), 1)].mean())
