"""Columns in a few values: where entropy and L1 distances need them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Self

import numpy as np
from numpy.typing import NDArray

_MOST_TABLED = 1 << 16  # logarithms that are looked up


@dataclass(frozen=True, eq=False)
class Discretised:
    """A table of codes: bins of numbers in their order, categories, and one code more for missing values.

    Parameters
    ----------
    codes : ndarray of shape (n_samples, n_features)
        Bin or category of each value.
    sizes : ndarray of shape (n_features,)
        Number of codes of each feature, the last of which is for missing values, whether there are any or not.
    cuts : tuple of ndarray
        Upper limits of the bins of each number but the last; empty for a category.

    Examples
    --------
    >>> Discretised.by_quantiles(np.array([[1.0], [2.0], [3.0], [np.nan]]), n_bins=2).codes.ravel()
    array([0, 0, 1, 2])
    """

    codes: NDArray[np.intp]
    sizes: NDArray[np.intp]
    cuts: tuple[NDArray[np.float64], ...]

    @classmethod
    def from_cuts(
        cls, X: NDArray[np.float64], is_categorical: NDArray[np.bool_], cuts: list[NDArray[np.float64]]
    ) -> Self:
        """Sort numbers into bins: a value that equals a cut lies below it."""
        codes = np.empty(X.shape, np.intp)
        sizes = np.empty(X.shape[1], np.intp)
        for feature, column in enumerate(X.T):
            is_missing = np.isnan(column)
            known = column[~is_missing]
            if is_categorical[feature]:
                sizes[feature] = int(known.max(initial=-1)) + 2
                codes[~is_missing, feature] = known.astype(np.intp)
            else:
                sizes[feature] = len(cuts[feature]) + 2
                codes[~is_missing, feature] = np.searchsorted(cuts[feature], known)
            codes[is_missing, feature] = sizes[feature] - 1
        return cls(codes, sizes, tuple(cuts))

    @classmethod
    def by_quantiles(
        cls,
        X: NDArray[np.float64],
        is_categorical: NDArray[np.bool_] | None = None,
        weights: NDArray[np.float64] | None = None,
        *,
        n_bins: int,
    ) -> Self:
        """Cut numbers into bins of about the same weight; up to `n_bins` distinct values are kept apart.

        Cuts lie midway between neighbouring values. Rows without weight do not count.
        """
        categorical = np.zeros(X.shape[1], np.bool_) if is_categorical is None else is_categorical
        counted = np.ones(len(X)) if weights is None else weights
        shares = np.arange(1, n_bins) / n_bins
        cuts = []
        for feature, column in enumerate(X.T):
            known = ~np.isnan(column) & (counted > 0)
            values = np.unique(column[known])
            if categorical[feature] or len(values) < 2:
                cuts.append(np.empty(0))
                continue
            below = np.arange(len(values) - 1)
            if len(values) > n_bins:
                inner = np.quantile(column[known], shares, weights=counted[known], method="inverted_cdf")
                below = np.intersect1d(below, np.searchsorted(values, inner))
            cuts.append((values[below] + values[below + 1]) / 2)
        return cls.from_cuts(X, categorical, cuts)

    @classmethod
    def by_description_length(
        cls,
        X: NDArray[np.float64],
        y: NDArray[np.intp],
        is_categorical: NDArray[np.bool_],
        weights: NDArray[np.float64] | None = None,
    ) -> Self:
        """Cut numbers where that shortens the description of the classes (Fayyad and Irani 1993).

        A column that tells nothing about the classes is not cut at all.

        Parameters
        ----------
        X : ndarray of shape (n_samples, n_features)
            Numbers and category codes; NaN is a missing value.
        y : ndarray of shape (n_samples,)
            Class codes.
        is_categorical : ndarray of bool of shape (n_features,)
            Which columns are categories.
        weights : ndarray of shape (n_samples,), default=None
            Weights of the rows.
        """
        return cls.from_cuts(X, is_categorical, cut_by_classes(X, y, is_categorical, weights))


def cut_by_classes(
    X: NDArray[np.float64],
    y: NDArray[np.intp],
    is_categorical: NDArray[np.bool_],
    weights: NDArray[np.float64] | None = None,
) -> list[NDArray[np.float64]]:
    """Cuts of each number that shorten the description of the classes; none for a category.

    Weights that are not whole numbers are scaled to sum to the number of their rows, since a description counts rows.

    Examples
    --------
    >>> X = np.array([[1.0], [2.0], [3.0], [5.0], [6.0], [7.0]])
    >>> cut_by_classes(X, np.array([0, 0, 0, 1, 1, 1]), np.array([False]))
    [array([4.])]
    """
    from hedgerow._kernels.supervised_cuts import cut_by_description

    counted = np.ones(len(X)) if weights is None else weights
    n_classes = int(y.max(initial=0)) + 1
    logarithms = _tabulate(min(int(counted.sum()), _MOST_TABLED) + 1)
    open_ends, room = np.empty(len(X) + 1, np.int64), np.empty(len(X))
    found = []
    for feature, column in enumerate(X.T):
        known = np.flatnonzero(~np.isnan(column) & (counted > 0))
        if is_categorical[feature] or known.size == 0:
            found.append(np.empty(0))
            continue
        order = known[np.argsort(column[known])]
        counts = counted[order].astype(np.float64)
        if (counts != np.floor(counts)).any():
            counts *= counts.size / counts.sum()
        n_cuts = cut_by_description(
            column[order].astype(np.float64),
            y[order].astype(np.int64),
            counts,
            logarithms,
            n_classes,
            open_ends,
            room,
        )
        found.append(room[:n_cuts].copy())
    return found


@lru_cache(maxsize=4)
def _tabulate(size: int) -> NDArray[np.float64]:
    """X log2 x of the first whole numbers."""
    x = np.arange(1, size, dtype=np.float64)
    return np.concatenate([[0.0], x * np.log2(x)])
