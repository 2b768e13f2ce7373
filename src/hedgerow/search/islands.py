"""Genetic search on islands: bit strings breed, and the good ones have more offspring."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from hedgerow.search.ask_and_tell import Mask, Scores

Breed = Callable[[Mask, Scores], Mask]
Repair = Callable[[Mask], Mask]


def keep_masks(masks: Mask) -> Mask:
    """Repair nothing: every bit string is allowed."""
    return masks


class Islands:
    """Populations that breed by themselves, and exchange their best candidates now and then.

    Parameters
    ----------
    masks : ndarray of bool of shape (n_islands, size, n_bits)
        The first generation.
    breed : callable
        Makes the next generation of an island of this one and its scores: from the operators of
        `breeding`, in the order in which a method draws.
    repair : callable, default=keep_masks
        Makes bred masks allowed, those of all islands at once.
    migration_every : int, default=1
        Generations between two migrations.
    n_movers : int, default=0
        How many of the best of each island replace the worst of the next.

    Examples
    --------
    >>> islands = Islands(np.array([[[True, False], [False, False]]]), lambda masks, scores: ~masks)
    >>> islands.ask().tolist()
    [[True, False], [False, False]]
    >>> islands.tell(np.array([1.0, 0.0]))
    >>> islands.ask().tolist()
    [[False, True], [True, True]]
    """

    def __init__(
        self,
        masks: Mask,
        breed: Breed,
        *,
        repair: Repair = keep_masks,
        migration_every: int = 1,
        n_movers: int = 0,
    ) -> None:
        self.masks, self._breed, self._repair = masks, breed, repair
        self._migration_every, self._n_movers = migration_every, n_movers
        self._scores: Scores | None = None
        self._n_told = 0

    def ask(self) -> Mask:
        """Breed the next generation; the first one is given."""
        if self._scores is not None:
            self.masks = np.stack(
                [self._breed(*island) for island in zip(self.masks, self._scores, strict=True)]
            )
        flat = self._repair(self.masks.reshape(-1, self.masks.shape[2]))
        self.masks = flat.reshape(self.masks.shape).copy()
        return flat

    def tell(self, scores: Scores) -> None:
        """Learn the scores, and let the best migrate when it is time."""
        self._scores = np.array(scores, dtype=np.float64).reshape(self.masks.shape[:2])
        self._n_told += 1
        if self._n_movers and len(self.masks) > 1 and self._n_told % self._migration_every == 0:
            migrate(self.masks, self._scores, self._n_movers)


def migrate(masks: Mask, scores: Scores, n_movers: int) -> None:
    """Copy the best of each island over the worst of the next one, the last island's to the first; in place.

    Examples
    --------
    >>> masks = np.array([[[0], [1]], [[2], [3]]])
    >>> scores = -np.array([[0.1, 0.2], [0.4, 0.3]])
    >>> migrate(masks, scores, 1)
    >>> masks[:, :, 0].tolist(), scores.tolist()
    ([[0, 3], [0, 3]], [[-0.1, -0.3], [-0.1, -0.3]])
    """
    order = np.argsort(-scores, axis=1, kind="stable")
    best, worst = order[:, :n_movers], order[:, order.shape[1] - n_movers :]
    islands = np.arange(len(masks))[:, None]
    arriving = np.roll(masks[islands, best], 1, axis=0), np.roll(scores[islands, best], 1, axis=0)
    masks[islands, worst], scores[islands, worst] = arriving
