"""Training rows and test rows, with every class on both sides where it has two rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Split = tuple[NDArray[np.intp], NDArray[np.intp]]  # rows to train on, rows to evaluate by


def hold_out(y: NDArray[np.intp], share: float, generator: np.random.RandomState) -> Split:
    """Hold out a share of the rows of each class; a class of a single row is all for training.

    Parameters
    ----------
    y : ndarray of shape (n_samples,)
        Class codes.
    share : float
        Share of the rows to evaluate by.
    generator : RandomState
        Draws the rows.

    Returns
    -------
    train, held_out : ndarray
        Positions in ascending order.

    Examples
    --------
    >>> train, held_out = hold_out(np.array([0, 0, 0, 0, 1, 1, 2]), 0.5, np.random.RandomState(0))
    >>> np.bincount(np.array([0, 0, 0, 0, 1, 1, 2])[held_out])
    array([2, 1])
    """
    places, sizes = _shuffle_within(y, generator)
    n_held_out = np.where(sizes > 1, np.clip(np.rint(share * sizes), 1, np.maximum(sizes - 1, 1)), 0)
    is_held_out = places < n_held_out[y]
    return np.flatnonzero(~is_held_out), np.flatnonzero(is_held_out)


def fold(y: NDArray[np.intp], n_folds: int, generator: np.random.RandomState) -> list[Split]:
    """Part the rows of each class into folds of nearly equal size; each fold is evaluated by training on the others.

    Examples
    --------
    >>> [held_out.tolist() for _, held_out in fold(np.array([0, 0, 1, 1]), 2, np.random.RandomState(0))]
    [[1, 2], [0, 3]]
    """
    places, sizes = _shuffle_within(y, generator)
    # Each class goes on dealing where the one before ended, so folds are of nearly equal size.
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    numbers = (places + starts[y]) % n_folds
    return [
        (np.flatnonzero(numbers != number), np.flatnonzero(numbers == number)) for number in range(n_folds)
    ]


def _shuffle_within(
    y: NDArray[np.intp], generator: np.random.RandomState
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """A random place of each row among the rows of its class, and the sizes of the classes."""
    shuffled = generator.permutation(y.size)
    ordered = shuffled[y[shuffled].argsort(kind="stable")]
    sizes = np.bincount(y)
    places = np.empty(y.size, dtype=np.intp)
    places[ordered] = np.arange(y.size) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return places, sizes
