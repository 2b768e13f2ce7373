"""Rows that are held out, alike in the target to those that are not."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def deal_rows(
    generator: np.random.Generator, y: NDArray[Any], n_piles: int, is_classes: bool
) -> NDArray[np.intp]:
    """Deal rows to piles at random, in the order of the target, so every pile has its like.

    Parameters
    ----------
    generator : Generator
        Shuffles the rows.
    y : ndarray of shape (n_samples,)
        Class codes or values.
    n_piles : int
        Number of piles.
    is_classes : bool
        Whether the target is classes; each class is then dealt from pile 0 on, so small classes lie in the first piles.

    Returns
    -------
    ndarray of shape (n_samples,)
        Number of the pile of each row.

    Examples
    --------
    >>> deal_rows(np.random.default_rng(0), np.array([0, 0, 1, 1, 1]), 2, True).tolist()
    [0, 1, 0, 0, 1]
    """
    shuffled = generator.permutation(len(y))
    order = shuffled[np.argsort(y[shuffled], kind="stable")]
    places = np.arange(len(y))
    if is_classes:
        first = np.searchsorted(y[order], y[order], side="left")
        places = places - first
    piles = np.empty(len(y), np.intp)
    piles[order] = places % n_piles
    return piles


def hold_out(
    generator: np.random.Generator, y: NDArray[Any], share: float, is_classes: bool
) -> NDArray[np.bool_]:
    """Mask of the rows to hold out, about `share` of them; no class is held out altogether.

    Examples
    --------
    >>> held = hold_out(np.random.default_rng(0), np.repeat([0, 1], [50, 10]), 0.1, True)
    >>> held[:50].sum(), held[50:].sum()
    (np.int64(5), np.int64(1))
    """
    n_piles = max(round(1 / share), 2)
    return np.asarray(deal_rows(generator, y, n_piles, is_classes) == n_piles // 2)
