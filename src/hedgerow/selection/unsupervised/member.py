"""One member of a cluster ensemble: a bootstrap sample, a few features, and the clusters found there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.selection.unsupervised.cluster_quality import choose_number, find_centroids
from hedgerow.selection.unsupervised.clustering import find_clusters
from hedgerow.selection.unsupervised.coordinates import Coordinates


@dataclass(frozen=True, eq=False)
class ClusterMember:
    """What a member has drawn and found.

    Parameters
    ----------
    features : ndarray of int of shape (n_drawn,)
        The features it looks at.
    columns : ndarray of int of shape (n_columns,)
        Their coordinates.
    centroids : ndarray of shape (n_clusters, n_columns)
        The means of its clusters.
    labels : ndarray of int of shape (n_samples,)
        The cluster of every row; that of the nearest centroid for rows that it has not drawn or left outside.
    in_bag : ndarray of bool of shape (n_samples,)
        The rows it has drawn.
    clustered : ndarray of bool of shape (n_samples,)
        The rows it has drawn and put into a cluster.
    """

    features: NDArray[np.intp]
    columns: NDArray[np.intp]
    centroids: NDArray[np.float64]
    labels: NDArray[np.int16]
    in_bag: NDArray[np.bool_]
    clustered: NDArray[np.bool_]

    def assign(self, points: NDArray[np.float64]) -> NDArray[np.intp]:
        """The nearest centroid of each point, given with all coordinates; the first of equally near ones."""
        return find_nearest(points[:, self.columns], self.centroids)


def find_nearest(points: NDArray[np.float64], centroids: NDArray[np.float64]) -> NDArray[np.intp]:
    """The nearest centroid of each point; the first of equally near ones.

    Examples
    --------
    >>> find_nearest(np.array([[0.0], [4.0], [5.0]]), np.array([[1.0], [7.0]]))
    array([0, 0, 1])
    """
    apart = np.stack([((points - centroid) ** 2).sum(axis=1) for centroid in centroids], axis=1)
    return np.asarray(apart.argmin(axis=1))


def grow_member(
    points: NDArray[np.float64],
    coordinates: Coordinates,
    clusterer: Any,
    n_features: int,
    n_clusters: int | None,
    chances: NDArray[np.float64] | None,
    seed: int,
) -> ClusterMember:
    """Draw rows with replacement and features without, and find clusters there.

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_coordinates)
        The rows as points.
    coordinates : Coordinates
        Which coordinates are whose.
    clusterer : clusterer
        Who finds clusters.
    n_features : int
        Number of features to draw.
    n_clusters : int or None
        Number of clusters; None chooses it by the index of Davies and Bouldin in the sample.
    chances : ndarray of shape (n_samples,) or None
        Chance of each row at each draw; None for equal ones.
    seed : int
        What is drawn follows from it.

    Returns
    -------
    ClusterMember
    """
    rng = np.random.default_rng(seed)
    n_rows = len(points)
    n_draws = n_rows if chances is None else np.count_nonzero(chances)
    drawn = rng.choice(n_rows, n_draws, p=chances)
    counts = np.bincount(drawn, minlength=n_rows)
    features = np.sort(rng.choice(coordinates.n_features, n_features, replace=False))
    columns = coordinates.find_columns(features)
    seen = points[:, columns]
    in_bag = counts > 0
    sample, weights = seen[in_bag], counts[in_bag].astype(np.float64)
    within = int(rng.integers(2**31 - 1))
    if n_clusters is None:
        n_clusters = choose_number(clusterer, sample, weights, within)
    found = find_clusters(clusterer, sample, n_clusters, weights, within)
    centroids, _ = find_centroids(sample, found, weights)
    if len(centroids) == 0:  # every point was left outside; one centroid cannot tell rows apart
        centroids = np.average(sample, axis=0, weights=weights)[None]
    clustered = np.zeros(n_rows, np.bool_)
    clustered[in_bag] = found >= 0
    labels = np.empty(n_rows, np.int16)
    labels[clustered] = found[found >= 0]
    labels[~clustered] = find_nearest(seen[~clustered], centroids)
    return ClusterMember(features, columns, centroids, labels, in_bag, clustered)
