"""Visits of words: series of fixations on one word, and the regressions and skips between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Visits:
    """The visits of one page, in the order of time.

    ::

        fixations on   a a b c b b d
        visits         a   b c b   d        b after c is a regression from c to b, as long as that visit

    Parameters
    ----------
    row : ndarray of int of shape (n_visits,)
        Which of the words that were seen each visit is of; they are numbered in the order of the text.
    n_fixations : ndarray of int of shape (n_visits,)
        Fixations of each visit.
    duration : ndarray of shape (n_visits,)
        How long these take together.
    first : ndarray of int of shape (n_seen,)
        The first visit of each word.
    """

    row: NDArray[np.intp]
    n_fixations: NDArray[np.intp]
    duration: NDArray[np.float64]
    first: NDArray[np.intp]

    @classmethod
    def of(cls, row: NDArray[np.intp], duration: NDArray[np.float64]) -> Self:
        """Join fixations to visits.

        Parameters
        ----------
        row : ndarray of int of shape (n_fixations,)
            Which word each fixation is on.
        duration : ndarray of shape (n_fixations,)
            How long it takes.

        Examples
        --------
        >>> visits = Visits.of(np.array([0, 0, 1, 0]), np.array([2.0, 3.0, 4.0, 1.0]))
        >>> visits.row, visits.duration
        (array([0, 1, 0]), array([5., 4., 1.]))
        """
        starts = np.flatnonzero(np.r_[True, row[1:] != row[:-1]])
        n_fixations = np.diff(np.r_[starts, len(row)])
        of_visit = row[starts]
        first = np.unique(of_visit, return_index=True)[1]
        return cls(of_visit, n_fixations, np.add.reduceat(duration, starts), first)

    def describe_first(self) -> NDArray[np.float64]:
        """Fixations of the first visit of each word, and how long it took (features 2 and 7)."""
        return np.column_stack([self.n_fixations[self.first], self.duration[self.first]])

    def describe_regressions(self, seen: NDArray[np.intp]) -> NDArray[np.float64]:
        """Regressions from each word and their time, whether one leaves the next word, and the time of those to it.

        Parameters
        ----------
        seen : ndarray of int of shape (n_seen,)
            The places of the words in the text.

        Returns
        -------
        ndarray of shape (n_seen, 4)
            Features 16 to 19.
        """
        is_back = self.row[1:] < self.row[:-1]
        left, reached, duration = self.row[:-1][is_back], self.row[1:][is_back], self.duration[1:][is_back]
        n_seen = len(seen)
        n_from = np.bincount(left, minlength=n_seen)
        next_seen = np.r_[seen[1:] == seen[:-1] + 1, False]
        next_left = next_seen & (np.r_[n_from[1:], 0] > 0)
        return np.column_stack([
            n_from,
            np.bincount(left, duration, minlength=n_seen),
            next_left,
            np.bincount(reached, duration, minlength=n_seen),
        ])  # fmt: skip

    def count_skipped(self, seen: NDArray[np.intp]) -> NDArray[np.float64]:
        """Words not looked at so far between the visit before and the first of each word, where that goes on (22)."""
        last = int(seen[-1]) + 1
        is_new = np.ones(last, np.bool_)
        skipped = np.zeros(len(seen))
        firsts = set(self.first.tolist())
        before = -1
        for visit, row in enumerate(self.row):
            place = int(seen[row])
            if visit in firsts and place > before:
                skipped[row] = is_new[before + 1 : place].sum()
            is_new[place] = False
            before = place
        return skipped
