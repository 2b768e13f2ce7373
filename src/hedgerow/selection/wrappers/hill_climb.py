"""Random-mutation hill climbing: flip a feature at random, and keep the change if it helps."""

from __future__ import annotations

import numpy as np
from sklearn.base import BaseEstimator

from hedgerow.foundation.constraints import Count, Flag, check_parameters
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.search.ask_and_tell import Mask
from hedgerow.search.goal import Goal
from hedgerow.search.hill_climbing import HillClimbs
from hedgerow.search.scores import SubsetScores


@configurable
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
    >>> from hedgerow.search.scores import SubsetScores
    >>> from hedgerow.search.goal import Goal
    >>> worth = np.array([1.0, 3.0, -1.0])
    >>> scores = SubsetScores(3, lambda masks: (masks @ worth)[:, None])
    >>> HillClimbSearch(n_iter=20).find(scores, Goal(), np.random.default_rng(0))
    array([ True,  True, False])
    """

    n_iter: int = parameter(Count(), default=100, kw_only=False)
    sideways: bool = parameter(Flag(), default=False)
    n_starts: int = parameter(Count(), default=1)

    def find(self, scores: SubsetScores, goal: Goal, generator: np.random.Generator) -> Mask:
        """Find a subset."""
        check_parameters(self)
        climbs = HillClimbs(scores.n_units, generator.spawn(self.n_starts), goal, sideways=self.sideways)
        climbs.tell(scores.score(climbs.ask()))
        for mask in climbs.masks:
            scores.note("start", mask)
        for _ in range(self.n_iter):
            if not climbs.active.size:
                break
            for climb in climbs.tell(scores.score(climbs.ask())):
                scores.note("flip" if goal.size is None else "swap", climbs.masks[climb])
        return scores.choose(climbs.masks, goal.tolerance)
