"""The convex hull of classifiers in the ROC plane, and how to stand anywhere on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hedgerow.foundation.constraints import Number, check

NEVER, ALWAYS = -1, -2  # sources of the two ends: classifiers that need no data


class VertexMixture(NamedTuple):
    """Two vertices, and how often the second one is used.

    Parameters
    ----------
    first, second : int
        Numbers of the vertices.
    share : float
        Probability of asking the second.
    fpr, tpr : float
        The point that this realises.
    """

    first: int
    second: int
    share: float
    fpr: float
    tpr: float


@dataclass(frozen=True, eq=False)
class RocHull:
    """The upper convex hull of points (false positive rate, true positive rate), from (0, 0) to (1, 1).

    A classifier strictly inside the hull is not needed: asking two of the hull at random does better. (Provost &
    Fawcett 2001; Scott, Niranjan & Prager 1998)

    Parameters
    ----------
    fpr, tpr : ndarray of shape (n_vertices,)
        The vertices, from left to right.
    source : ndarray of int of shape (n_vertices,)
        Which of the points is the vertex; -1 for (0, 0), which is never to say yes, -2 for (1, 1), always.

    Examples
    --------
    >>> hull = RocHull.of([0.1, 0.3, 0.4], [0.5, 0.6, 0.9])
    >>> hull.source, round(hull.area, 3)
    (array([-1,  0,  2, -2]), 0.805)
    >>> mixture = hull.mix(0.25)
    >>> round(mixture.share, 6), round(mixture.tpr, 6)
    (0.5, 0.7)
    """

    fpr: NDArray[np.float64]
    tpr: NDArray[np.float64]
    source: NDArray[np.intp]

    @classmethod
    def of(cls, fpr: ArrayLike, tpr: ArrayLike) -> Self:
        """Find the hull of points.

        Parameters
        ----------
        fpr, tpr : array-like of shape (n_points,)
            The points. Of equal ones the first is meant.

        Returns
        -------
        RocHull
        """
        x = np.concatenate([[0.0, 1.0], np.asarray(fpr, dtype=np.float64).ravel()])
        y = np.concatenate([[0.0, 1.0], np.asarray(tpr, dtype=np.float64).ravel()])
        if x.size != y.size:
            raise ValueError(
                f"{x.size - 2} false positive rates and {y.size - 2} true ones; pass one each for a point"
            )
        if not (
            np.isfinite(x).all()
            and np.isfinite(y).all()
            and min(x.min(), y.min()) >= 0
            and max(x.max(), y.max()) <= 1
        ):
            raise ValueError("false and true positive rates must lie between 0 and 1")
        source = np.concatenate([[NEVER, ALWAYS], np.arange(x.size - 2)])
        chain: list[int] = []
        # From left to right, at each place the highest first; stable, so of equal points the first stays.
        for point in np.lexsort((-y, x)):
            if chain and x[point] == x[chain[-1]]:
                continue
            while len(chain) > 1 and not _turns_right(x, y, chain[-2], chain[-1], point):
                chain.pop()
            chain.append(int(point))
        # A point above (0, 0) has hidden it.
        if x[chain[0]] == 0.0 and y[chain[0]] > 0.0:
            chain.insert(0, 0)
        kept = np.array(chain)
        return cls(x[kept], y[kept], source[kept])

    def __len__(self) -> int:
        return self.fpr.size

    @property
    def area(self) -> float:
        """Area under the hull."""
        return float(np.trapezoid(self.tpr, self.fpr))

    def mix(self, fpr: float) -> VertexMixture:
        """Find the two vertices whose mixture has a false positive rate.

        Parameters
        ----------
        fpr : float
            The rate, 0 to 1.

        Returns
        -------
        VertexMixture
        """
        check("fpr", fpr, Number(0, 1))
        # Of vertices at the same rate, which only happens at 0, the last is the highest.
        first = int(np.searchsorted(self.fpr, fpr, side="right")) - 1
        if self.fpr[first] == fpr:
            return VertexMixture(first, first, 0.0, float(fpr), float(self.tpr[first]))
        second = first + 1
        share = (fpr - self.fpr[first]) / (self.fpr[second] - self.fpr[first])
        tpr = (1.0 - share) * self.tpr[first] + share * self.tpr[second]
        return VertexMixture(first, second, float(share), float(fpr), float(tpr))


def _turns_right(x: NDArray[np.float64], y: NDArray[np.float64], a: int, b: int, c: int) -> bool:
    """Whether the way from a over b to c bends to the right, by more than rounding."""
    bend = (x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a])
    return bool(bend < -1e-12)
