"""The scores of subsets: each subset is scored once, however often a search comes by."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.search.ask_and_tell import Mask

Evaluate = Callable[[Mask], NDArray[np.float64]]


@dataclass(frozen=True, eq=False)
class Step:
    """One move of a search.

    Parameters
    ----------
    action : str
        What was done, in a word or two.
    mask : ndarray of bool of shape (n_units,)
        The subset after it.
    n_scored : int
        Subsets that had been scored by then.
    """

    action: str
    mask: Mask
    n_scored: int


@dataclass(eq=False)
class SubsetScores:
    """A memory of subsets and their scores, and the diary of the search that asks for them.

    Workers that score subsets return what they found, and only this object, in the process of the search, remembers
    it: there is nothing for them to disturb. A lock keeps threads that share the object apart.

    Parameters
    ----------
    n_units : int
        What there is to choose from.
    evaluate : callable
        Turns masks of shape (n_masks, n_units) into scores of shape (n_masks, n_folds), larger is better. What it
        says about a mask must not depend on the other masks.
    listen : callable, default=None
        Told of every step, for showing progress.

    Examples
    --------
    >>> scores = SubsetScores(3, lambda masks: masks.sum(axis=1, keepdims=True))
    >>> scores.score(np.array([[True, True, False], [True, True, False]]))
    array([2., 2.])
    >>> scores.n_asked, scores.n_scored
    (2, 1)
    """

    n_units: int
    evaluate: Evaluate = field(repr=False)
    listen: Callable[[Step, float], None] | None = field(default=None, repr=False)
    n_asked: int = 0
    steps: list[Step] = field(default_factory=list, repr=False)
    _known: dict[bytes, NDArray[np.float64]] = field(default_factory=dict, repr=False)
    _lock: Any = field(default_factory=Lock, repr=False)

    @property
    def n_scored(self) -> int:
        """Number of different subsets that were scored."""
        return len(self._known)

    def score(self, masks: Mask) -> NDArray[np.float64]:
        """Mean scores of subsets; those that are new are scored together."""
        keys = [mask.tobytes() for mask in masks]
        with self._lock:
            self.n_asked += len(keys)
            first = {key: place for place, key in enumerate(keys) if key not in self._known}
            if first:
                found = self.evaluate(masks[list(first.values())])
                self._known.update(zip(first, found, strict=True))
            return np.array([_average(self._known[key]) for key in keys])

    def of(self, mask: Mask) -> float:
        """Mean score of one subset."""
        return float(self.score(mask[None])[0])

    def known(self, mask: Mask) -> float | None:
        """Mean score of a subset if it was scored; nothing is evaluated."""
        found = self._known.get(mask.tobytes())
        return None if found is None else _average(found)

    def spread(self, mask: Mask) -> float:
        """Standard deviation of a subset's score over the folds."""
        return float(np.std(self._known[mask.tobytes()]))

    def note(self, action: str, mask: Mask) -> None:
        """Write a step into the diary."""
        step = Step(action, mask.copy(), self.n_scored)
        self.steps.append(step)
        if self.listen is not None:
            self.listen(step, self.of(mask))

    def masks(self) -> Mask:
        """All subsets that were scored, in the order in which they came up."""
        return np.array([np.frombuffer(key, dtype=np.bool_) for key in self._known])

    def best_of_each_size(self) -> dict[int, Mask]:
        """The best of the scored subsets of each size; of equal ones that of the lowest columns."""
        best: dict[int, Mask] = {}
        for mask in self.masks():
            size = int(mask.sum())
            if size not in best or self._order(mask) < self._order(best[size]):
                best[size] = mask
        return dict(sorted(best.items()))

    def choose(self, masks: Iterable[Mask], tolerance: float = 0.0) -> Mask:
        """The smallest of the masks whose score is the best, or less by no more than a tolerance.

        Of several such masks the better one is chosen, then that of the lowest columns.
        """
        given = np.array(list(masks))
        found = self.score(given)
        enough = given[found >= found.max() - tolerance]
        return np.asarray(min(enough, key=lambda mask: (int(mask.sum()), *self._order(mask))))

    def _order(self, mask: Mask) -> tuple[float, list[int]]:
        return -_average(self._known[mask.tobytes()]), np.flatnonzero(mask).tolist()


def _average(folds: NDArray[np.float64]) -> float:
    """Mean over the folds; a score that is not a number is worse than any."""
    mean = float(np.mean(folds))
    return -np.inf if np.isnan(mean) else mean
