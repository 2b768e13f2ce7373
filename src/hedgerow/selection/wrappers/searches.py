"""What a search for subsets promises, and the shorthands of the usual ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from hedgerow.foundation.parameters import check_choice
from hedgerow.selection.wrappers.scores import Mask, SubsetScores


@dataclass(frozen=True)
class Goal:
    """What a search is to find, and when it may give up.

    Parameters
    ----------
    size : int or None, default=None
        Find a subset of this size; None leaves the size to the scores.
    tolerance : float, default=0.0
        Scores that differ by no more are equal.
    patience : int or None, default=None
        Moves without a better subset before the search ends; None leaves it to the search.
    """

    size: int | None = None
    tolerance: float = 0.0
    patience: int | None = None

    def wait(self, usual: int) -> int:
        """The patience, or what is usual for a search."""
        return usual if self.patience is None else self.patience


@runtime_checkable
class SubsetSearch(Protocol):
    """A way to look for a subset; a small clonable object that holds no data."""

    def find(self, scores: SubsetScores, goal: Goal, generator: np.random.Generator) -> Mask:
        """Find a subset; a function of the scores, the goal and the state of the generator."""
        ...


def flip_each(mask: Mask, units: NDArray[np.intp]) -> Mask:
    """Copies of a mask, one for each unit, in which that unit is flipped.

    Examples
    --------
    >>> flip_each(np.array([True, False]), np.array([0, 1])).tolist()
    [[False, False], [True, True]]
    """
    masks = np.repeat(mask[None], len(units), axis=0)
    masks[np.arange(len(units)), units] ^= True
    return masks


def draw_mask(generator: np.random.Generator, n_units: int, size: int | None) -> Mask:
    """A random mask: of a size, or with each unit in it with probability one half, and never empty."""
    mask = np.zeros(n_units, np.bool_)
    if size is not None:
        mask[generator.choice(n_units, size=size, replace=False)] = True
        return mask
    mask = generator.random(n_units) < 0.5
    if not mask.any():
        mask[generator.integers(n_units)] = True
    return mask


def resolve_search(choice: Any) -> SubsetSearch:
    """Turn a shorthand or an object into a search.

    Examples
    --------
    >>> resolve_search("sffs")
    FloatingSearch()
    """
    from hedgerow.selection.wrappers.backward import BackwardSearch
    from hedgerow.selection.wrappers.floating import FloatingSearch
    from hedgerow.selection.wrappers.forward import ForwardSearch
    from hedgerow.selection.wrappers.genetic import GeneticSearch
    from hedgerow.selection.wrappers.hill_climb import HillClimbSearch

    shorthands: dict[str, type[Any]] = {
        "forward": ForwardSearch,
        "backward": BackwardSearch,
        "sffs": FloatingSearch,
        "hill-climb": HillClimbSearch,
        "genetic": GeneticSearch,
    }
    if isinstance(choice, SubsetSearch) and not isinstance(choice, str | type):  # a str has `find`, too
        search: SubsetSearch = clone(choice)
        return search
    known = check_choice("search", choice, shorthands, other="an object such as ForwardSearch()")
    search = shorthands[known]()
    return search
