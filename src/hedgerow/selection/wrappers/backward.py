"""Backward search: start with everything, and remove what is missed least."""

from __future__ import annotations

import numpy as np
from sklearn.base import BaseEstimator

from hedgerow.foundation.constraints import Flag
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.search.ask_and_tell import Mask
from hedgerow.search.goal import Goal
from hedgerow.search.masks import flip_each
from hedgerow.search.scores import SubsetScores
from hedgerow.search.sequential import Removals


@configurable
class BackwardSearch(BaseEstimator):
    """Remove the feature whose removal costs least, again and again, while the score does not fall.

    It sees features that only help together, and pays for it: most subsets that it scores are large.

    Parameters
    ----------
    shrink : bool, default=True
        Whether a removal that changes nothing is worth it. False asks every removal to raise the score.

    Notes
    -----
    A score falls when it is less than the best one so far by more than the tolerance; small losses do not add up
    unnoticed. With a patience of m the search goes on for m removals that cost something.

    References
    ----------
    T. Marill and D. M. Green, On the effectiveness of receptors in recognition systems, IEEE Transactions on
    Information Theory 9, 1963.

    Examples
    --------
    >>> from hedgerow.search.scores import SubsetScores
    >>> from hedgerow.search.goal import Goal
    >>> worth = np.array([1.0, 0.0, -1.0])
    >>> scores = SubsetScores(3, lambda masks: (masks @ worth)[:, None])
    >>> BackwardSearch().find(scores, Goal(), np.random.default_rng(0))
    array([ True, False, False])
    >>> BackwardSearch(shrink=False).find(scores, Goal(), np.random.default_rng(0))
    array([ True,  True, False])
    """

    shrink: bool = parameter(Flag(), default=True)

    def find(self, scores: SubsetScores, goal: Goal, generator: np.random.Generator) -> Mask:
        """Find a subset."""
        mask = np.ones(scores.n_units, np.bool_)
        kept = mask
        best, waited = scores.of(mask), 0
        scores.note("start", mask)
        search = Removals(scores.n_units)
        least = 0 if goal.size is None else goal.size
        while search.left.size > least:
            found = scores.score(flip_each(mask, search.ask()))
            unit = search.tell(found)
            mask = flip_each(mask, np.array([unit]))[0]
            scores.note(f"-{unit}", mask)
            gain = found.max() - best
            if gain >= -goal.tolerance if self.shrink else gain > goal.tolerance:
                kept, waited = mask, 0
            else:
                waited += 1
            best = max(best, found.max())
            if goal.size is None and waited > goal.wait(0):
                break
        return mask if goal.size is not None else kept
