"""Forward and backward search: items join, or leave, one by one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hedgerow.search.ask_and_tell import Mask, Scores


class Additions:
    """Items join one by one, each time the one with the largest score; of equal ones the first.

    Parameters
    ----------
    n_items : int
        What there is to choose from.
    start : sequence of int, default=()
        Items that are there from the beginning.
    candidates : ndarray of bool of shape (n_items,), default=None
        Which ones may join; None for all.
    replace : bool, default=False
        Whether an item may join again.

    Attributes
    ----------
    order : list of int
        The items that are there, in the order in which they joined.

    Examples
    --------
    >>> search, worth = Additions(3), np.array([1.0, 3.0, 2.0])
    >>> while search.ask().size:
    ...     joined = search.tell(worth[search.ask()])
    >>> search.order
    [1, 2, 0]
    """

    def __init__(
        self,
        n_items: int,
        start: Sequence[int] = (),
        *,
        candidates: Mask | None = None,
        replace: bool = False,
    ) -> None:
        self.order = list(start)
        self._replace = replace
        self._is_open = np.ones(n_items, np.bool_) if candidates is None else candidates.copy()
        if not replace:
            self._is_open[self.order] = False

    def ask(self) -> NDArray[np.intp]:
        """The items that may join; none of them when the search is over."""
        return np.flatnonzero(self._is_open)

    def tell(self, scores: Scores) -> int:
        """Learn the score of what is there with each of those items joined; return the one that joins."""
        item = int(self.ask()[int(np.argmax(scores))])
        self.order.append(item)
        self._is_open[item] = self._replace
        return item


class Removals:
    """Items leave one by one, each time the one without which the score is largest; of equal ones the last.

    Parameters
    ----------
    n_items : int
        What is there at the beginning.

    Attributes
    ----------
    left : ndarray of int
        The items that are left, in order.

    Examples
    --------
    >>> search, worth = Removals(3), np.array([1.0, 3.0, 1.0])
    >>> search.tell(worth.sum() - worth[search.ask()]), search.left
    (2, array([0, 1]))
    """

    def __init__(self, n_items: int) -> None:
        self.left: NDArray[np.intp] = np.arange(n_items)

    def ask(self) -> NDArray[np.intp]:
        """The items that may leave."""
        return self.left

    def tell(self, scores: Scores) -> int:
        """Learn the score of what is left without each of those items; return the one that leaves."""
        place = self.left.size - 1 - int(np.argmax(scores[::-1]))
        item = int(self.left[place])
        self.left = np.delete(self.left, place)
        return item
