"""Rows dealt out to folds as cards are, class by class after shuffling, or drawn so that classes keep their shares."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def shuffle_within(
    generator: np.random.Generator | np.random.RandomState, classes: NDArray[np.integer]
) -> NDArray[np.intp]:
    """Rows in the order of their classes, at random within each.

    Examples
    --------
    >>> classes = np.array([1, 0, 1, 0])
    >>> classes[shuffle_within(np.random.default_rng(0), classes)]
    array([0, 0, 1, 1])
    """
    shuffled = generator.permutation(len(classes))
    return shuffled[np.argsort(classes[shuffled], kind="stable")]


def deal_folds(
    generator: np.random.Generator | np.random.RandomState, classes: NDArray[np.integer], n_folds: int
) -> NDArray[np.intp]:
    """Fold of each row, so each has its share of every class, and all are of nearly equal size.

    The rows of a rare class come into different folds, however few they are, which StratifiedKFold warns of.

    Parameters
    ----------
    generator : Generator or RandomState
        Shuffles the rows.
    classes : ndarray of shape (n_samples,)
        Class codes; all the same for folds that do not look at classes.
    n_folds : int
        Number of folds.

    Returns
    -------
    ndarray of shape (n_samples,)

    Examples
    --------
    >>> np.bincount(deal_folds(np.random.default_rng(0), np.array([0] * 6 + [1] * 3), 3)).tolist()
    [3, 3, 3]
    """
    folds = np.empty(len(classes), np.intp)
    folds[shuffle_within(generator, classes)] = np.arange(len(classes)) % n_folds
    return folds


def draw_rows(generator: np.random.Generator, classes: NDArray[np.integer], n_rows: int) -> NDArray[np.intp]:
    """Draw rows without replacement, in ascending order, every class in the share that it has.

    Examples
    --------
    >>> classes = np.array([0, 0, 0, 0, 1, 1])
    >>> classes[draw_rows(np.random.default_rng(0), classes, 3)]
    array([0, 0, 1])
    """
    # Evenly spaced places, from a random one on, in rows that are sorted by class and shuffled within.
    shuffled = shuffle_within(generator, classes)
    places = (np.arange(n_rows) + generator.random()) * len(classes) / n_rows
    return np.sort(shuffled[places.astype(np.intp)])
