"""Generation after generation, until one of several ends."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from hedgerow.search.ask_and_tell import Mask, PopulationSearch, Scores
from hedgerow.search.leader import Leader

Ending = Literal["generations", "patience", "perfect", "interrupted"]


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
