"""From the selections of many runs to one."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

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
