"""How many rows change their cluster when a feature is shuffled, out of bag."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.threads import map_in_threads
from hedgerow.selection.unsupervised.coordinates import Coordinates
from hedgerow.selection.unsupervised.member import ClusterMember


def find_changed(
    points: NDArray[np.float64],
    centroids: NDArray[np.float64],
    owner: NDArray[np.intp],
    order: NDArray[np.intp],
) -> NDArray[np.bool_]:
    """Which rows move to another centroid when the values of one feature are permuted among them.

    Squared distances are sums over features, so a permutation exchanges one summand and nothing is computed again:
    d2 - (x_iv - m_cv)^2 + (x_p(i)v - m_cv)^2.

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_columns)
        The rows.
    centroids : ndarray of shape (n_clusters, n_columns)
        The centroids.
    owner : ndarray of int of shape (n_columns,)
        The feature of each column, in order.
    order : ndarray of int of shape (n_samples,)
        The row whose value each row is given.

    Returns
    -------
    ndarray of bool of shape (n_samples, n_features)
        One column for each feature that owns columns.

    Examples
    --------
    >>> points, centroids = np.array([[0.0, 0], [1, 0], [5, 1], [6, 0]]), np.array([[0.5, 0], [5.5, 0.5]])
    >>> find_changed(points, centroids, np.array([0, 1]), np.array([2, 0, 3, 1])).astype(int).T
    array([[1, 0, 0, 1],
           [0, 0, 0, 0]])
    """
    squares = (points[:, None, :] - centroids) ** 2  # rows x centroids x columns
    starts = np.flatnonzero(np.diff(owner, prepend=-1))
    parts = np.add.reduceat(squares, starts, axis=2)
    apart = parts.sum(axis=2)
    labels = apart.argmin(axis=1)
    shuffled = apart[:, :, None] - parts + parts[order]
    return np.asarray(shuffled.argmin(axis=1) != labels[:, None])


def count_changes(
    points: NDArray[np.float64],
    coordinates: Coordinates,
    members: Sequence[ClusterMember],
    seed: int,
    weights: NDArray[np.float64] | None = None,
    n_jobs: int | None = None,
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """How often each row changed its cluster by each feature, and how often it had the chance.

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_coordinates)
        The rows that the members were grown on.
    coordinates : Coordinates
        Which coordinates are whose.
    members : sequence of ClusterMember
        The members.
    seed : int
        The permutations follow from it.
    weights : ndarray of shape (n_samples,), default=None
        Weights of the rows; one without weight has no chance, and lends its values to nobody.
    n_jobs : int or None, default=None
        Number of threads.

    Returns
    -------
    changes, chances : ndarray of int of shape (n_samples, n_features)
        A row has its chance with a feature where a member has not drawn the row and has drawn the feature.
    """
    changes = np.zeros((len(points), coordinates.n_features), np.int32)
    chances = np.zeros_like(changes)
    seeds = np.random.SeedSequence(seed).spawn(len(members))

    def left_out(member: ClusterMember) -> NDArray[np.bool_]:
        return ~member.in_bag if weights is None else ~member.in_bag & (weights > 0)

    def shuffle(member: ClusterMember, source: np.random.SeedSequence) -> NDArray[np.bool_]:
        rows = np.flatnonzero(left_out(member))
        if rows.size == 0:
            return np.zeros((0, member.features.size), np.bool_)
        order = np.random.default_rng(source).permutation(rows.size)
        seen = points[np.ix_(rows, member.columns)]
        return find_changed(seen, member.centroids, coordinates.owner[member.columns], order)

    calls = zip(members, seeds, strict=True)
    for member, changed in zip(members, map_in_threads(shuffle, calls, n_jobs), strict=True):
        cells = np.ix_(left_out(member), member.features)
        changes[cells] += changed
        chances[cells] += 1
    return changes, chances


def sum_by_cluster(
    importances: NDArray[np.float64],
    clusters: NDArray[np.intp],
    weights: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Importance of each feature to each cluster: the sum over its rows.

    Examples
    --------
    >>> rows = np.array([[0.1, 0.0], [0.2, 0.1], [0.0, 0.3], [0.1, 0.2]])
    >>> sum_by_cluster(rows, np.array([0, 0, 1, 1])).round(2)
    array([[0.3, 0.1],
           [0.1, 0.5]])
    """
    belongs = (clusters == np.arange(clusters.max() + 1)[:, None]).astype(np.float64)
    return np.asarray((belongs if weights is None else belongs * weights) @ importances)
