"""From dissimilarities to clusters that a whole ensemble can agree on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.selection.unsupervised.agreement import average_information
from hedgerow.selection.unsupervised.clustering import number_clusters


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
