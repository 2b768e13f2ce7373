"""Orders of members that are cut where the committee errs least: by error, by margins, and by who survives longest."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.foundation.constraints import Number
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.outputs import Outputs
from hedgerow.pruning.committee_errors import Evaluator
from hedgerow.pruning.search import Search, Seed, rank_errors
from hedgerow.search.sequential import Removals

_CHANGE = 0.1  # by which lambda is raised or lowered


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


@configurable
class OpitzSelection(BaseEstimator):
    r"""Let the least fit member go, again and again; who is fit depends on who is left.

    The fitness of a member is its accuracy and, :math:`\lambda` times, how often it contradicts the committee of those
    that are left, each in units of its mean over them. :math:`\lambda` adapts: if diversity falls while the committee
    errs no more than before, it is raised by a tenth; if the members have become worse on average, it is lowered.

    Parameters
    ----------
    lambda_ : float, default=1.0
        What diversity is worth at the beginning.

    Notes
    -----
    Opitz breeds feature subsets in a genetic algorithm; here his fitness and his adaptive :math:`\lambda` choose among
    members that are there, and a generation is the loss of one of them. For values, contradicting is the squared
    distance to the committee's mean, and accuracy is the worst member's squared error less the member's own.

    References
    ----------
    D. W. Opitz, Feature selection for ensembles, AAAI 1999. J. Rogers, PhD thesis, University of Southampton, 2007,
    section 6.5.

    Examples
    --------
    >>> from hedgerow.pruning import choose_members
    >>> said = [[0, 0, 1, 1], [0, 0, 1, 0], [1, 1, 0, 0]]
    >>> choose_members(Outputs.from_predictions(said, truth=[0, 0, 1, 1]), OpitzSelection(0.2), n_members=2).kept
    array([0, 1])
    """

    lambda_: float = parameter(Number(0), default=1.0, kw_only=False)

    def search(self, evaluator: Evaluator, n_members: int | None = None, random_state: Seed = None) -> Search:
        """Choose members by their predictions."""
        order = np.array(_eliminate(evaluator, self.lambda_)[::-1], dtype=np.intp)
        return Search.along(order, evaluator.along(order), n_members)


def _eliminate(evaluator: Evaluator, lambda_: float) -> list[int]:
    """Members in the order in which they go."""
    outputs = replace(evaluator.outputs, weights=None)
    accuracy = _find_accuracies(outputs)
    search, gone = Removals(outputs.n_members), list[int]()
    before: tuple[float, float, float] | None = None
    contradiction = _Contradiction(outputs)
    while search.left.size > 1:
        left = search.ask()
        diversity = contradiction.measure(left)
        counts = np.bincount(left, minlength=outputs.n_members)[None]
        error = float(np.nan_to_num(evaluator.of(counts)[0], nan=np.inf))
        now = float(diversity.mean()), error, -float(accuracy[left].mean())
        if before is not None and now[0] < before[0] and now[1] <= before[1]:
            lambda_ *= 1 + _CHANGE
        if before is not None and now[2] > before[2]:
            lambda_ *= 1 - _CHANGE
        fitness = _scale(accuracy[left]) + lambda_ * _scale(diversity)
        gone.append(search.tell(-fitness.round(12)))
        contradiction.drop(gone[-1])
        before = now
    return [*gone, *search.left.tolist()]


class _Contradiction:
    """How often members contradict the committee of those that are left; sums are kept while members go."""

    def __init__(self, outputs: Outputs) -> None:
        self._outputs = outputs
        self._rows = np.arange(outputs.n_samples)
        self._predicted = outputs.covered()
        self._predicted_weight = self._predicted * outputs.row_weights()
        self._count = self._predicted.sum(axis=0)
        if outputs.is_classification:
            self._sums = outputs.votes()
        else:
            self._sums = np.einsum("tn,tn->n", outputs.answers, self._predicted.astype(np.float64))

    def drop(self, member: int) -> None:
        rows = self._predicted[member]
        answers = self._outputs.answers[member]
        if self._outputs.is_classification:
            self._sums[self._rows[rows], answers[rows]] -= 1
        else:
            self._sums -= answers * rows
        self._count = self._count - rows

    def measure(self, left: NDArray[np.intp]) -> NDArray[np.float64]:
        answers, predicted = self._outputs.answers[left], self._predicted_weight[left]
        if self._outputs.is_classification:
            apart = (answers != self._sums.argmax(axis=1)).astype(np.float64)
        else:
            apart = (answers - self._sums / np.maximum(self._count, 1)) ** 2
        totals = predicted.sum(axis=1)
        sums = np.einsum("tn,tn->t", apart, predicted)
        return np.asarray(np.divide(sums, totals, out=np.zeros(len(left)), where=totals > 0))


def _find_accuracies(outputs: Outputs) -> NDArray[np.float64]:
    errors = outputs.errors()
    if outputs.is_classification:
        return np.nan_to_num(1.0 - errors)
    squares = errors**2
    return np.nan_to_num(np.nanmax(squares) - squares)


def _scale(values: NDArray[np.float64]) -> NDArray[np.float64]:
    mean = values.mean()
    return values / mean if mean > 0 else np.zeros(len(values))
