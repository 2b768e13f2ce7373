"""How often rows are found in the same cluster, and the clusters that a whole ensemble can agree on by that."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hedgerow.foundation.constraints import Word, check
from hedgerow.foundation.threads import count_threads, map_in_threads
from hedgerow.selection.unsupervised.agreement import average_information
from hedgerow.selection.unsupervised.clustering import number_clusters

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


@dataclass(frozen=True, eq=False)
class Dendrogram:
    """Which clusters are merged, the nearest first.

    Parameters
    ----------
    left, right : ndarray of int of shape (n_samples - 1,)
        A row of each of the two clusters of a merge.
    heights : ndarray of float32 of shape (n_samples - 1,)
        The mean dissimilarity of their rows.

    Examples
    --------
    >>> tree = Dendrogram.link(np.array([0.1, 0.9, 0.9, 0.7, 0.9, 0.2], np.float32))
    >>> tree.heights.round(2).tolist()
    [0.10000000149011612, 0.20000000298023224, 0.8500000238418579]
    >>> tree.cut(2).tolist(), tree.cut(3).tolist()
    ([0, 0, 1, 1], [0, 0, 1, 2])
    """

    left: NDArray[np.int64]
    right: NDArray[np.int64]
    heights: NDArray[np.float32]

    @classmethod
    def link(cls, dissimilarities: NDArray[np.float32]) -> Self:
        """Merge by average link, in the memory of the dissimilarities, which are lost.

        Parameters
        ----------
        dissimilarities : ndarray of float32 of shape (n_samples * (n_samples - 1) / 2,)
            Of the pairs (0, 1), (0, 2), ... (1, 2), ...

        Returns
        -------
        Dendrogram
        """
        from hedgerow._kernels.average_linkage import link_average

        n_rows = round((1 + np.sqrt(1 + 8 * dissimilarities.size)) / 2)
        left, right = np.empty(n_rows - 1, np.int64), np.empty(n_rows - 1, np.int64)
        heights = np.empty(n_rows - 1, np.float32)
        link_average(dissimilarities, left, right, heights)
        order = np.argsort(heights, kind="stable")
        return cls(left[order], right[order], heights[order])

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.heights) + 1

    def cut(self, n_clusters: int) -> NDArray[np.intp]:
        """Labels of so many clusters, numbered by their first rows.

        Parameters
        ----------
        n_clusters : int
            Number of clusters, 1 to n_samples.

        Returns
        -------
        ndarray of int of shape (n_samples,)
        """
        chief = list(range(self.n_rows))

        def find(row: int) -> int:
            while chief[row] != row:
                chief[row] = chief[chief[row]]
                row = chief[row]
            return row

        n_merges = self.n_rows - n_clusters
        for one, other in zip(self.left[:n_merges].tolist(), self.right[:n_merges].tolist(), strict=True):
            first, second = sorted((find(one), find(other)))
            chief[second] = first
        return number_clusters(np.array([find(row) for row in range(self.n_rows)]))

    def order(self) -> NDArray[np.intp]:
        """The rows in the order of the leaves: what is merged early stands side by side."""
        lines: dict[int, list[int]] = {row: [row] for row in range(self.n_rows)}
        home = list(range(self.n_rows))
        for one, other in zip(self.left.tolist(), self.right.tolist(), strict=True):
            first, second = home[one], home[other]
            if len(lines[first]) < len(lines[second]):  # relabel the shorter line only: O(n log n) in all
                lines[second], moved = lines[first] + lines[second], lines.pop(first)
                first, second = second, first
            else:
                moved = lines.pop(second)
                lines[first] += moved
            for row in moved:
                home[row] = first
        return np.array(next(iter(lines.values())), dtype=np.intp)


def find_consensus(
    dendrogram: Dendrogram,
    members: NDArray[np.integer],
    n_clusters: int | tuple[int, int],
    weights: NDArray[np.float64] | None = None,
) -> tuple[NDArray[np.intp], dict[int, float]]:
    """Cut where the members agree best.

    Parameters
    ----------
    dendrogram : Dendrogram
        The merges.
    members : ndarray of int of shape (n_samples, n_members)
        The cluster of every row in each member.
    n_clusters : int or (int, int)
        Number of clusters; or the least and the most, of which the one with the largest ANMI is taken, the smaller of
        equal ones.
    weights : ndarray of shape (n_samples,), default=None
        Weights of the rows.

    Returns
    -------
    labels : ndarray of int of shape (n_samples,)
    agreement : dict of int to float
        ANMI of each number of clusters that was tried.
    """
    least, most = (n_clusters, n_clusters) if isinstance(n_clusters, int | np.integer) else n_clusters
    most = min(most, dendrogram.n_rows)
    cuts = {number: dendrogram.cut(number) for number in range(min(least, most), most + 1)}
    agreement = {number: average_information(cut, members, weights) for number, cut in cuts.items()}
    # A difference that rounding makes is none: the smaller number then.
    best = min(agreement, key=lambda number: (-round(agreement[number], 12), number))
    return cuts[best], agreement
