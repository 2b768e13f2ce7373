"""Margin distance minimisation: a committee that is right everywhere, if only just."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.foundation.constraints import Number
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.pruning.committee_errors import Evaluator
from hedgerow.pruning.search import Search, Seed


@configurable
class MarginDistance(BaseEstimator):
    r"""Let members join whose mean signature comes nearest to a point at which every row is just right.

    The signature :math:`c_t` of a member is 1 for each row it is right about and -1 for each other. A committee whose
    mean signature is positive everywhere is right about every row. So the objective is a point
    :math:`o = (p, \dots, p)` with a small positive p, and member after member joins that minimises

    .. math:: \Bigl\| o - \frac{1}{T} \Bigl( c_t + \sum_{s \text{ joined}} c_s \Bigr) \Bigr\| .

    Rows that the committee already knows well pull no more, so hard rows are looked after first.

    Parameters
    ----------
    reference : float, default=0.075
        p.

    See Also
    --------
    ReduceError

    Notes
    -----
    For classes only. With more than two classes being right is what counts, as in the paper, though a positive mean is
    then sufficient and not necessary. The signature of a member that abstains is 0. Rows may have weights.

    Formula::

        p = 0.075.

    Cost: O(T N) for each member that joins: a product of a matrix with a vector.

    References
    ----------
    G. Martinez-Munoz and A. Suarez, Pruning in ordered bagging ensembles, ICML, 2006.

    Examples
    --------
    >>> from hedgerow import Outputs
    >>> from hedgerow.pruning import choose_members
    >>> said = [[0, 0, 1, 0], [0, 0, 1, 0], [1, 0, 1, 1]]
    >>> outputs = Outputs.from_predictions(said, truth=[0, 0, 1, 1])
    >>> choose_members(outputs, MarginDistance(), n_members=2).kept
    array([0, 2])
    """

    reference: float = parameter(Number(0, 1, "neither"), default=0.075, kw_only=False)

    def search(self, evaluator: Evaluator, n_members: int | None = None, random_state: Seed = None) -> Search:
        """Choose members by their predictions."""
        if not evaluator.outputs.is_classification:
            raise ValueError(
                "a margin is one of classes; for values use 'fitselect', 'forward' or 'reduce_error'"
            )
        most = min(n_members or evaluator.outputs.n_members, evaluator.outputs.n_members)
        outputs = evaluator.outputs
        signatures = np.where(outputs.correct(), 1.0, -1.0)
        if outputs.predicted is not None:
            signatures *= outputs.predicted
        order = _approach(signatures, outputs.row_weights(), self.reference, most)
        return Search.along(order, evaluator.along(order), n_members)


def _approach(
    signatures: NDArray[np.float64], weights: NDArray[np.float64], reference: float, n_steps: int
) -> NDArray[np.intp]:
    """Members in the order in which they bring the mean signature nearest to the reference.

    |o - (s + c) / T|^2 is, up to what all candidates share, |c|^2 / T^2 - 2 c (o - s / T) / T: one product of a
    matrix with a vector for all candidates.
    """
    n_members = len(signatures)
    squares = signatures**2 @ weights / n_members
    is_open = np.ones(n_members, dtype=bool)
    missing = np.full(signatures.shape[1], reference)
    order = np.empty(n_steps, dtype=np.intp)
    for step in range(n_steps):
        distances = squares - 2 * signatures @ (missing * weights)
        member = np.where(is_open, distances.round(9), np.inf).argmin()
        order[step], is_open[member] = member, False
        missing -= signatures[member] / n_members
    return order
