"""Kappa pruning: the pairs that agree least."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.diversity import pairwise
from hedgerow.foundation.constraints import Instance
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.outputs import Outputs
from hedgerow.pruning.committee_errors import CommitteeEvaluator
from hedgerow.pruning.search import Search, Seed

PAIR_MEASURES = Instance("a measure of pairs, such as 'kappa'", kind=str)


@configurable
class KappaPruning(BaseEstimator):
    """Keep the pairs of members that agree least beyond chance.

    Pairs are taken in the order of increasing kappa, and both members of a pair join, until there are enough. Whether
    members are any good does not matter to it.

    Parameters
    ----------
    measure : str, default="kappa"
        What makes two members alike: a measure of `hedgerow.diversity.pairwise`, such as "kappa" of the answers as
        published, "correctness_kappa" or "double_fault"; lower must be more diverse. Values have "error_correlation"
        and "error_covariance".

    Notes
    -----
    A pair without a value, such as two members that never predict the same row, is taken to agree fully. The paper sets
    the number of members; without one the order is cut where the committee errs least.

    References
    ----------
    D. D. Margineantu and T. G. Dietterich, Pruning adaptive boosting, ICML 1997.

    Examples
    --------
    >>> from hedgerow.pruning import choose_members
    >>> said = [[0, 0, 1, 1], [0, 0, 1, 1], [1, 0, 1, 0]]
    >>> choose_members(Outputs.from_predictions(said, truth=[0, 0, 1, 1]), KappaPruning(), n_members=2).kept
    array([0, 2])
    """

    measure: str = parameter(PAIR_MEASURES, default="kappa", kw_only=False)

    def search(
        self, evaluator: CommitteeEvaluator, n_members: int | None = None, random_state: Seed = None
    ) -> Search:
        """Choose members by their predictions."""
        first, second, alike = list_pairs(evaluator.outputs, self.measure)
        ranking = np.argsort(alike.round(12), kind="stable")
        joined = np.column_stack([first, second])[ranking].ravel()
        order = np.array(list(dict.fromkeys(joined.tolist())) or [0], dtype=np.intp)
        return Search.along(order, evaluator.along(order), n_members)


def list_pairs(
    outputs: Outputs, measure: str
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float64]]:
    """The pairs of members and how alike they are; 1 where a pair has no value.

    Parameters
    ----------
    outputs : Outputs
        What the members predicted.
    measure : str
        A measure of pairs.

    Examples
    --------
    >>> list_pairs(Outputs.from_predictions([[0, 0, 1, 1], [0, 0, 1, 1], [0, 1, 0, 1]]), "kappa")
    (array([0, 0, 1]), array([1, 2, 2]), array([1., 0., 0.]))
    """
    is_known = outputs.is_classification or measure != "kappa"
    found = pairwise(outputs, measure if is_known else "error_correlation", undefined=1.0)
    first, second = np.triu_indices(outputs.n_members, 1)
    return first, second, found.pairs()
