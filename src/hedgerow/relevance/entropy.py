"""Entropy times weight, which adds up over the sides of a split."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import xlogy


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
