"""What chance decides: where a search begins, and which rows guide it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.ensembles.stratified_folds import shuffle_within
from hedgerow.views.columns import count_features


def draw_mask(
    generator: np.random.Generator, n_features: int, size: float | str | None = None
) -> NDArray[np.bool_]:
    """Draw a mask that is not empty: every feature with probability one half, or as many as asked for.

    Parameters
    ----------
    generator : Generator
        Where the randomness comes from.
    n_features : int
        Number of features.
    size : int, float, "sqrt", "log2" or None, default=None
        Number of features in the mask, as for `hedgerow.views.Subspace`; None lets a coin decide about each.

    Examples
    --------
    >>> int(draw_mask(np.random.default_rng(0), 9, size=4).sum())
    4
    """
    if size is not None:
        mask = np.zeros(n_features, np.bool_)
        mask[generator.permutation(n_features)[: count_features(size, n_features)]] = True
        return mask
    while True:
        mask = generator.random(n_features) < 0.5
        if mask.any():
            return mask


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
