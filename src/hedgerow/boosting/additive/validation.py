"""Rows that are set aside to find out when to stop."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def split_off(
    rows: NDArray[np.intp], fraction: float, labels: NDArray[Any] | None, seed: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Split rows at random into those to learn from and those to watch, each class by its share.

    Parameters
    ----------
    rows : ndarray of shape (n_rows,)
        Row numbers.
    fraction : float
        Share of the rows to watch.
    labels : ndarray of shape (n_rows,) or None
        Classes of the rows.
    seed : int
        The randomness.

    Returns
    -------
    learned, watched : ndarray
        Row numbers in ascending order.

    Examples
    --------
    >>> learned, watched = split_off(np.arange(10), 0.2, np.array([0] * 5 + [1] * 5), seed=0)
    >>> learned.size, sorted((watched >= 5).tolist())
    (8, [False, True])
    """
    n_watched = int(np.floor(fraction * rows.size + 0.5)) if 0 < fraction < 1 else 0
    if not 0 < n_watched < rows.size:
        raise ValueError(
            f"validation_fraction={fraction!r} of {rows.size} rows leaves none to learn from or none to watch; pass a "
            "share between 0 and 1, or n_iter_no_change=None to stop by n_estimators alone"
        )
    shuffled = np.random.default_rng(seed).permutation(rows.size)
    if labels is not None:
        # Sorted by class, every (1 / fraction)-th row is watched, so shares differ by a row at most.
        shuffled = shuffled[np.argsort(labels[shuffled], kind="stable")]
    places = np.floor((np.arange(n_watched) + 0.5) * rows.size / n_watched).astype(np.intp)
    is_watched = np.zeros(rows.size, np.bool_)
    is_watched[shuffled[places]] = True
    return rows[~is_watched], rows[is_watched]
