"""The greedy search of mRMR, for all runs of an ensemble in lock-step, and one selection from those of the runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

Average = Literal["mean", "median"]


class Relations(Protocol):
    """How features relate to the target and to each other, in each run.

    Attributes
    ----------
    relevance : ndarray of shape (n_runs, n_features)
        What each feature tells about the target; not negative.
    constant : ndarray of bool of shape (n_runs, n_features)
        Which features have one value only on the rows of the run.
    """

    relevance: NDArray[np.float64]
    constant: NDArray[np.bool_]

    def relate(self, chosen: NDArray[np.int64]) -> NDArray[np.float64]:
        """What the feature that each run chose shares with all features, in this run; correlations have signs."""
        ...


class AveragedRelations:
    """The inner ensemble: one run, whose relations are averages over the runs of others.

    Correlations are averaged with their signs.

    Parameters
    ----------
    relations : Relations
        Those of the runs.
    average : {"mean", "median"}
        How to average.
    """

    def __init__(self, relations: Relations, average: Average) -> None:
        self._relations = relations
        self._average = average
        self.relevance = self._over_runs(relations.relevance)
        self.constant: NDArray[np.bool_] = np.asarray(relations.constant.all(axis=0))[None]

    def relate(self, chosen: NDArray[np.int64]) -> NDArray[np.float64]:
        """What the chosen feature shares with all features, on average."""
        runs = np.repeat(chosen, self._relations.relevance.shape[0])
        return self._over_runs(self._relations.relate(runs))

    def _over_runs(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        averaged = np.mean(values, axis=0) if self._average == "mean" else np.median(values, axis=0)
        return np.ascontiguousarray(averaged[None])


def search(
    relations: Relations,
    n_features: int,
    *,
    by_quotient: bool,
    floor: float,
    fixed: Sequence[int] = (),
) -> NDArray[np.int64]:
    """Choose features one after the other, each for what it tells about the target and the chosen ones do not.

    Parameters
    ----------
    relations : Relations
        How features relate to the target and to each other.
    n_features : int
        How many to choose.
    by_quotient : bool
        Whether the score is relevance over mean redundancy, or their difference.
    floor : float
        The least redundancy of two features, where relevance is divided by it.
    fixed : sequence of int, default=()
        Features that are chosen first, whatever their score.

    Returns
    -------
    ndarray of shape (n_runs, n_features)
        What each run chose, in this order. Of equal scores the lower column wins; constants come last.
    """
    from hedgerow._kernels.split_sums import CHOSEN, CONSTANT, OPEN, choose_next

    n_runs, n_columns = relations.relevance.shape
    states = np.where(relations.constant, CONSTANT, OPEN).astype(np.int8)
    sums, shared = np.zeros((2, n_runs, n_columns))
    chosen = np.empty((n_features, n_runs), np.int64)
    for step in range(n_features):
        choose_next(relations.relevance, shared, step, floor, by_quotient, states, sums, chosen[step])
        if step < len(fixed):
            chosen[step] = fixed[step]
        states[np.arange(n_runs), chosen[step]] = CHOSEN
        if step < n_features - 1:
            shared = relations.relate(chosen[step])
    return chosen.T


Combine = Literal["vote", "majority", "rank"]


def combine_runs(
    runs: NDArray[np.int64], relevance: NDArray[np.float64], combine: Combine
) -> NDArray[np.intp]:
    """Combine the ordered selections of several runs.

    Parameters
    ----------
    runs : ndarray of int of shape (n_runs, n_features)
        What each run chose, in order.
    relevance : ndarray of shape (n_columns,)
        Mean relevance of each feature, which decides where all else is equal.
    combine : {"vote", "majority", "rank"}
        As many features as a run has, those that most runs chose; all that more than half of the runs chose; or
        as many as a run has, those of the best mean place, where a run gives its last place and one more to all that
        it did not choose.

    Returns
    -------
    ndarray of int
        The combined selection, the best first. Of features with as many votes the one with the better mean place in
        the runs that chose it comes first, then that of more relevance, then the lower column.

    Examples
    --------
    >>> combine_runs(np.array([[1, 0], [1, 2], [0, 1]]), np.zeros(4), "vote")
    array([1, 0])
    """
    n_runs, n_features = runs.shape
    n_columns = relevance.size
    votes = np.bincount(runs.ravel(), minlength=n_columns)
    places = np.bincount(runs.ravel(), np.tile(np.arange(1.0, n_features + 1), n_runs), minlength=n_columns)
    place = np.divide(places, votes, out=np.full(n_columns, np.inf), where=votes > 0)
    if combine == "rank":
        mean = (places + (n_runs - votes) * (n_features + 1.0)) / n_runs
        return np.lexsort((-relevance, mean))[:n_features]
    order = np.lexsort((-relevance, place, -votes))
    return order[:n_features] if combine == "vote" else order[votes[order] > n_runs / 2]
