"""FitSelect: rank members by accuracy and diversity, and cut where the vote is best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.diversity import member_disagreement
from hedgerow.foundation.constraints import Count, Instance
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.foundation.threads import map_in_threads
from hedgerow.outputs import Outputs
from hedgerow.pruning.committee_errors import Evaluator
from hedgerow.pruning.search import Search, Seed

Floats = NDArray[np.float64]

_ROWS_IN_CACHE = 512  # whose votes are counted at a time


ALPHAS = Instance("numbers from 0 to 1") | None


@configurable
class FitSelect(BaseEstimator):
    r"""Rank members by a mixture of accuracy and diversity, and cut the ranking where the committee errs least.

    With the accuracy :math:`a_i` of member i and the share :math:`d_i` of rows on which it differs from another
    member, on average over the others, its fitness is

    .. math:: \alpha \frac{a_i}{\max a} + (1 - \alpha) \frac{d_i}{\max d}.

    Every :math:`\alpha` on a grid is tried, and every length of its ranking.

    Parameters
    ----------
    alphas : array-like of float or None, default=None
        What to try; None for 0, 0.1, ..., 1.
    step : int, default=1
        Lengths that are tried are multiples of it. The published numbers of trees are multiples of 10.

    See Also
    --------
    ForwardSelection, KappaErrorHull

    Notes
    -----
    Left open by the paper, settled here: of equally good lengths the shortest is taken, and of equally good
    :math:`\alpha` the one that keeps fewest members, then the largest. Fitnesses that differ by rounding are equal, and
    equal members keep their order. For values, which the paper leaves out, :math:`a_i` is one minus the mean squared
    error over the largest one, and :math:`d_i` the mean squared difference to the others. All members may stay.
    Learners other than trees, values, weights of rows and out-of-bag rows are extensions. The published gain over a
    forest of all rows did not come out on nine other data sets: it lost 0.6 points with a ninth of the trees.

    Formula::

        alpha = 0, 0.1, ..., 1.

    Cost: O(T N K) for each alpha that changes the ranking; the pairs are never looked at.

    References
    ----------
    H. Elghazel, A. Aussem and F. Perraud, Trading-off diversity and accuracy for optimal ensemble tree selection in
    random forests, SUEMA, 2010.

    Examples
    --------
    >>> from hedgerow.pruning import choose_members
    >>> said = ["10000011", "00101111", "01011100", "11000101", "10001010"]
    >>> outputs = Outputs.from_predictions([list(answers) for answers in said], truth=list("00001111"))
    >>> search = choose_members(outputs, FitSelect())
    >>> search.kept, search.error, search.found["alpha"]
    (array([1, 2, 0]), 0.0, 0.6)
    """

    alphas: Any = parameter(ALPHAS, default=None, kw_only=False)
    step: int = parameter(Count(), default=1, kw_only=False)

    def search(self, evaluator: Evaluator, n_members: int | None = None, random_state: Seed = None) -> Search:
        """Choose members by their predictions."""
        return self.search_together([evaluator], n_members)[0]

    def search_together(
        self, evaluators: Sequence[Evaluator], n_members: int | None = None, n_jobs: int | None = None
    ) -> list[Search]:
        """Choose members of several ensembles, each evaluated on rows of its own, with one alpha for all.

        Parameters
        ----------
        evaluators : sequence of Evaluator
            One per ensemble.
        n_members : int or None, default=None
            Members to keep of each ensemble; None for as many as are best.
        n_jobs : int or None, default=None
            Threads; one ensemble is the unit of work.
        """
        alphas = self._check_alphas()
        calls = [(evaluator, self._list_lengths(evaluator, n_members), alphas) for evaluator in evaluators]
        tried = list(zip(*map_in_threads(_cut_rankings, calls, n_jobs), strict=True))
        errors = [np.mean([cut.error for cut in cuts]) for cuts in tried]
        sizes = [sum(cut.length for cut in cuts) for cuts in tried]
        # Equal errors up to rounding, then fewest members, then the largest alpha.
        best = min(range(len(alphas)), key=lambda i: (round(errors[i], 12), sizes[i], -alphas[i]))
        table = {"alpha": alphas.tolist(), "error": [float(error) for error in errors], "n_members": sizes}
        return [
            Search.cut(cut.order, cut.errors, cut.length - 1, alpha=float(alphas[best]), tried=table)
            for cut in tried[best]
        ]

    def _check_alphas(self) -> Floats:
        if self.alphas is None:
            return np.arange(11) / 10
        alphas = np.atleast_1d(np.asarray(self.alphas, dtype=np.float64))
        if alphas.size == 0 or not ((alphas >= 0) & (alphas <= 1)).all():
            raise ValueError(f"alphas={self.alphas!r} must be numbers from 0 to 1")
        return alphas

    def _list_lengths(self, evaluator: Evaluator, n_members: int | None) -> NDArray[np.intp]:
        most = evaluator.outputs.n_members
        if n_members is not None:
            return np.array([min(n_members, most)])
        lengths = np.arange(self.step, most + 1, self.step)
        return lengths if lengths.size else np.array([most])


@dataclass(frozen=True)
class _Cut:
    order: NDArray[np.intp]
    errors: Floats
    length: int

    @property
    def error(self) -> float:
        error = float(self.errors[self.length - 1])
        return np.inf if np.isnan(error) else error  # no member predicts


def _cut_rankings(evaluator: Evaluator, lengths: NDArray[np.intp], alphas: Floats) -> list[_Cut]:
    ranking = _Ranking(evaluator, lengths)
    return [ranking.cut(alpha) for alpha in alphas]


class _Ranking:
    """The rankings of one ensemble's members; many alphas give the same one, which is followed once."""

    def __init__(self, evaluator: Evaluator, lengths: NDArray[np.intp]) -> None:
        self._evaluator, self._lengths = evaluator, lengths
        self._accuracy = _scale(_find_accuracies(evaluator.outputs))
        self._diversity = _scale(_find_diversities(evaluator.outputs))
        self._followed: dict[bytes, _Cut] = {}

    def cut(self, alpha: float) -> _Cut:
        fitness = alpha * self._accuracy + (1 - alpha) * self._diversity
        order = np.argsort(-fitness.round(12), kind="stable")
        key = order.tobytes()
        if key not in self._followed:
            errors = self._evaluator.along(order)
            seen = np.where(np.isnan(errors), np.inf, errors)[self._lengths - 1]
            self._followed[key] = _Cut(order, errors, int(self._lengths[seen.round(12).argmin()]))
        return self._followed[key]


def fitness(outputs: Outputs, alpha: float) -> Floats:
    """FitSelect's fitness of each member.

    Parameters
    ----------
    outputs : Outputs
        Classes or values, with the truth.
    alpha : float
        Share of the accuracy, from 0 to 1.

    Examples
    --------
    >>> fitness(Outputs.from_predictions([[0, 0, 1, 1], [0, 0, 1, 0]], truth=[0, 0, 1, 1]), alpha=0.5)
    array([1.   , 0.875])
    """
    accuracy, diversity = _find_accuracies(outputs), _find_diversities(outputs)
    return alpha * _scale(accuracy) + (1 - alpha) * _scale(diversity)


def _find_accuracies(outputs: Outputs) -> Floats:
    """Accuracies, or what plays their part for values; 0 for a member that never predicts."""
    if outputs.is_classification and outputs.predicted is None:
        weights = outputs.row_weights()
        return np.asarray(outputs.correct().astype(np.float64) @ weights / weights.sum())
    errors = outputs.errors()
    if outputs.is_classification:
        return np.nan_to_num(1.0 - errors)
    squares = errors**2
    worst = np.nanmax(squares) if not np.isnan(squares).all() else 0.0
    return np.nan_to_num(1.0 - squares / worst) if worst > 0 else np.ones(len(squares))


def _find_diversities(outputs: Outputs) -> Floats:
    """`member_disagreement`, for votes of all members at once: their loop costs a tenth of a small forest."""
    if not outputs.is_classification or outputs.predicted is not None or outputs.n_members == 1:
        return np.nan_to_num(member_disagreement(outputs))
    answers, n_others = outputs.answers, outputs.n_members - 1
    weights, agree = outputs.row_weights(), np.zeros(outputs.n_members)
    for start, code in product(range(0, outputs.n_samples, _ROWS_IN_CACHE), range(outputs.n_classes)):
        rows = slice(start, start + _ROWS_IN_CACHE)
        says = (answers[:, rows] == code).astype(np.float64)
        agree += says @ (weights[rows] * (says.sum(axis=0) - 1))
    return np.asarray(1.0 - agree / (weights.sum() * n_others))


def _scale(values: Floats) -> Floats:
    top = values.max()
    return values / top if top > 0 else np.zeros(len(values))
