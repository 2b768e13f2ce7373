"""The best candidate that was met so far."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.search.ask_and_tell import Mask, Scores


class Leader:
    """The best candidate so far, and how long nobody has been better.

    Parameters
    ----------
    tolerance : float, default=0.0
        A candidate is better when its score is larger by more than this.
    prefers_small : bool, default=False
        Whether, of equal scores, that of fewer bits is better.

    Attributes
    ----------
    mask : ndarray of bool of shape (n_bits,)
        The best; of equals, the one that was met first.
    score : float
        Its score.
    waited : int
        Rounds since it was found.

    Examples
    --------
    >>> leader = Leader()
    >>> for score in [1.0, 3.0, 3.0, 2.0]:
    ...     leader.look(np.array([[True, False]]), np.array([score]))
    >>> leader.score, leader.waited
    (3.0, 2)
    """

    def __init__(self, tolerance: float = 0.0, *, prefers_small: bool = False) -> None:
        self.tolerance = tolerance
        self.prefers_small = prefers_small
        self.mask: Mask = np.zeros(0, np.bool_)
        self.score = -np.inf
        self.waited = -1  # nobody was met

    def look(self, masks: Mask, scores: Scores) -> None:
        """Meet the candidates of a round."""
        first = int(rank_masks(masks, scores, self.prefers_small)[0])
        if self.waited < 0 or self._is_better(masks[first], scores[first]):
            self.mask, self.score, self.waited = masks[first].copy(), float(scores[first]), 0
        else:
            self.waited += 1

    def _is_better(self, mask: Mask, score: float) -> bool:
        if score > self.score + self.tolerance:
            return True
        return self.prefers_small and score == self.score and bool(mask.sum() < self.mask.sum())


def rank_masks(masks: Mask, scores: Scores, prefers_small: bool = False) -> NDArray[np.intp]:
    """From the largest score; of equal ones, from the fewest bits where small masks are preferred, else in order.

    Examples
    --------
    >>> masks = np.array([[True, True], [True, False], [False, False]])
    >>> rank_masks(masks, np.array([0.5, 0.5, 0.9])), rank_masks(masks, np.array([0.5, 0.5, 0.9]), True)
    (array([2, 0, 1]), array([2, 1, 0]))
    """
    if prefers_small:
        return np.lexsort((masks.sum(axis=1), -scores))
    return np.argsort(-scores, kind="stable")
