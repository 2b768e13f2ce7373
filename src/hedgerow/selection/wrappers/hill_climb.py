"""Random-mutation hill climbing: flip a feature at random, and keep the change if it helps."""

from __future__ import annotations

import numpy as np
from sklearn.base import BaseEstimator

from hedgerow.foundation.parameters import check_count
from hedgerow.selection.wrappers.scores import Mask, SubsetScores
from hedgerow.selection.wrappers.searches import Goal, draw_mask


class HillClimbSearch(BaseEstimator):
    """Start with a random subset, flip one random feature at a time, and keep what scores more.

    Its cost does not depend on the number of features, which makes it the search for wide tables and small budgets.

    Parameters
    ----------
    n_iter : int, default=100
        Number of flips of each climb.
    sideways : bool, default=False
        Whether a flip that changes nothing is kept too, which lets a climb wander over a plateau.
    n_starts : int, default=1
        Number of climbs, each from a start of its own; their flips are scored together, on several cores where
        `n_jobs` allows it.

    See Also
    --------
    WrapperSelector, MaskEnsembleClassifier

    Notes
    -----
    The empty subset is never visited. Where the number of features is given, a feature that is inside changes places
    with one outside. With a patience of m a climb ends after m flips in a row that were not kept. `GeneticSearch`
    breeds subsets instead. Several climbs run side by side.

    Cost: Hill climbing: ``n_iter`` subsets; genetic: at most 20 x 21, fewer as subsets come back.

    References
    ----------
    D. B. Skalak, Prototype and feature selection by sampling and random mutation hill climbing algorithms, ICML 1994.

    W. Siedlecki and J. Sklansky, A note on genetic algorithms for large-scale feature selection, Pattern Recognition
    Letters 10, 1989.

    Examples
    --------
    >>> from hedgerow.selection.wrappers.scores import SubsetScores
    >>> from hedgerow.selection.wrappers.searches import Goal
    >>> worth = np.array([1.0, 3.0, -1.0])
    >>> scores = SubsetScores(3, lambda masks: (masks @ worth)[:, None])
    >>> HillClimbSearch(n_iter=20).find(scores, Goal(), np.random.default_rng(0))
    array([ True,  True, False])
    """

    def __init__(self, n_iter: int = 100, *, sideways: bool = False, n_starts: int = 1) -> None:
        self.n_iter = n_iter
        self.sideways = sideways
        self.n_starts = n_starts

    def find(self, scores: SubsetScores, goal: Goal, generator: np.random.Generator) -> Mask:
        """Find a subset."""
        check_count("n_iter", self.n_iter)
        check_count("n_starts", self.n_starts)
        # A generator each: one climb more, or longer, leaves the others as they are.
        generators = generator.spawn(self.n_starts)
        masks = np.array([draw_mask(one, scores.n_units, goal.size) for one in generators])
        heights = scores.score(masks)
        for mask in masks:
            scores.note("start", mask)
        waited: list[int] = [0] * self.n_starts
        for _ in range(self.n_iter):
            active = [climb for climb, idle in enumerate(waited) if idle <= goal.wait(self.n_iter)]
            if not active:
                break
            tried = np.array([_move(generators[climb], masks[climb], goal.size) for climb in active])
            for climb, mask, found in zip(active, tried, scores.score(tried), strict=True):
                gain = found - heights[climb]
                if gain > goal.tolerance or (self.sideways and gain >= 0.0 and mask.any()):
                    masks[climb], heights[climb] = mask, found
                    scores.note("flip" if goal.size is None else "swap", mask)
                    waited[climb] = 0
                else:
                    waited[climb] += 1
        return scores.choose(masks, goal.tolerance)


def _move(generator: np.random.Generator, mask: Mask, size: int | None) -> Mask:
    """Flip one unit, or swap two where the size is given; a mask that this would empty stays as it is."""
    moved = mask.copy()
    unit = int(generator.integers(mask.size))
    if size is None:
        moved[unit] ^= True
        return moved if moved.any() else mask
    others = np.flatnonzero(mask != mask[unit])
    if others.size:
        moved[[unit, int(generator.choice(others))]] ^= True
    return moved
