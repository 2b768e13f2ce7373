"""The best members by themselves."""

from __future__ import annotations

from sklearn.base import BaseEstimator

from hedgerow.pruning.committee_errors import Evaluator
from hedgerow.pruning.search import Search, Seed, rank_errors


class BestMembers(BaseEstimator):
    """Keep the members that err least on their own: "choose best".

    Members are ranked by their own errors, and the ranking is cut after the given number of members, or where the
    committee errs least. How they differ is not looked at, so good members that are alike are all kept: the yardstick
    that other methods have to beat.

    References
    ----------
    D. Partridge and W. B. Yates, Engineering multiversion neural-net systems, Neural Computation 8, 1996.

    Examples
    --------
    >>> from hedgerow import Outputs
    >>> from hedgerow.pruning import choose_members
    >>> said = [[0, 1, 1, 1], [0, 0, 1, 1], [1, 1, 0, 0]]
    >>> choose_members(Outputs.from_predictions(said, truth=[0, 0, 1, 1]), BestMembers(), n_members=2).kept
    array([1, 0])
    """

    def search(self, evaluator: Evaluator, n_members: int | None = None, random_state: Seed = None) -> Search:
        """Choose members by their predictions."""
        order = rank_errors(evaluator.outputs.errors())
        return Search.along(order, evaluator.along(order), n_members)
