"""How far apart the rows of a code are, and so how many wrong answers it forgives."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.codes.protocol import CodeMatrix


def row_distances(matrix: CodeMatrix) -> NDArray[np.float64]:
    """Hamming distance between any two rows; a column that leaves out one of the two classes counts one half.

    Parameters
    ----------
    matrix : ndarray of shape (n_classes, n_columns)
        The code.

    Returns
    -------
    ndarray of shape (n_classes, n_classes)

    References
    ----------
    E. Allwein, R. Schapire and Y. Singer, "Reducing multiclass to binary: a unifying approach for margin
    classifiers", Journal of Machine Learning Research 1 (2000).

    Examples
    --------
    >>> row_distances(np.array([[1, 1], [1, -1], [0, 1]], dtype=np.int8))[0]
    array([0. , 1. , 0.5])
    """
    code = matrix.astype(np.float32)  # products of small integers: exact
    distances: NDArray[np.float64] = (matrix.shape[1] - (code @ code.T).astype(np.float64)) / 2
    np.fill_diagonal(distances, 0.0)
    return distances


def min_row_distance(matrix: CodeMatrix) -> float:
    """Smallest distance between two rows.

    Examples
    --------
    >>> from hedgerow.codes import Exhaustive
    >>> min_row_distance(Exhaustive().build(4, None, np.random.RandomState(0)))
    4.0
    """
    distances = row_distances(matrix)
    return float(distances[np.triu_indices(len(distances), 1)].min())


def count_correctable(distance: float) -> int:
    """Wrong answers that decoding to the nearest row forgives, floor((d - 1) / 2).

    Examples
    --------
    >>> [count_correctable(distance) for distance in range(1, 8)]
    [0, 0, 1, 1, 2, 2, 3]
    """
    return max(0, int((distance - 1) // 2))
