"""Bit strings: drawn at random, changed in one place, and repaired where they are not allowed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.search.ask_and_tell import Mask


def flip_each(mask: Mask, places: NDArray[np.intp]) -> Mask:
    """Copies of a mask, one for each place, in which that place is flipped.

    Examples
    --------
    >>> flip_each(np.array([True, False]), np.array([0, 1])).tolist()
    [[False, False], [True, True]]
    """
    masks = np.repeat(mask[None], len(places), axis=0)
    masks[np.arange(len(places)), places] ^= True
    return masks


def draw_mask(generator: np.random.Generator, n_bits: int, size: int | None) -> Mask:
    """A random mask: of a size, or with each bit set with probability one half, and never empty."""
    mask = np.zeros(n_bits, np.bool_)
    if size is not None:
        mask[generator.choice(n_bits, size=size, replace=False)] = True
        return mask
    return np.asarray(fill_empty((generator.random(n_bits) < 0.5)[None], generator)[0])


def fill_empty(masks: Mask, generator: np.random.Generator) -> Mask:
    """Set one bit, drawn at random, of each mask that is empty; in place.

    Examples
    --------
    >>> fill_empty(np.zeros((2, 3), np.bool_), np.random.default_rng(0)).sum(axis=1)
    array([1, 1])
    """
    empty = np.flatnonzero(~masks.any(axis=1))
    masks[empty, generator.integers(masks.shape[1], size=empty.size)] = True
    return masks


def keep_size(mask: Mask, size: int | None, generator: np.random.Generator) -> Mask:
    """Make a mask allowed: of a size, by bits drawn at random; or not empty, where no size is given; in place.

    Examples
    --------
    >>> int(keep_size(np.array([True, True, True, False]), 1, np.random.default_rng(0)).sum())
    1
    """
    if size is None:
        return np.asarray(fill_empty(mask[None], generator)[0])
    excess = int(mask.sum()) - size
    if excess:
        mask[generator.choice(np.flatnonzero(mask == (excess > 0)), size=abs(excess), replace=False)] ^= True
    return mask
