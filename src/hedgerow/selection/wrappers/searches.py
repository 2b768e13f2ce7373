"""What a search for subsets promises, and the shorthands of the usual ones."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np

from hedgerow.foundation.axis import Axis
from hedgerow.search.ask_and_tell import Mask
from hedgerow.search.goal import Goal
from hedgerow.search.scores import SubsetScores


@runtime_checkable
class SubsetSearch(Protocol):
    """A way to look for a subset; a small clonable object that holds no data."""

    def find(self, scores: SubsetScores, goal: Goal, generator: np.random.Generator) -> Mask:
        """Find a subset; a function of the scores, the goal and the state of the generator."""
        ...


SEARCHES = Axis(
    "search",
    {
        "forward": "hedgerow.selection.wrappers.forward:ForwardSearch",
        "backward": "hedgerow.selection.wrappers.backward:BackwardSearch",
        "sffs": "hedgerow.selection.wrappers.floating:FloatingSearch",
        "hill_climb": "hedgerow.selection.wrappers.hill_climb:HillClimbSearch",
        "genetic": "hedgerow.selection.wrappers.genetic:GeneticSearch",
    },
    (SubsetSearch,),
    "an object with a method `find`, such as ForwardSearch()",
)
