"""How far two clusterings of the same rows agree, whatever they call their clusters.

scikit-learn has three of these measures, but for rows of equal weight.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


def count_meetings(
    labels: ArrayLike, others: ArrayLike, weights: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """Contingency table: the weight of the rows in each cluster of one clustering and each of the other.

    Examples
    --------
    >>> count_meetings([0, 0, 1], [1, 0, 1])
    array([[1., 1.],
           [0., 1.]])
    """
    one, other = (np.unique(np.asarray(each), return_inverse=True)[1] for each in (labels, others))
    width = other.max() + 1
    counts = np.bincount(one * width + other, weights, minlength=(one.max() + 1) * width)
    return counts.reshape(-1, width).astype(np.float64)


def rand_index(labels: ArrayLike, others: ArrayLike, weights: NDArray[np.float64] | None = None) -> float:
    """Share of the pairs of rows that both clusterings put together, or both put apart.

    Examples
    --------
    >>> rand_index([0, 0, 1, 1], [1, 1, 0, 2])
    0.8333333333333334
    """
    same, one, other, pairs = _count_pairs(labels, others, weights)
    return float((pairs + 2 * same - one - other) / pairs)


def adjusted_rand_index(
    labels: ArrayLike, others: ArrayLike, weights: NDArray[np.float64] | None = None
) -> float:
    """Rand index, moved and stretched so that chance has 0 and agreement 1 (Hubert & Arabie 1985).

    Examples
    --------
    >>> round(adjusted_rand_index([0, 0, 1, 1], [1, 1, 0, 2]), 4)
    0.5714
    """
    same, one, other, pairs = _count_pairs(labels, others, weights)
    expected, most = one * other / pairs, (one + other) / 2
    return 1.0 if most == expected else float((same - expected) / (most - expected))


def average_information(
    partition: NDArray[np.intp], members: NDArray[np.integer], weights: NDArray[np.float64] | None = None
) -> float:
    """ANMI: the mean normalised information of a partition and each of many clusterings (Strehl & Ghosh 2002).

    Parameters
    ----------
    partition : ndarray of int of shape (n_samples,)
        The clusters in question: 0, 1, ...
    members : ndarray of int of shape (n_samples, n_clusterings)
        The cluster of every row in each clustering.
    weights : ndarray of shape (n_samples,), default=None
        Weights of the rows.

    Returns
    -------
    float

    Examples
    --------
    >>> members = np.array([[0, 0, 1, 1, 1], [0, 0, 1, 1, 1], [1, 1, 0, 0, 0]]).T
    >>> average_information(np.array([0, 0, 1, 1, 1]), members)
    1.0
    """
    n_clusters, n_labels = int(partition.max()) + 1, int(members.max()) + 1
    total = np.empty(members.shape[1])
    for member, labels in enumerate(members.T):
        cells = np.bincount(partition * n_labels + labels, weights, minlength=n_clusters * n_labels)
        total[member] = _normalise_information(cells.reshape(n_clusters, n_labels))
    return float(total.mean())


def _normalise_information(meetings: NDArray[Any]) -> float:
    shares = meetings / meetings.sum()
    rows, columns = _entropy(shares.sum(axis=1)), _entropy(shares.sum(axis=0))
    if rows == 0 or columns == 0:
        return float(rows == columns)
    shared = rows + columns - _entropy(shares.ravel())
    return float(min(max(shared / np.sqrt(rows * columns), 0.0), 1.0))


def _entropy(shares: NDArray[Any]) -> float:
    present = shares[shares > 0]
    return float(-(present @ np.log(present))) if len(present) > 1 else 0.0


def _count_pairs(
    labels: ArrayLike, others: ArrayLike, weights: NDArray[np.float64] | None
) -> tuple[float, float, float, float]:
    """Pairs together in both, in one, in the other, and all; of a weight w there are w (w - 1) / 2."""
    meetings = count_meetings(labels, others, weights)
    counts = (meetings, meetings.sum(axis=1), meetings.sum(axis=0), meetings.sum())
    same, one, other, pairs = (float((count * (count - 1)).sum() / 2) for count in counts)
    return same, one, other, pairs
