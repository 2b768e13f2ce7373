"""One table, prepared once, from parts of which many stages learn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.protocol import MemberError, Members, Prepared


@dataclass(frozen=True)
class StageGrower:
    """A learner and a table, ready to grow the members of any stage.

    Attributes
    ----------
    training : TrainingSet
        The rows.
    prepared : Prepared
        The learner, ready to grow from any weights of the rows.
    entropy : int
        Where the randomness comes from.
    """

    training: TrainingSet
    prepared: Prepared
    entropy: int

    def grow(self, weights: NDArray[Any], stage: int, targets: NDArray[np.intp] | None = None) -> Members:
        """Grow one member per line of weights; rows of weight 0 are not seen. Targets replace the class codes."""
        seeds = np.random.PCG64([self.entropy, stage]).random_raw(len(weights))
        try:
            return self.prepared.grow(seeds, weights, None, targets)
        except MemberError as failure:
            note = f"raised while member {failure.index} of stage {stage} was fitted"
            raise failure.explain(note) from None

    def grow_one(self, kept: NDArray[np.bool_], stage: int) -> Members:
        """Grow one member on the rows that are kept."""
        return self.grow(self.narrow(kept)[None], stage)

    def narrow(self, kept: NDArray[np.bool_]) -> NDArray[Any]:
        """The weights, zero for rows that are not kept."""
        weights = self.training.counts
        return np.where(kept, weights, 0).astype(weights.dtype)

    def count_classes(self, kept: NDArray[np.bool_]) -> int:
        """Number of classes among the rows that are kept and have a weight."""
        return int(np.unique(self.training.y[kept & (self.training.counts > 0)]).size)
