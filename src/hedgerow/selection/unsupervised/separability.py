"""How well clusters are separated by the scatter between and within them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.selection.unsupervised.davies_bouldin import find_centroids


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


def is_better_projection(
    first: NDArray[np.float64],
    first_labels: NDArray[np.intp],
    second: NDArray[np.float64],
    second_labels: NDArray[np.intp],
    weights: NDArray[np.float64] | None = None,
) -> bool:
    """Whether the second of two subspaces and their clusters is better, judged by cross-projection.

    Subspaces of different size cannot be compared by their separability. So each clustering is judged in both
    subspaces, and the products are compared (Dy & Brodley 2004). Equal ones are not better.

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
    bool
    """
    ours, theirs = project_across(first, first_labels, second, second_labels, weights)
    return theirs > ours


def project_across(
    first: NDArray[np.float64],
    first_labels: NDArray[np.intp],
    second: NDArray[np.float64],
    second_labels: NDArray[np.intp],
    weights: NDArray[np.float64] | None = None,
) -> tuple[float, float]:
    """Separability of each clustering in its own subspace times that in the other one."""
    found = (
        measure_separability(first, labels, weights) * measure_separability(second, labels, weights)
        for labels in (first_labels, second_labels)
    )
    ours, theirs = found
    return ours, theirs
