"""Clusters of weighted points, by any clusterer of scikit-learn's kind."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.cluster import KMeans
from sklearn.utils.validation import has_fit_parameter

from hedgerow.foundation.constraints import Constraint
from hedgerow.foundation.threads import limit_openmp


def make_clusterer(clusterer: Any) -> Any:
    """The given clusterer, or k-means with ten restarts.

    Examples
    --------
    >>> make_clusterer(None)
    KMeans(n_init=10)
    """
    if clusterer is None:
        return KMeans(n_init=10)
    if not hasattr(clusterer, "fit_predict") or not hasattr(clusterer, "get_params"):
        raise TypeError(
            f"clusterer={clusterer!r} is not a clusterer: it needs fit_predict and get_params, as "
            "sklearn.cluster.KMeans() has them"
        )
    return clusterer


def takes_number(clusterer: Any) -> bool:
    """Whether a clusterer is told the number of clusters; `DBSCAN`, for one, finds it."""
    return "n_clusters" in clusterer.get_params()


def find_clusters(
    clusterer: Any,
    points: NDArray[np.float64],
    n_clusters: int,
    weights: NDArray[Any] | None,
    seed: int,
) -> NDArray[np.intp]:
    """Cluster points into labels 0, 1, ...; -1 is a point that it leaves outside, as `DBSCAN` does with noise.

    Parameters
    ----------
    clusterer : clusterer
        Any clusterer of scikit-learn's kind; a copy is fitted.
    points : ndarray of shape (n_samples, n_coordinates)
        The points.
    n_clusters : int
        Number of clusters, for clusterers that are told; not more than there are distinct points.
    weights : ndarray of shape (n_samples,) or None
        Weights of the points, for clusterers that take them.
    seed : int
        For clusterers that draw.

    Returns
    -------
    ndarray of int of shape (n_samples,)

    Examples
    --------
    >>> find_clusters(KMeans(n_init=3), np.array([[0.0], [0.1], [5.0], [5.1]]), 2, None, seed=0).tolist()
    [0, 0, 1, 1]
    """
    n_distinct = len(np.unique(points, axis=0))
    if n_distinct == 1:
        return np.zeros(len(points), np.intp)
    copy = clone(clusterer)
    parameters = copy.get_params()
    if "random_state" in parameters:
        copy.set_params(random_state=seed)
    if "n_clusters" in parameters:
        copy.set_params(n_clusters=min(n_clusters, n_distinct))
    told = (
        {} if weights is None or not has_fit_parameter(copy, "sample_weight") else {"sample_weight": weights}
    )
    # Threads inside would add up the points in an order of their own, and stand in the way of threads outside.
    with limit_openmp():
        labels = copy.fit(points, **told).labels_
    return number_clusters(labels)


def number_clusters(labels: NDArray[Any]) -> NDArray[np.intp]:
    """Number clusters 0, 1, ... by their first rows, so names do not matter; negative labels become -1.

    Examples
    --------
    >>> number_clusters(np.array([7, 7, -1, 2, 7])).tolist()
    [0, 0, -1, 1, 0]
    """
    numbered = np.full(len(labels), -1, np.intp)
    inside = np.flatnonzero(labels >= 0)
    if inside.size:
        _, first, codes = np.unique(labels[inside], return_index=True, return_inverse=True)
        numbered[inside] = np.argsort(np.argsort(first))[codes]
    return numbered


class ClusterRange(Constraint):
    """A number of clusters, or the least and the most.

    Examples
    --------
    >>> [ClusterRange().accepts(value) for value in (3, (2, 10), (4, 2), 0, "many")]
    [True, True, False, False, False]
    """

    def accepts(self, value: Any) -> bool:
        """Whether a value will do."""
        numbers = (
            [value] if isinstance(value, int | np.integer) else list(value) if np.iterable(value) else []
        )
        is_range = len(numbers) in (1, 2) and all(isinstance(each, int | np.integer) for each in numbers)
        return bool(is_range and 1 <= numbers[0] <= numbers[-1])

    def describe(self) -> str:
        """The values that will do, in words."""
        return "a number of clusters, 1 or more, or the least and the most, as (2, 10)"
