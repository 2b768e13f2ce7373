"""How good are clusters? The index of Davies and Bouldin, a number of clusters by it, and scatter separability."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.selection.unsupervised.clustering import find_clusters, takes_number


def measure_davies_bouldin(
    points: NDArray[np.float64], labels: NDArray[np.intp], weights: NDArray[np.float64] | None = None
) -> float:
    """Davies-Bouldin index, smaller is better: the mean over clusters of the worst (s_i + s_j) / d_ij.

    s_i is the mean distance of a cluster's points to their centroid, d_ij the distance of two centroids. Two clusters
    with the same centroid are not compared. Points outside clusters (-1) do not count.

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_coordinates)
        The points.
    labels : ndarray of int of shape (n_samples,)
        Their clusters.
    weights : ndarray of shape (n_samples,), default=None
        Weights of the points, which scikit-learn's `davies_bouldin_score` has not.

    Returns
    -------
    float
        Infinite where there are fewer than two clusters.

    References
    ----------
    D. Davies and D. Bouldin, "A cluster separation measure", IEEE Transactions on Pattern Analysis and Machine
    Intelligence 1, 1979.

    Examples
    --------
    >>> points = np.array([[0.0, 0], [0, 2], [4, 0], [4, 2], [10, 1], [12, 1]])
    >>> round(measure_davies_bouldin(points, np.array([0, 0, 1, 1, 2, 2])), 6)
    0.428571
    """
    counted = np.ones(len(points)) if weights is None else weights
    centroids, sizes = find_centroids(points, labels, counted)
    if np.count_nonzero(sizes) < 2:
        return np.inf
    centroids, present = centroids[sizes > 0], np.flatnonzero(sizes > 0)
    widths = np.zeros(len(present))
    for place, cluster in enumerate(present):
        rows = labels == cluster
        spread = np.linalg.norm(points[rows] - centroids[place], axis=1)
        widths[place] = counted[rows] @ spread / sizes[cluster]
    apart = np.linalg.norm(centroids[:, None] - centroids[None], axis=2)
    apart[apart == 0] = np.inf
    return float(((widths[:, None] + widths) / apart).max(axis=1).mean())


def find_centroids(
    points: NDArray[np.float64], labels: NDArray[np.intp], weights: NDArray[Any]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Weighted mean and total weight of each cluster; points labelled -1 belong to none.

    Examples
    --------
    >>> find_centroids(np.array([[0.0], [2.0], [9.0]]), np.array([0, 0, -1]), np.ones(3))
    (array([[1.]]), array([2.]))
    """
    members = weights[:, None] * (labels[:, None] == np.arange(labels.max(initial=-1) + 1))
    sizes = members.sum(axis=0)
    return (members.T @ points) / np.where(sizes > 0, sizes, 1.0)[:, None], sizes


def choose_number(
    clusterer: Any,
    points: NDArray[np.float64],
    weights: NDArray[np.float64] | None,
    seed: int,
    *,
    least: int = 2,
    most: int = 10,
) -> int:
    """The number of clusters with the smallest index, of those up to the root of the number of points.

    Parameters
    ----------
    clusterer : clusterer
        Who finds clusters; where it is not told their number, there is nothing to choose.
    points : ndarray of shape (n_samples, n_coordinates)
        The points.
    weights : ndarray of shape (n_samples,) or None
        Their weights.
    seed : int
        For clusterers that draw.
    least, most : int, default=2, 10
        The numbers to try.

    Returns
    -------
    int

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> points = np.repeat([[0.0, 0], [0, 9], [9, 0]], 10, axis=0) + np.random.default_rng(0).random((30, 2))
    >>> choose_number(KMeans(n_init=3), points, None, seed=0)
    3
    """
    if not takes_number(clusterer):
        return least
    numbers = range(least, max(least, min(most, int(np.sqrt(len(points))))) + 1)
    indices = [
        measure_davies_bouldin(points, find_clusters(clusterer, points, number, weights, seed), weights)
        for number in numbers
    ]
    return numbers[int(np.argmin(indices))]


def measure_separability(
    points: NDArray[np.float64], labels: NDArray[np.intp], weights: NDArray[np.float64] | None = None
) -> float:
    """Scatter separability, trace(Sw^-1 Sb): larger is better, and more features never have less.

    Sw is the mean covariance within clusters, Sb the covariance of the centroids, both weighted by the shares of the
    clusters. A singular Sw gets a ridge of 1e-6 times its mean variance.

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_coordinates)
        The points.
    labels : ndarray of int of shape (n_samples,)
        Their clusters; -1 belongs to none, and does not count.
    weights : ndarray of shape (n_samples,), default=None
        Weights of the points.

    Returns
    -------
    float
        Infinite where clusters are single points; zero where there is one cluster.

    References
    ----------
    J. Dy and C. Brodley, "Feature selection for unsupervised learning", Journal of Machine Learning Research 5, 2004.

    Examples
    --------
    >>> X = np.array([[0.0], [1], [0], [5], [6], [5]])
    >>> round(measure_separability(X, np.array([0, 0, 0, 1, 1, 1])), 6)
    28.125
    """
    counted = (np.ones(len(points)) if weights is None else weights) * (labels >= 0)
    total = counted.sum()
    if total == 0:
        return 0.0
    centroids, sizes = find_centroids(points, labels, counted)
    mean = counted @ points / total
    apart = centroids - mean
    between = (apart.T * (sizes / total)) @ apart
    residuals = points - centroids[labels]
    within = (residuals.T * (counted / total)) @ residuals
    if not between.any():
        return 0.0
    if not within.any():
        return np.inf
    if np.linalg.matrix_rank(within, hermitian=True) < len(within):
        within = within + np.eye(len(within)) * 1e-6 * np.trace(within) / len(within)
    return float(np.trace(np.linalg.solve(within, between)))


def project_across(
    first: NDArray[np.float64],
    first_labels: NDArray[np.intp],
    second: NDArray[np.float64],
    second_labels: NDArray[np.intp],
    weights: NDArray[np.float64] | None = None,
) -> tuple[float, float]:
    """Separability of each clustering in its own subspace times that in the other one.

    Subspaces of different size cannot be compared by their separability. So each clustering is judged in both
    subspaces, and the products are compared (Dy & Brodley 2004).

    Parameters
    ----------
    first, second : ndarray of shape (n_samples, n_coordinates)
        The points in each subspace.
    first_labels, second_labels : ndarray of int of shape (n_samples,)
        The clusters found in each.
    weights : ndarray of shape (n_samples,), default=None
        Weights of the points.

    Returns
    -------
    ours, theirs : float
        Of the first clustering and the second.
    """
    ours, theirs = (
        measure_separability(first, labels, weights) * measure_separability(second, labels, weights)
        for labels in (first_labels, second_labels)
    )
    return ours, theirs
