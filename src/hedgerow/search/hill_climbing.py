"""Random-mutation hill climbing: flip a bit at random, and keep the change if it helps."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hedgerow.search.ask_and_tell import Mask, Scores
from hedgerow.search.goal import Goal
from hedgerow.search.masks import draw_mask


class HillClimbs:
    """Climbs from random masks, side by side: each tries one flip at a time, and keeps it where the score rises.

    Where the size is given, a bit that is set changes places with one that is not. No mask is ever empty.

    Parameters
    ----------
    n_bits : int
        Bits of a mask.
    generators : sequence of Generator
        One for each climb, so one climb more, or longer, leaves the others as they are.
    goal : Goal
        The size to keep, by how much a score must rise, and how many flips in vain end a climb.
    sideways : bool, default=False
        Whether a flip that changes nothing is kept too.

    Attributes
    ----------
    masks : ndarray of bool of shape (n_climbs, n_bits)
        Where the climbs are.

    Examples
    --------
    >>> climbs = HillClimbs(4, [np.random.default_rng(0)], Goal())
    >>> for _ in range(30):
    ...     moved = climbs.tell(climbs.ask().sum(axis=1).astype(float))
    >>> climbs.masks
    array([[ True,  True,  True,  True]])
    """

    def __init__(
        self, n_bits: int, generators: Sequence[np.random.Generator], goal: Goal, *, sideways: bool = False
    ) -> None:
        self._generators, self._goal, self._sideways = generators, goal, sideways
        self.masks: Mask = np.array([draw_mask(each, n_bits, goal.size) for each in generators])
        self._heights: Scores | None = None
        self._tried = self.masks
        self._waited = np.zeros(len(generators), np.intp)

    @property
    def active(self) -> NDArray[np.intp]:
        """The climbs that have not tried in vain for too long."""
        limit = self._goal.patience
        return np.flatnonzero(self._waited <= (np.inf if limit is None else limit))

    def ask(self) -> Mask:
        """One flip of each active climb; at first, where the climbs begin."""
        if self._heights is not None:
            self._tried = np.array(
                [_move(self._generators[climb], self.masks[climb], self._goal.size) for climb in self.active]
            )
        return self._tried

    def tell(self, scores: Scores) -> NDArray[np.intp]:
        """Learn the score of each flip; return the climbs that have moved."""
        if self._heights is None:
            self._heights = np.array(scores, dtype=np.float64)
            return self.active
        climbs = self.active
        gains = scores - self._heights[climbs]
        moves = gains > self._goal.tolerance
        if self._sideways:
            moves |= (gains >= 0.0) & self._tried.any(axis=1)
        moved = climbs[moves]
        self.masks[moved], self._heights[moved] = self._tried[moves], scores[moves]
        self._waited[climbs] += 1
        self._waited[moved] = 0
        return moved


def _move(generator: np.random.Generator, mask: Mask, size: int | None) -> Mask:
    """Flip one bit, or swap two where the size is given; a mask that this would empty stays as it is."""
    moved = mask.copy()
    place = int(generator.integers(mask.size))
    if size is None:
        moved[place] ^= True
        return moved if moved.any() else mask
    others = np.flatnonzero(mask != mask[place])
    if others.size:
        moved[[place, int(generator.choice(others))]] ^= True
    return moved
