"""The generations of a population search, and its leader, the best candidate so far."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from hedgerow.search.ask_and_tell import Mask, PopulationSearch, Scores

Ending = Literal["generations", "patience", "perfect", "interrupted"]


class Leader:
    """The best candidate so far, and how long nobody has been better.

    Parameters
    ----------
    tolerance : float, default=0.0
        A candidate is better when its score is larger by more than this.
    prefers_small : bool, default=False
        Whether, of equal scores, that of fewer bits is better.

    Attributes
    ----------
    mask : ndarray of bool of shape (n_bits,)
        The best; of equals, the one that was met first.
    score : float
        Its score.
    waited : int
        Rounds since it was found.

    Examples
    --------
    >>> leader = Leader()
    >>> for score in [1.0, 3.0, 3.0, 2.0]:
    ...     leader.look(np.array([[True, False]]), np.array([score]))
    >>> leader.score, leader.waited
    (3.0, 2)
    """

    def __init__(self, tolerance: float = 0.0, *, prefers_small: bool = False) -> None:
        self.tolerance = tolerance
        self.prefers_small = prefers_small
        self.mask: Mask = np.zeros(0, np.bool_)
        self.score = -np.inf
        self.waited = -1  # nobody was met

    def look(self, masks: Mask, scores: Scores) -> None:
        """Meet the candidates of a round."""
        first = int(rank_masks(masks, scores, self.prefers_small)[0])
        if self.waited < 0 or self._is_better(masks[first], scores[first]):
            self.mask, self.score, self.waited = masks[first].copy(), float(scores[first]), 0
        else:
            self.waited += 1

    def _is_better(self, mask: Mask, score: float) -> bool:
        if score > self.score + self.tolerance:
            return True
        return self.prefers_small and score == self.score and bool(mask.sum() < self.mask.sum())


def rank_masks(masks: Mask, scores: Scores, prefers_small: bool = False) -> NDArray[np.intp]:
    """From the largest score; of equal ones, from the fewest bits where small masks are preferred, else in order.

    Examples
    --------
    >>> masks = np.array([[True, True], [True, False], [False, False]])
    >>> rank_masks(masks, np.array([0.5, 0.5, 0.9])), rank_masks(masks, np.array([0.5, 0.5, 0.9]), True)
    (array([2, 0, 1]), array([2, 1, 0]))
    """
    if prefers_small:
        return np.lexsort((masks.sum(axis=1), -scores))
    return np.argsort(-scores, kind="stable")


@dataclass(frozen=True, eq=False)
class Evolution:
    """What an evolution came to.

    Attributes
    ----------
    best : ndarray of bool of shape (n_bits,)
        The best candidate; of equals, the one that was met first.
    history : ndarray of shape (n_generations + 1,)
        The best score so far after each generation, the first of which is drawn.
    ending : {"generations", "patience", "perfect", "interrupted"}
        Why it ended.
    """

    best: Mask
    history: Scores
    ending: Ending


def evolve(
    search: PopulationSearch,
    score: Callable[[Mask], Scores],
    leader: Leader | None = None,
    *,
    n_generations: int,
    patience: int | None = None,
    perfect: float = np.inf,
    watch: Callable[[int], None] = lambda generation: None,
    keeps_interrupted: bool = False,
) -> Evolution:
    """Ask, score and tell until the generations are used up, nothing gets better, or nothing could be better.

    Parameters
    ----------
    search : PopulationSearch
        What breeds.
    score : callable
        Scores the candidates of a generation; larger is better.
    leader : Leader, default=None
        Remembers the best; a search may look at it, since it meets a generation before the search is told. None for
        one that takes the largest score.
    n_generations : int
        Most generations after the first one.
    patience : int or None, default=None
        Generations without a better candidate after which to end; None for no such limit.
    perfect : float, default=inf
        A score that cannot be exceeded.
    watch : callable, default does nothing
        Called after each generation with its number.
    keeps_interrupted : bool, default=False
        Whether an interrupt ends the evolution with a warning, and keeps the best candidate so far. During the first
        generation there is none, and the interrupt goes through.

    Examples
    --------
    >>> from hedgerow.search.incremental_learning import IncrementalLearning
    >>> generator = np.random.default_rng(0)
    >>> search = IncrementalLearning(8, 20, generator, lambda chances: chances, learning_rate=0.1)
    >>> found = evolve(search, lambda masks: masks.sum(axis=1).astype(float), n_generations=50, perfect=8.0)
    >>> found.ending, int(found.best.sum())
    ('perfect', 8)
    """
    leader = Leader() if leader is None else leader
    history: list[float] = []
    ending: Ending = "generations"
    for generation in range(n_generations + 1):
        try:
            masks = search.ask()
            scores = score(masks)
        except KeyboardInterrupt:
            if not history or not keeps_interrupted:
                raise
            warnings.warn(
                f"the search was interrupted after {generation - 1} of {n_generations} generations; "
                "the best found so far is used",
                stacklevel=2,
            )
            ending = "interrupted"
            break
        leader.look(masks, scores)
        search.tell(scores)
        history.append(leader.score)
        watch(generation)
        if leader.score >= perfect:
            ending = "perfect"
            break
        if patience is not None and leader.waited >= patience:
            ending = "patience"
            break
    return Evolution(leader.mask, np.array(history), ending)
