"""The tables of many members, one after the other."""

from __future__ import annotations

from typing import Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.views.view import FittedView, FollowingView


class TransformCache:
    """Shows each member its table; one that goes on from an earlier member's table is not made from the start again.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        The table that members transform.
    """

    def __init__(self, X: NDArray[np.float64]) -> None:
        self.X = X
        self._reached: tuple[FittedView, NDArray[np.float64]] | None = None

    def transform(self, view: FittedView, rows: NDArray[np.intp] | None = None) -> NDArray[np.float64]:
        """Make the table of a member, or only some rows of it."""
        if not isinstance(view, FollowingView):
            return view.transform(_take(self.X, rows))
        if self._reached is not None and view.follows(self._reached[0]):
            table = view.follow(*self._reached)
        else:
            table = view.transform(self.X)
        self._reached = view, table
        return _take(table, rows)

    def fork(self) -> Self:
        """Another cache that goes on from here; tables are shared, since nobody writes to them."""
        other = type(self)(self.X)
        other._reached = self._reached
        return other

    def catch_up(self, other: TransformCache) -> None:
        """Go on from the table that another cache has reached, unless this one is further."""
        theirs, ours = other._reached, self._reached
        if theirs is not None and (
            ours is None or (isinstance(theirs[0], FollowingView) and theirs[0].follows(ours[0]))
        ):
            self._reached = theirs

    def __getstate__(self) -> dict[str, object]:
        return {"X": self.X, "_reached": None}


def _take(table: NDArray[np.float64], rows: NDArray[np.intp] | None) -> NDArray[np.float64]:
    if rows is None:
        return table
    # Taken column by column, the result has contiguous columns, as the table has.
    return table.T.take(rows, axis=1).T if table.flags.f_contiguous else table[rows]
