"""Entropy of a node's labels, and how much they could have told: the weight of what a split observed."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import gammaln, xlogy

_MOST_TABLED = 1 << 20  # rows up to which a table of logarithms, 8 MiB, is quicker than computing them


def entropy_mass(weights: ArrayLike) -> NDArray[np.float64]:
    """Entropy of the classes times their weight, in bits.

    ``W log2 W - sum_k w_k log2 w_k``; a split gains the mass of the node less those of its sides, over its weight.

    Parameters
    ----------
    weights : array-like of shape (..., n_classes)
        Weights or counts of the classes.

    Returns
    -------
    ndarray of shape (...,)

    Examples
    --------
    >>> entropy_mass([[3, 3], [4, 0]]).round(9).tolist()
    [6.0, 0.0]
    """
    given = np.asarray(weights, dtype=np.float64)
    total = given.sum(axis=-1)
    return np.asarray((xlogy(total, total) - xlogy(given, given).sum(axis=-1)) / math.log(2.0))


def node_complexity(counts: ArrayLike) -> NDArray[np.float64]:
    """Information in the arrangement of a node's labels along a feature, in bits.

    A gain that was seen in a node of two rows says next to nothing, since every feature that parts them gains the same;
    one that was seen among six hundred rows could have come out in very many ways. The complexity is the information of
    the order of the labels, where an order and its mirror image are the same: of M orders, A are their own mirror
    image, and the others come in pairs.

    ``phi = log2 M - (1 - A / M)``, with M the multinomial coefficient of the counts, and A that of the halved counts,
    or 0 where more than one count is odd.

    Parameters
    ----------
    counts : array-like of shape (..., n_classes)
        Number of rows of each class, one node per line. Rows are counted, weights are not: pass whole numbers.

    Returns
    -------
    ndarray of shape (...,)
        Bits; 0 in a pure node and in a node of two rows. A number for a single node.

    See Also
    --------
    ForestRelevance

    Notes
    -----
    Rogers (2007) writes two classes. For more, the same count of orders and mirror images is made with multinomial
    coefficients. For regression it is log2(n!) - 1. Rows are counted, not weights.

    Formula: Rogers 2007, eq. 7.1-7.5.

    Cost: O(K) a node, in log space.

    References
    ----------
    J. D. Rogers and S. R. Gunn, Identifying feature relevance using a random forest, LNCS 3940, 2006.

    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 7.1-7.5.

    J. D. Rogers and S. R. Gunn, Ensemble algorithms for feature selection, LNCS 3635, 2005, eq. 6-10.

    Examples
    --------
    >>> node_complexity([[1, 1], [2, 3], [350, 250]]).round(4)
    array([  0.    ,   2.5219, 582.0008])
    >>> float(node_complexity([2, 2, 1]).round(4))
    3.9736
    """
    rows = _check_counts(counts)
    orders = _log2_orders(rows)
    # A palindrome has a mirrored half, and at most one class with a row in the middle.
    mirrored = np.count_nonzero(rows % 2, axis=-1) <= 1
    share = np.where(mirrored, np.exp2(_log2_orders(rows // 2) - orders), 0.0)
    # Two rows of two classes have one order and its mirror image: exactly nothing, whatever rounding leaves.
    bits = np.where(rows.sum(axis=-1) <= 2, 0.0, orders - (1.0 - share))
    return np.asarray(bits)[()]


def value_complexity(n: ArrayLike | None = None, *, targets: ArrayLike | None = None) -> NDArray[np.float64]:
    """Information in the order of a node's target values along a feature, in bits: regression.

    Among n different values no order is its own mirror image, so ``phi = log2(n!) - 1``. Values that tie are
    one class, and are counted as `node_complexity` does.

    Parameters
    ----------
    n : array-like of int, default=None
        Number of rows of each node, all with different targets.
    targets : array-like of shape (n_samples,), default=None
        The targets of one node instead, where some may tie.

    Returns
    -------
    ndarray of the shape of `n`
        Bits; 0 below three rows. A number for a single node.

    Examples
    --------
    >>> value_complexity([2, 5]).round(4), float(value_complexity(targets=[1.5, 1.5, 2, 2, 7]).round(4))
    (array([0.    , 5.9069]), 3.9736)
    """
    if (n is None) == (targets is None):
        raise ValueError("pass n, the number of rows of each node, or targets, those of one node; not both")
    if targets is not None:
        values = np.asarray(targets, dtype=np.float64)
        if values.ndim != 1 or np.isnan(values).any():
            raise ValueError(
                f"targets of shape {values.shape} must be a list of numbers without NaN: one node's"
            )
        return node_complexity(np.unique(values, return_counts=True)[1])
    rows = whole_numbers(np.asarray(n), "n")
    return np.asarray(np.where(rows <= 2, 0.0, gammaln(rows + 1.0) / np.log(2.0) - 1.0))[()]


def _log2_orders(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Logarithm of the multinomial coefficient along the last axis."""
    totals = counts.sum(axis=-1)
    most = int(totals.max(initial=0))
    if most >= _MOST_TABLED:
        return np.asarray((gammaln(totals + 1.0) - gammaln(counts + 1.0).sum(axis=-1)) / np.log(2.0))
    factorials = _log2_factorials(1 << most.bit_length())
    return np.asarray(factorials[totals] - factorials[counts].sum(axis=-1))


@lru_cache(maxsize=2)
def _log2_factorials(size: int) -> NDArray[np.float64]:
    """Logarithms of 0!, 1!, ..., each from the one before."""
    table = np.concatenate([[0.0], np.cumsum(np.log2(np.arange(1, size, dtype=np.float64)))])
    table.setflags(write=False)
    return table


def _check_counts(counts: ArrayLike) -> NDArray[np.int64]:
    given = np.asarray(counts)
    if given.ndim == 0:
        raise ValueError(
            f"counts={given} is one number; pass the rows of each class, such as [2, 3], or see value_complexity"
        )
    return whole_numbers(given, "counts")


def whole_numbers(given: NDArray[np.generic], name: str) -> NDArray[np.int64]:
    """Whole numbers of rows, or an error that shows the first that is none."""
    numbers = np.asarray(given, dtype=np.float64)
    strange = ~(numbers >= 0) | (numbers != np.floor(numbers)) | np.isinf(numbers)
    if strange.any():
        raise ValueError(
            f"{name} holds {numbers[strange].flat[0]:g}, which is not a number of rows; count rows, not weights"
        )
    return numbers.astype(np.int64)
