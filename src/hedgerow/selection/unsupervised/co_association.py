"""How often two rows are found in the same cluster, out of the times both were drawn."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hedgerow.foundation.constraints import Word, check
from hedgerow.foundation.threads import count_threads, map_in_threads

Normalization = Literal["co_sampled", "paper"]

NORMALIZATIONS = Word("co_sampled", "paper")


def measure_co_association(
    labels: ArrayLike,
    in_bag: ArrayLike | None = None,
    *,
    normalization: Normalization = "co_sampled",
    n_jobs: int | None = None,
) -> NDArray[np.float32]:
    """Share of clusterings that put two rows into the same cluster.

    Parameters
    ----------
    labels : array-like of int of shape (n_samples, n_clusterings)
        The cluster of each row in each clustering; -1 is in none.
    in_bag : array-like of bool of shape (n_samples, n_clusterings), default=None
        Which rows each clustering has seen; None where a label of 0 or more says so.
    normalization : {"co_sampled", "paper"}, default="co_sampled"
        Share of the clusterings that have seen both rows, or of all.
    n_jobs : int or None, default=None
        Number of threads.

    Returns
    -------
    ndarray of float32 of shape (n_samples, n_samples)
        With ones on the diagonal; 0 for two rows that no clustering has seen together.

    Examples
    --------
    >>> measure_co_association([[0, 0, -1], [0, 0, 1], [1, -1, 0], [-1, 1, 0], [1, 1, 0]])[2]
    array([0., 0., 1., 1., 1.], dtype=float32)
    """
    found = np.asarray(labels)
    seen = found >= 0 if in_bag is None else np.asarray(in_bag, np.bool_)
    n_rows = len(found)
    apart = measure_dissimilarities(
        found, seen, (found >= 0) & seen, normalization=normalization, n_jobs=n_jobs
    )
    together = np.eye(n_rows, dtype=np.float32)
    place = 0
    for row in range(n_rows - 1):
        line = 1 - apart[place : place + n_rows - row - 1]
        together[row, row + 1 :] = line
        together[row + 1 :, row] = line
        place += len(line)
    return together


def measure_dissimilarities(
    labels: NDArray[np.integer],
    in_bag: NDArray[np.bool_],
    clustered: NDArray[np.bool_],
    *,
    normalization: Normalization = "co_sampled",
    n_jobs: int | None = None,
) -> NDArray[np.float32]:
    """One minus the co-association, of the pairs of rows (0, 1), (0, 2), ... (1, 2), ...: half a matrix.

    Parameters
    ----------
    labels : ndarray of int of shape (n_samples, n_clusterings)
        The cluster of each row in each clustering.
    in_bag, clustered : ndarray of bool of shape (n_samples, n_clusterings)
        Where a row was drawn, and where it was put into a cluster, so its label counts.
    normalization : {"co_sampled", "paper"}, default="co_sampled"
        Share of the clusterings that have seen both rows, or of all.
    n_jobs : int or None, default=None
        Number of threads.

    Returns
    -------
    ndarray of float32 of shape (n_samples * (n_samples - 1) / 2,)
    """
    check("normalization", normalization, NORMALIZATIONS)
    from hedgerow._kernels.co_association import measure_dissimilarities as kernel

    n_rows, n_members = labels.shape
    n_planes = max(int(labels.max(initial=0)).bit_length(), 1)
    planes = np.concatenate([pack_bits((labels >> plane) & 1 == 1) for plane in range(n_planes)], axis=1)
    clusters, bags = pack_bits(clustered), pack_bits(in_bag)
    apart = np.empty(n_rows * (n_rows - 1) // 2, np.float32)
    n_draws = n_members if normalization == "paper" else 0
    # Row i has n - i - 1 pairs; blocks of equal work have edges like 1 - sqrt(1 - share).
    shares = np.linspace(0, 1, 8 * count_threads(n_jobs) + 1)
    edges = np.round(n_rows * (1 - np.sqrt(1 - shares))).astype(int)
    blocks = [(planes, clusters, bags, n_draws, first, last, apart) for first, last in pairwise(edges)]
    for _ in map_in_threads(kernel, blocks, n_jobs):
        pass
    return apart


def pack_bits(flags: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Rows of flags as rows of words, 64 flags each, filled up with zeros.

    Examples
    --------
    >>> pack_bits(np.array([[True, False, True]]))
    array([[5]], dtype=uint64)
    """
    n_rows, n_flags = flags.shape
    n_words = max(-(-n_flags // 64), 1)
    padded = np.zeros((n_rows, 64 * n_words), np.bool_)
    padded[:, :n_flags] = flags
    return np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64, copy=False)
