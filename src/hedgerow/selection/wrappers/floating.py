"""Floating search: forward steps, and after each as many steps back as pay."""

from __future__ import annotations

import numpy as np
from sklearn.base import BaseEstimator

from hedgerow.search.ask_and_tell import Mask, SteppedSearch
from hedgerow.search.floating import search_floating
from hedgerow.search.goal import Goal
from hedgerow.search.scores import SubsetScores


class FloatingSearch(BaseEstimator):
    """Sequential forward floating search (SFFS): add the best feature, then remove what has become needless.

    What forward search took first may be in the way later. After each addition, features are removed as long as
    that gives the best subset of its size that was seen.

    Notes
    -----
    The search ends after `patience` additions, five by default, without a better subset, and returns the best one
    of all sizes. A subset that is worse than one of the same size that was seen before gives way to that one.

    References
    ----------
    P. Pudil, J. Novovicova and J. Kittler, Floating search methods in feature selection, Pattern Recognition
    Letters 15, 1994.

    Examples
    --------
    >>> from hedgerow.search.scores import SubsetScores
    >>> from hedgerow.search.goal import Goal
    >>> def score(masks):  # the first is good alone, the others are better together
    ...     a, b, c = masks.T.astype(float)
    ...     return (3 * a + 2 * b + 2 * c + b * c - 1.75 * a * (b + c))[:, None]
    >>> FloatingSearch().find(SubsetScores(3, score), Goal(), np.random.default_rng(0))
    array([False,  True,  True])
    """

    def find(self, scores: SubsetScores, goal: Goal, generator: np.random.Generator) -> Mask:
        """Find a subset."""
        best = SteppedSearch(search_floating(scores.n_units, goal, scores.note)).run(scores.score)
        return best[goal.size] if goal.size is not None else scores.choose(best.values(), goal.tolerance)
