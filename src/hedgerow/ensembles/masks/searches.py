"""What a search for masks promises, and the shorthands of the usual ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from hedgerow.ensembles.masks.mask_evaluators import MaskEvaluator
from hedgerow.foundation.axis import Axis


@dataclass(frozen=True, eq=False)
class FoundMasks:
    """Masks that a search ended with.

    Attributes
    ----------
    masks : ndarray of bool of shape (n_masks, n_features)
        The masks, none of them empty.
    scores : ndarray of shape (n_masks,)
        Their scores about the rows that guided the search; NaN where nobody looked.
    n_trials : int
        How many masks were tried.
    n_cycles : int
        How often the search went through all the features, or the generations it took.
    """

    masks: NDArray[np.bool_]
    scores: NDArray[np.float64]
    n_trials: int
    n_cycles: int


@runtime_checkable
class MaskSearch(Protocol):
    """A way to find masks; a small clonable object that holds no data.

    A search that is `joint` finds all masks of an ensemble together; another is asked for one at a time, each with a
    seed and perhaps an evaluator of its own.
    """

    joint: ClassVar[bool]

    def find(self, evaluator: MaskEvaluator, seed: int, n_masks: int) -> FoundMasks:
        """Find masks; a function of the seed and the evaluator."""
        ...


MASK_SEARCHES = Axis(
    "search",
    {
        "random": "hedgerow.ensembles.masks.random_masks:RandomMasks",
        "hill_climb": "hedgerow.ensembles.masks.hill_climb:HillClimb",
        "genetic": "hedgerow.ensembles.masks.genetic:GeneticMasks",
    },
    (MaskSearch,),
    "an object with a method `find`, such as HillClimb()",
)
