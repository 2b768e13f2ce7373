"""Reduce-error pruning: members join one by one, and may be exchanged."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.foundation.constraints import Count, Flag
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.pruning.committee_errors import CommitteeEvaluator
from hedgerow.pruning.greedy_addition import climb
from hedgerow.pruning.search import Search, Seed


@configurable
class ReduceError(BaseEstimator):
    """Let the member join with which the committee errs least, each at most once.

    The first is the member that errs least by itself. With `backfitting`, whenever a member has joined, each of the
    others is taken out in turn, and the best one for its place is put in, until nothing changes.

    Parameters
    ----------
    backfitting : bool, default=False
        Whether members are exchanged; slow, since it asks as many questions again for each member that joins.
    max_passes : int, default=100
        How often backfitting looks at all places.

    See Also
    --------
    ForwardSelection

    Notes
    -----
    Backfitting is off unless asked for; it is T times as expensive.

    Formula::

        Next member: argmin_t error((F + h_t) / (n + 1)), without replacement; the first is the one that errs least.

    Cost: O(T N) for each member that joins.

    References
    ----------
    D. Margineantu and T. Dietterich, Pruning adaptive boosting, ICML, 1997.

    Examples
    --------
    >>> from hedgerow import Outputs
    >>> from hedgerow.pruning import choose_members
    >>> said = ["10000011", "00101111", "01011100", "11000101", "10001010"]
    >>> outputs = Outputs.from_predictions([list(answers) for answers in said], truth=list("00001111"))
    >>> choose_members(outputs, ReduceError(), n_members=3)
    <Search: 3 of the members are kept, error 0>
    """

    backfitting: bool = parameter(Flag(), default=False, kw_only=False)
    max_passes: int = parameter(Count(0), default=100, kw_only=False)

    def search(
        self, evaluator: CommitteeEvaluator, n_members: int | None = None, random_state: Seed = None
    ) -> Search:
        """Choose members by their predictions."""
        most = min(n_members or evaluator.outputs.n_members, evaluator.outputs.n_members)
        nobody = np.array([], dtype=np.intp)
        if not self.backfitting:
            order = climb(evaluator, nobody, most, replace=False)
            return Search.along(order, evaluator.along(order), n_members)
        committees, errors = [], []
        committee = nobody
        for _ in range(most):
            committee = self._fit_back(evaluator, climb(evaluator, committee, 1, replace=False))
            committees.append(committee)
            errors.append(evaluator.along(committee)[-1])
        found = np.array(errors)
        best = int(np.where(np.isnan(found), np.inf, found.round(12)).argmin())
        return Search(committees, found, best if n_members is None else most - 1)

    def _fit_back(self, evaluator: CommitteeEvaluator, committee: NDArray[np.intp]) -> NDArray[np.intp]:
        """Exchange members while that makes the committee better."""
        places = committee.copy()
        for _ in range(self.max_passes):
            changed = False
            for place in range(len(places) - 1):
                error = evaluator.along(places)[-1]
                others = np.delete(places, place)
                counts = np.bincount(others, minlength=evaluator.outputs.n_members)
                errors = evaluator.adding(counts).round(12)
                errors[np.isnan(errors) | (counts > 0)] = np.inf
                if errors.min() < round(float(error), 12):
                    places[place], changed = errors.argmin(), True
            if not changed:
                break
        return places
