"""Forward search: start with nothing, and add what helps most."""

from __future__ import annotations

import numpy as np
from sklearn.base import BaseEstimator

from hedgerow.selection.wrappers.scores import Mask, SubsetScores
from hedgerow.selection.wrappers.searches import Goal, flip_each


class ForwardSearch(BaseEstimator):
    """Add the best feature, again and again, while the score rises.

    It is quick where few features are needed. It cannot see features that only help together: neither input of an
    exclusive or is worth adding alone.

    Notes
    -----
    With a patience of m the search goes on for m features that do not help, in the hope of one that does, and
    returns the best subset of its way.

    References
    ----------
    A. W. Whitney, A direct method of nonparametric measurement selection, IEEE Transactions on Computers 20, 1971.

    Examples
    --------
    >>> from hedgerow.selection.wrappers.scores import SubsetScores
    >>> from hedgerow.selection.wrappers.searches import Goal
    >>> worth = np.array([1.0, 3.0, -1.0])
    >>> scores = SubsetScores(3, lambda masks: (masks @ worth)[:, None])
    >>> ForwardSearch().find(scores, Goal(), np.random.default_rng(0))
    array([ True,  True, False])
    """

    def find(self, scores: SubsetScores, goal: Goal, generator: np.random.Generator) -> Mask:
        """Find a subset."""
        mask = np.zeros(scores.n_units, np.bool_)
        best, waited, way = scores.of(mask), 0, [mask]
        scores.note("start", mask)
        most = scores.n_units if goal.size is None else goal.size
        while mask.sum() < most:
            units = np.flatnonzero(~mask)
            candidates = flip_each(mask, units)
            found = scores.score(candidates)
            place = int(np.argmax(found))
            mask = candidates[place]
            scores.note(f"+{units[place]}", mask)
            way.append(mask)
            if found[place] > best + goal.tolerance:
                best, waited = found[place], 0
            else:
                waited += 1
            if goal.size is None and waited > goal.wait(0):
                break
        return mask if goal.size is not None else scores.choose(way, goal.tolerance)
