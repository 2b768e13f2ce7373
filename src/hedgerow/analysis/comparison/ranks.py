"""Average ranks: one number per method over many data sets."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from hedgerow.analysis.comparison.rounding import round_scores


def rank_methods(
    scores: ArrayLike, *, higher_is_better: bool = True, decimals: int | None = None
) -> NDArray[np.float64]:
    """Rank the methods within each row; 1 is best, and tied methods share the mean of their places.

    Each row of ranks sums to k(k+1)/2, with or without ties. Giving tied methods the smallest of their places
    breaks that, and with it every test that is built on ranks.

    Parameters
    ----------
    scores : array-like of shape (n_rows, n_methods)
        One row per data set.
    higher_is_better : bool, default=True
        Whether a larger score is a better one.
    decimals : int or None, default=None
        Decimals to round to first; None removes only the noise of floating point.

    Returns
    -------
    ndarray of shape (n_rows, n_methods)

    References
    ----------
    J. Demsar, Statistical comparisons of classifiers over multiple data sets, Journal of Machine Learning
    Research 7, 2006, pp. 1-30.

    Examples
    --------
    >>> rank_methods([[0.10, 0.20, 0.20, 0.40]], higher_is_better=False)
    array([[1. , 2.5, 2.5, 4. ]])
    """
    values = round_scores(scores, decimals)
    if values.ndim != 2 or 0 in values.shape:
        raise ValueError(f"scores have the shape {values.shape}; pass (rows, methods)")
    if np.isnan(values).any():
        row = int(np.isnan(values).any(axis=1).argmax())
        raise ValueError(f"row {row} has a gap (NaN) and cannot be ranked; leave it out")
    ranks: NDArray[np.float64] = stats.rankdata(-values if higher_is_better else values, axis=1)
    return ranks
