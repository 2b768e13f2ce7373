"""Population-based incremental learning: the population is a vector of chances."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.search.ask_and_tell import Draws, Mask, Scores
from hedgerow.search.evolution import rank_masks
from hedgerow.search.islands import Repair, keep_masks

Chances = NDArray[np.float64]


class IncrementalLearning:
    r"""Bits are drawn by chances, which move towards the best candidates of each generation.

    For each of the best candidates b in order, :math:`q \leftarrow (1 - \lambda)\, q + \lambda\, b`; then chances are
    disturbed, so no bit is settled too early.

    Parameters
    ----------
    n_bits : int
        Bits of a candidate.
    size : int
        Candidates of an island.
    generator : Generator or RandomState
        Draws the bits.
    disturb : callable
        Disturbs the chances after each generation.
    learning_rate : float
        :math:`\lambda`.
    n_islands : int, default=1
        Vectors of chances that learn by themselves.
    n_best : int, default=1
        How many candidates the chances of an island move towards.
    prefers_small : bool, default=False
        Whether, of candidates with equal scores, that of fewer bits is better.
    repair : callable, default=keep_masks
        Makes drawn masks allowed.
    migration_every : int or None, default=None
        Generations between two migrations, in which the best of an island is among the best of the next one too.

    References
    ----------
    S. Baluja, "Population-based incremental learning: a method for integrating genetic search based function
    optimization and competitive learning", Carnegie Mellon University, CMU-CS-94-163 (1994).

    Examples
    --------
    >>> search = IncrementalLearning(2, 3, np.random.default_rng(0), lambda chances: chances, learning_rate=0.1)
    >>> best = search.ask()[0]
    >>> search.tell(np.array([1.0, 0.0, 0.0]))
    >>> best, search.chances
    (array([False,  True]), array([[0.45, 0.55]]))
    """

    def __init__(
        self,
        n_bits: int,
        size: int,
        generator: Draws,
        disturb: Callable[[Chances], Chances],
        *,
        learning_rate: float,
        n_islands: int = 1,
        n_best: int = 1,
        prefers_small: bool = False,
        repair: Repair = keep_masks,
        migration_every: int | None = None,
    ) -> None:
        self.chances: Chances = np.full((n_islands, n_bits), 0.5)
        self._size, self._generator, self._disturb, self._repair = size, generator, disturb, repair
        self._learning_rate, self._n_best, self._prefers_small = learning_rate, n_best, prefers_small
        self._migration_every = migration_every if n_islands > 1 else None
        self._masks: Mask = np.zeros((n_islands, size, n_bits), np.bool_)
        self._n_told = 0

    def ask(self) -> Mask:
        """Draw the candidates of every island."""
        drawn = self._generator.random(self._masks.shape) < self.chances[:, None]
        flat = self._repair(drawn.reshape(-1, drawn.shape[2]))
        self._masks = flat.reshape(drawn.shape)
        return flat

    def tell(self, scores: Scores) -> None:
        """Move the chances of each island towards its best candidates."""
        by_island = scores.reshape(self._masks.shape[:2])
        best = np.stack(
            [
                masks[rank_masks(masks, each, self._prefers_small)[: self._n_best]]
                for masks, each in zip(self._masks, by_island, strict=True)
            ]
        )
        self._n_told += 1
        if self._migration_every is not None and self._n_told % self._migration_every == 0:
            best = _invite_neighbours(best, by_island.max(axis=1))
        for candidate in best.swapaxes(0, 1):
            self.chances = move_chances(self.chances, candidate, self._learning_rate)
        self.chances = self._disturb(self.chances)


def move_chances(chances: Chances, bits: NDArray[Any], rate: float) -> Chances:
    """Move chances to bits: (1 - rate) q + rate b.

    Examples
    --------
    >>> move_chances(np.array([0.5, 0.5]), np.array([1, 0]), 0.1)
    array([0.55, 0.45])
    """
    return np.asarray((1 - rate) * chances + rate * bits)


def _invite_neighbours(best: Mask, top: Scores) -> Mask:
    """The best of the island before joins those of an island: first where it is better, else second."""
    guests = np.roll(best[:, :1], 1, axis=0)
    comes_first = (np.roll(top, 1) > top)[:, None, None]
    return np.where(
        comes_first,
        np.concatenate([guests, best[:, :-1]], axis=1),
        np.concatenate([best[:, :1], guests, best[:, 1:]], axis=1)[:, : best.shape[1]],
    )
