"""What a search for subsets promises, and the shorthands of the usual ones."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import numpy as np
from sklearn.base import clone

from hedgerow.foundation.parameters import check_choice
from hedgerow.search.ask_and_tell import Mask
from hedgerow.search.goal import Goal
from hedgerow.search.scores import SubsetScores


@runtime_checkable
class SubsetSearch(Protocol):
    """A way to look for a subset; a small clonable object that holds no data."""

    def find(self, scores: SubsetScores, goal: Goal, generator: np.random.Generator) -> Mask:
        """Find a subset; a function of the scores, the goal and the state of the generator."""
        ...


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
