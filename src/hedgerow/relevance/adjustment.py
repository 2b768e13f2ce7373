"""Many tests at once: p-values adjusted for how many there were."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    """Adjust p-values, so that the chance of one or more false findings stays below the level.

    The smallest of m is multiplied by m, the next by m-1, and so on, and none may be smaller than the one before.

    Parameters
    ----------
    p_values : array-like of shape (n_tests,)
        p-values of the tests that were made together.

    Returns
    -------
    ndarray of shape (n_tests,)

    References
    ----------
    S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 1979,
    pp. 65-70.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    given = _check(p_values)
    order = np.argsort(given, kind="stable")
    steps = np.minimum(1.0, given[order] * np.arange(given.size, 0, -1))
    adjusted = np.empty_like(given)
    adjusted[order] = np.maximum.accumulate(steps)
    return adjusted


def benjamini_hochberg(p_values: ArrayLike) -> NDArray[np.float64]:
    """Adjust p-values, so that the expected share of false ones among the findings stays below the level.

    The j-th smallest of m is multiplied by m/j, and none may be larger than the one after it. Less strict than Holm's;
    valid for independent tests, and for those that depend on each other positively.

    Parameters
    ----------
    p_values : array-like of shape (n_tests,)
        p-values of the tests that were made together.

    Returns
    -------
    ndarray of shape (n_tests,)

    References
    ----------
    Y. Benjamini and Y. Hochberg, Controlling the false discovery rate, Journal of the Royal Statistical Society B 57,
    1995, pp. 289-300.

    Examples
    --------
    >>> benjamini_hochberg([0.01, 0.04, 0.03, 0.5]).round(4).tolist()
    [0.04, 0.0533, 0.0533, 0.5]
    """
    given = _check(p_values)
    order = np.argsort(given, kind="stable")
    steps = np.minimum(1.0, given[order] * (given.size / np.arange(1, given.size + 1)))
    adjusted = np.empty_like(given)
    adjusted[order] = np.minimum.accumulate(steps[::-1])[::-1]
    return adjusted


def adjust_p_values(p_values: ArrayLike, method: Literal["holm", "bh"] | None) -> NDArray[np.float64]:
    """Adjust p-values by Holm's method, by that of Benjamini and Hochberg, or not at all.

    Examples
    --------
    >>> adjust_p_values([0.01, 0.5], "holm"), adjust_p_values([0.01, 0.5], None)
    (array([0.02, 0.5 ]), array([0.01, 0.5 ]))
    """
    given = np.asarray(p_values, dtype=np.float64)
    return given if method is None else {"holm": holm, "bh": benjamini_hochberg}[method](given)


def _check(p_values: ArrayLike) -> NDArray[np.float64]:
    given = np.asarray(p_values, dtype=np.float64)
    if given.ndim != 1:
        raise ValueError(f"p_values has the shape {given.shape}; pass one list, the tests made together")
    strange = ~((given >= 0) & (given <= 1))
    if strange.any():
        raise ValueError(
            f"p_values holds {given[strange][0]:g}, which is no p-value; give what was not tested 1, or leave it out"
        )
    return given
