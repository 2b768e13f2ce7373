"""How far apart rows are: numbers on one scale, categories the same or not, missing values as expected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

import numpy as np
import numpy.typing as npt

from hedgerow.foundation.column_scale import check_sizes, find_units, spread_from_units, standardise, to_units

Scaling = Literal["standard", "range", "none"]
Metric = Literal["euclidean", "manhattan"]

SCALINGS = ("standard", "range", "none")
_MAX_BLOCK_CELLS = 2**21  # distances of one block of rows, 16 MiB of float64
MOST_ROUGH = 1e18  # squares of larger numbers overflow in single precision
_EVERY_GROUP = -1  # of a row whose group is not known


@dataclass(frozen=True, eq=False)
class Differences:
    r"""What tells rows from the rows of a known table, feature by feature.

    Two numbers differ by :math:`|a - b|` on the scale of their column, two categories by 0 or 1. Where a value is
    missing, the difference is the one to expect, over the known values of the column in the group of the row that
    lacks it; groups are usually the classes. For a category :math:`a` against a missing one this is
    :math:`1 - P(a \mid \text{group})`, and between two missing ones
    :math:`1 - \sum_v P(v \mid \text{group}_1) P(v \mid \text{group}_2)`, as Kononenko (1994) defines it; for
    numbers it is the mean of :math:`|a - v|` over the values, which he leaves open.

    Parameters
    ----------
    rows : ndarray of shape (n_samples, n_features)
        The known table, numbers divided by the scale.
    groups : ndarray of shape (n_samples,)
        Group of each row, 0, 1, ...
    is_categorical : ndarray of bool of shape (n_features,)
        Which columns hold category codes.
    scale : ndarray of shape (n_features,)
        What numbers are divided by; 1 for categories and for constant columns.

    References
    ----------
    I. Kononenko, "Estimating attributes: analysis and extensions of RELIEF", ECML (1994).

    Examples
    --------
    >>> known = Differences.learn(np.array([[1.0, 0.0], [3.0, 1.0], [5.0, np.nan]]), np.array([False, True]))
    >>> known.distances(known.scaled(np.array([[3.0, 0.0]])), metric="manhattan")
    array([[1. , 1. , 1.5]])
    """

    rows: npt.NDArray[np.float64]
    groups: npt.NDArray[np.intp]
    is_categorical: npt.NDArray[np.bool_]
    scale: npt.NDArray[np.float64]

    @classmethod
    def learn(
        cls,
        X: npt.NDArray[np.floating],
        is_categorical: npt.NDArray[np.bool_] | None = None,
        *,
        scaling: Scaling = "standard",
        groups: npt.NDArray[np.intp] | None = None,
    ) -> Self:
        """Take a table as the known one.

        Parameters
        ----------
        X : ndarray of shape (n_samples, n_features)
            Numbers and category codes; NaN is a missing value.
        is_categorical : ndarray of bool of shape (n_features,), default=None
            Which columns are categories; None for no column.
        scaling : {"standard", "range", "none"}, default="standard"
            What a difference of numbers is divided by: the standard deviation (n - 1), the range, or nothing.
        groups : ndarray of shape (n_samples,), default=None
            Groups whose values stand in for missing ones; None for one group.
        """
        if scaling not in SCALINGS:
            raise ValueError(f"scaling={scaling!r} is not known; use one of {list(SCALINGS)}")
        categorical = np.zeros(X.shape[1], np.bool_) if is_categorical is None else is_categorical
        scale = np.ones(X.shape[1])
        for feature in np.flatnonzero(~categorical) if scaling != "none" else ():
            values = X[~np.isnan(X[:, feature]), feature].astype(np.float64)
            # A constant column has no scale, but rounding may leave it a standard deviation.
            if values.size and values.min() < values.max():
                units = find_units(values)
                near = to_units(values, units)
                spread = np.ptp(near) if scaling == "range" else near.std(ddof=1)
                scale[feature] = spread_from_units(spread, units)
        within = np.zeros(len(X), np.intp) if groups is None else groups.astype(np.intp)
        known = cls(standardise(X, 0.0, scale), within, categorical, scale)
        if scaling == "none":
            check_sizes(X[:, ~categorical], MOST_ROUGH)
        return known

    def scaled(self, X: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
        """Put other rows on the scale of the known ones."""
        return standardise(X, 0.0, self.scale)

    def distances(
        self,
        rows: npt.NDArray[np.float64],
        groups: npt.NDArray[np.intp] | None = None,
        *,
        metric: Metric = "euclidean",
    ) -> npt.NDArray[np.float64]:
        """Distance of each row to each known row, (n_rows, n_samples): the differences squared, or just added.

        Parameters
        ----------
        rows : ndarray of shape (n_rows, n_features)
            Rows on the scale of the known ones.
        groups : ndarray of shape (n_rows,), default=None
            Their groups; None where they are not known.
        metric : {"euclidean", "manhattan"}, default="euclidean"
            How differences make a distance.
        """
        from scipy.spatial.distance import cdist

        euclidean = metric == "euclidean"
        is_missing = np.isnan(rows).any(axis=0) | np.isnan(self.rows).any(axis=0)
        plain = ~is_missing & ~self.is_categorical
        total = np.zeros((len(rows), len(self.rows)))
        if plain.any():
            total += cdist(rows[:, plain], self.rows[:, plain], "sqeuclidean" if euclidean else "cityblock")
        everybody = np.arange(len(self.rows))[None]
        for feature in np.flatnonzero(~plain):
            differs = self.compare(feature, rows, everybody, groups)
            total += differs**2 if euclidean else differs
        return np.sqrt(total) if euclidean else total

    def compare(
        self,
        feature: int | np.integer,
        rows: npt.NDArray[np.float64],
        partners: npt.NDArray[np.intp],
        groups: npt.NDArray[np.intp] | None = None,
    ) -> npt.NDArray[np.float64]:
        """Difference in one feature between each row and some known rows, (n_rows, n_partners).

        Parameters
        ----------
        feature : int
            The column.
        rows, groups
            As for `distances`.
        partners : ndarray of shape (n_rows, n_partners) or (1, n_partners)
            Positions of known rows, for each row or the same for all.
        """
        mine, theirs = rows[:, feature, None], self.rows[partners, feature]
        differs = np.asarray(mine != theirs if self.is_categorical[feature] else np.abs(mine - theirs), float)
        i_lack, they_lack = np.isnan(mine), np.isnan(theirs)
        if not (i_lack.any() or they_lack.any()):
            return differs
        known = np.full(len(rows), _EVERY_GROUP) if groups is None else groups
        group, their_group = known[:, None], self.groups[partners]
        for one in np.unique(group[i_lack]):
            differs = np.where(i_lack & (group == one), self._expect(feature, one, theirs), differs)
        for one in np.unique(their_group[they_lack]):
            differs = np.where(they_lack & (their_group == one), self._expect(feature, one, mine), differs)
        both = i_lack & they_lack
        for pair in sorted(
            set(zip(*(np.broadcast_to(g, both.shape)[both] for g in (group, their_group)), strict=True))
        ):
            here = both & (group == pair[0]) & (their_group == pair[1])
            differs[here] = self._expect(feature, pair[0], self._known(feature, pair[1])).mean()
        return differs

    def _known(self, feature: int | np.integer, group: int) -> npt.NDArray[np.float64]:
        """Known values of a column in a group, of all groups where it has none, and a zero where nobody has any."""
        column = self.rows[:, feature]
        is_known = ~np.isnan(column)
        inside = is_known & (self.groups == group)
        values = column[inside] if inside.any() else column[is_known]
        return values if values.size else np.zeros(1)

    def _expect(
        self, feature: int | np.integer, group: int, values: npt.NDArray[np.float64]
    ) -> npt.NDArray[np.float64]:
        """Mean difference between each value and the known values of a group."""
        known = np.sort(self._known(feature, group))
        if self.is_categorical[feature]:
            below, above = (np.searchsorted(known, values, side=side) for side in ("left", "right"))
            return np.asarray(1 - (above - below) / known.size)
        sums = np.concatenate([[0.0], known.cumsum()])
        below = np.searchsorted(known, values)
        # below values lie left of v, the others right of it: the sum of |v - known| in two parts.
        return np.asarray((values * (2 * below - known.size) + sums[-1] - 2 * sums[below]) / known.size)


def find_nearest(distances: npt.NDArray[np.float64], n_neighbours: int) -> npt.NDArray[np.intp]:
    """Positions of the smallest distances in each row, in ascending order of position; of equal ones the first.

    Parameters
    ----------
    distances : ndarray of shape (n_rows, n_known)
        Distances.
    n_neighbours : int
        How many; all of them where there are no more.

    Returns
    -------
    ndarray of shape (n_rows, min(n_neighbours, n_known))

    Examples
    --------
    >>> find_nearest(np.array([[3.0, 1.0, 2.0, 2.0]]), 2)
    array([[1, 2]])
    """
    n_rows, n_known = distances.shape
    if n_neighbours >= n_known:
        return np.tile(np.arange(n_known), (n_rows, 1))
    farthest = np.partition(distances, n_neighbours - 1, axis=1)[:, n_neighbours - 1, None]
    nearer, tied = distances < farthest, distances == farthest
    room = n_neighbours - nearer.sum(axis=1, keepdims=True)
    chosen = nearer | (tied & (tied.cumsum(axis=1) <= room))
    return np.nonzero(chosen)[1].reshape(n_rows, n_neighbours)


def split_into_blocks(n_rows: int, n_known: int) -> list[slice]:
    """Blocks of rows whose distances to all known rows take 16 MiB together.

    Examples
    --------
    >>> split_into_blocks(5, n_known=2**20)
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    size = max(1, _MAX_BLOCK_CELLS // max(n_known, 1))
    return [slice(start, min(start + size, n_rows)) for start in range(0, n_rows, size)]
