"""Which candidates have offspring, and how it differs from them: selection, crossover and mutation."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.search.ask_and_tell import Draws, Mask, Scores


def scale_linearly(scores: Scores) -> NDArray[np.float64]:
    """Chances that follow scores linearly: the best has at most twice the mean, and where it has less, the worst none.

    Examples
    --------
    >>> scale_linearly(np.array([0.0, 1.0, 2.0]))
    array([0.        , 0.33333333, 0.66666667])
    >>> scale_linearly(np.array([0.0, 0.0, 9.0])).max().round(6)  # twice 1/3, not 1
    np.float64(0.666667)
    """
    finite = np.isfinite(scores)
    if not finite.any():
        return np.full(scores.size, 1.0 / scores.size)
    above = np.where(finite, scores, scores[finite].min()) - scores[finite].min()
    mean, top = above.mean(), above.max()
    if top <= 0.0:
        return np.full(scores.size, 1.0 / scores.size)
    if top > 2.0 * mean:
        above = mean * (above + top - 2.0 * mean) / (top - mean)
    return np.asarray(above / above.sum())


def win_contests(
    ranking: NDArray[np.intp], n_parents: int, generator: np.random.Generator
) -> NDArray[np.intp]:
    """Couples of parents, each the better ranked of two that are drawn, (2, n_parents).

    Parameters
    ----------
    ranking : ndarray of shape (n_candidates,)
        The candidates, the best first.
    n_parents : int
        Number of couples.
    generator : Generator
        Draws the contests.

    Examples
    --------
    >>> win_contests(np.array([1, 0]), 50, np.random.default_rng(0)).mean().round(1)  # 1 loses against itself only
    np.float64(0.8)
    """
    place = np.empty(ranking.size, dtype=np.intp)
    place[ranking] = np.arange(ranking.size)
    contests = generator.integers(ranking.size, size=(2, n_parents, 2))
    winners = np.take_along_axis(contests, place[contests].argmin(axis=2)[..., None], axis=2)
    return np.asarray(winners[..., 0])


def sample_by_rank(scores: Scores, n_parents: int, generator: Draws) -> NDArray[np.intp]:
    """Draw parents by stochastic uniform sampling: equal steps along a line on which good ranks have long pieces.

    A candidate of rank r has a piece as long as 1 / sqrt(r); it is drawn as often as that says, rounded up or down.

    Examples
    --------
    >>> drawn = sample_by_rank(np.array([-0.3, -0.1, -0.2]), 100, np.random.RandomState(0))
    >>> np.bincount(drawn)
    array([25, 44, 31])
    """
    if n_parents == 0:
        return np.empty(0, dtype=np.intp)
    order = np.argsort(-scores, kind="stable")
    ends = np.cumsum(1 / np.sqrt(np.arange(1, scores.size + 1)))
    steps = (np.arange(n_parents) + generator.random()) * (ends[-1] / n_parents)
    ranks = np.searchsorted(ends, steps, side="right").clip(max=scores.size - 1)
    return np.asarray(generator.permutation(order[ranks]))


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
