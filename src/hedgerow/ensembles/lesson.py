"""One table, coded once, from parts of which many stages learn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.learners import MemberError, Members
from hedgerow.learners.protocol import Prepared


@dataclass(frozen=True)
class Lesson:
    """A table prepared once, from whose rows all stages learn.

    Attributes
    ----------
    X : ndarray of shape (n_samples, n_features)
        The rows.
    y : ndarray of shape (n_samples,)
        Class codes.
    weights : ndarray of shape (n_samples,)
        Ones (integers), or the weights of the rows.
    priors : ndarray of shape (n_classes,)
        Share of the weight of each class.
    prepared : Prepared
        The learner, ready to grow from any weights of the rows.
    entropy : int
        Where the randomness comes from.
    """

    X: NDArray[np.float64]
    y: NDArray[np.intp]
    weights: NDArray[Any]
    priors: NDArray[np.float64]
    prepared: Prepared
    entropy: int

    def grow(self, weights: NDArray[Any], stage: int, targets: NDArray[np.intp] | None = None) -> Members:
        """Grow one member per line of weights; rows of weight 0 are not seen. Targets replace the class codes."""
        seeds = np.random.PCG64([self.entropy, stage]).random_raw(len(weights))
        try:
            return self.prepared.grow(seeds, weights, None, targets)
        except MemberError as failure:
            cause = failure.__cause__ or failure
            cause.add_note(f"raised while member {failure.index} of stage {stage} was fitted")
            raise cause from None

    def narrow(self, kept: NDArray[np.bool_]) -> NDArray[Any]:
        """The weights, zero for rows that are not kept."""
        return np.where(kept, self.weights, 0).astype(self.weights.dtype)

    def count_classes(self, kept: NDArray[np.bool_]) -> int:
        """Number of classes among the rows that are kept and have a weight."""
        return int(np.unique(self.y[kept & (self.weights > 0)]).size)
