"""Floating search: forward steps, and after each as many steps back as pay."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.selection.wrappers.scores import Mask, SubsetScores
from hedgerow.selection.wrappers.searches import Goal, flip_each

_PATIENCE = 5  # forward steps


class FloatingSearch(BaseEstimator):
    """Sequential forward floating search (SFFS): add the best feature, then remove what has become needless.

    What forward search took first may be in the way later. After each addition, features are removed as long as
    that gives the best subset of its size that was seen.

    Notes
    -----
    The search ends after `patience` additions, five by default, without a better subset, and returns the best one
    of all sizes. A subset that is worse than one of the same size that was seen before gives way to that one.

    References
    ----------
    P. Pudil, J. Novovicova and J. Kittler, Floating search methods in feature selection, Pattern Recognition
    Letters 15, 1994.

    Examples
    --------
    >>> from hedgerow.selection.wrappers.scores import SubsetScores
    >>> from hedgerow.selection.wrappers.searches import Goal
    >>> def score(masks):  # the first is good alone, the others are better together
    ...     a, b, c = masks.T.astype(float)
    ...     return (3 * a + 2 * b + 2 * c + b * c - 1.75 * a * (b + c))[:, None]
    >>> FloatingSearch().find(SubsetScores(3, score), Goal(), np.random.default_rng(0))
    array([False,  True,  True])
    """

    def find(self, scores: SubsetScores, goal: Goal, generator: np.random.Generator) -> Mask:
        """Find a subset."""
        mask = np.zeros(scores.n_units, np.bool_)
        best: dict[int, Mask] = {0: mask}  # of each size
        top, waited = scores.of(mask), 0
        scores.note("start", mask)
        most = scores.n_units if goal.size is None else goal.size
        while mask.sum() < most:
            mask, added = self._add(scores, mask, best)
            mask = self._remove(scores, mask, added, best)
            reached = max(scores.of(known) for known in best.values())
            waited = 0 if reached > top + goal.tolerance else waited + 1
            top = max(top, reached)
            if goal.size is None and waited > goal.wait(_PATIENCE):
                break
        return best[goal.size] if goal.size is not None else scores.choose(best.values(), goal.tolerance)

    @staticmethod
    def _add(scores: SubsetScores, mask: Mask, best: dict[int, Mask]) -> tuple[Mask, int]:
        """Add the best unit; go to the best subset of that size if it is another one."""
        units: NDArray[np.intp] = np.flatnonzero(~mask)
        candidates = flip_each(mask, units)
        place = int(np.argmax(scores.score(candidates)))
        grown, added = candidates[place], int(units[place])
        scores.note(f"+{added}", grown)
        size = int(grown.sum())
        if size in best and scores.of(grown) < scores.of(best[size]):
            scores.note("back to the best of this size", best[size])
            return best[size], -1
        if size not in best or scores.of(grown) > scores.of(best[size]):
            best[size] = grown
        return grown, added

    @staticmethod
    def _remove(scores: SubsetScores, mask: Mask, added: int, best: dict[int, Mask]) -> Mask:
        """Remove units while that gives the best subset of its size; each time a record falls, so this ends."""
        while mask.sum() > 2:
            units = np.flatnonzero(mask)
            candidates = flip_each(mask, units)
            place = int(np.argmax(scores.score(candidates)))
            size = int(mask.sum()) - 1
            # Subsets of a size are first reached by adding, so there is a record to beat.
            if units[place] == added or scores.of(candidates[place]) <= scores.of(best[size]):
                return mask
            mask, added = candidates[place], -1
            best[size] = mask
            scores.note(f"-{units[place]}", mask)
        return mask
