"""Forward search: start with nothing, and add what helps most."""

from __future__ import annotations

import numpy as np
from sklearn.base import BaseEstimator

from hedgerow.search.ask_and_tell import Mask
from hedgerow.search.goal import Goal
from hedgerow.search.masks import flip_each
from hedgerow.search.scores import SubsetScores
from hedgerow.search.sequential import Additions


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
    >>> from hedgerow.search.scores import SubsetScores
    >>> from hedgerow.search.goal import Goal
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
        search = Additions(scores.n_units)
        most = scores.n_units if goal.size is None else goal.size
        while len(search.order) < most:
            found = scores.score(flip_each(mask, search.ask()))
            unit = search.tell(found)
            mask = flip_each(mask, np.array([unit]))[0]
            scores.note(f"+{unit}", mask)
            way.append(mask)
            if found.max() > best + goal.tolerance:
                best, waited = found.max(), 0
            else:
                waited += 1
            if goal.size is None and waited > goal.wait(0):
                break
        return mask if goal.size is not None else scores.choose(way, goal.tolerance)
