"""How alike are rankings of features? Spearman's correlation, averaged over all pairs of runs."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats


def rank_features(scores: ArrayLike) -> NDArray[np.float64]:
    """Rank features by their scores in each run; the largest score has rank 1, ties share the mean of their places.

    Parameters
    ----------
    scores : array-like of shape (n_runs, n_features)
        Scores; NaN, which a constant feature gets from some filters, is the worst.

    Returns
    -------
    ndarray of shape (n_runs, n_features)

    Examples
    --------
    >>> rank_features([[0.2, 0.9, float("nan")]]).tolist()
    [[2.0, 1.0, 3.0]]
    """
    values = np.asarray(scores, dtype=np.float64)
    ranks: NDArray[np.float64] = stats.rankdata(np.where(np.isnan(values), np.inf, -values), axis=1)
    return ranks


def spearman_stability(ranks: ArrayLike) -> float:
    """Mean over all pairs of runs of Spearman's rank correlation.

    Parameters
    ----------
    ranks : array-like of shape (n_runs, n_features)
        Ranks of the features in each run.

    Returns
    -------
    float
        1 when all runs rank the features alike. A run that ranks all features the same agrees with another such
        run (1) and with no other (0).

    Examples
    --------
    >>> round(spearman_stability([[1, 2, 3], [1, 3, 2], [1, 2, 3]]), 6)
    0.666667
    """
    values = np.asarray(ranks, dtype=np.float64)
    if values.ndim != 2 or len(values) < 2:
        raise ValueError(f"the rankings have the shape {values.shape}; pass two runs or more")
    centred = values - values.mean(axis=1, keepdims=True)
    sizes = np.sqrt((centred**2).sum(axis=1, keepdims=True))
    flat = (sizes == 0).ravel()
    unit = np.divide(centred, sizes, out=np.zeros_like(centred), where=sizes > 0)
    agreement = unit @ unit.T
    agreement[np.ix_(flat, flat)] = 1.0
    return float(agreement[np.triu_indices(len(agreement), 1)].mean())
