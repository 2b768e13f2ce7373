"""How offspring differ from their parents: crossover and mutation."""

from __future__ import annotations

import numpy as np

from hedgerow.search.ask_and_tell import Draws, Mask


def cross_at_point(one: Mask, other: Mask, place: int) -> tuple[Mask, Mask]:
    """Two children of two parents, which exchange all bits from a place on.

    Examples
    --------
    >>> one, other = cross_at_point(np.ones(3, np.bool_), np.zeros(3, np.bool_), 1)
    >>> one.tolist(), other.tolist()
    ([True, False, False], [False, True, True])
    """
    return np.concatenate([one[:place], other[place:]]), np.concatenate([other[:place], one[place:]])


def cross_uniformly(mothers: Mask, fathers: Mask, generator: Draws) -> tuple[Mask, Mask]:
    """Two children of each couple: one has each bit from a parent drawn at random, the other has what is left.

    Examples
    --------
    >>> mother, father = np.array([[1, 1, 0, 0]], np.bool_), np.array([[0, 0, 0, 1]], np.bool_)
    >>> one, other = cross_uniformly(mother, father, np.random.RandomState(0))
    >>> (one.astype(int) + other).tolist()
    [[1, 1, 0, 1]]
    """
    from_mother = generator.random(mothers.shape) < 0.5
    return np.where(from_mother, mothers, fathers), np.where(from_mother, fathers, mothers)


def flip_bits(masks: Mask, rate: float, generator: Draws) -> Mask:
    """Flip each bit with a probability.

    Examples
    --------
    >>> flip_bits(np.array([True, False]), 1.0, np.random.default_rng(0))
    array([False,  True])
    """
    return np.asarray(masks ^ (generator.random(masks.shape) < rate))


def shake_bits(masks: Mask, rate: float, generator: Draws) -> Mask:
    """Add normal noise to chosen bits and round; a chosen bit flips with probability 0.31.

    Examples
    --------
    >>> shaken = shake_bits(np.zeros((1000, 100), np.bool_), 1.0, np.random.RandomState(0))
    >>> round(float(shaken.mean()), 2)
    0.31
    """
    chosen = generator.random(masks.shape) < rate
    noisy = np.clip(masks + generator.standard_normal(masks.shape), 0.0, 1.0)
    return np.where(chosen, noisy >= 0.5, masks)
