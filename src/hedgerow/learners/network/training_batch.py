"""What networks are to learn: rows, targets and weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.learners.network.layers import Array, Networks


@dataclass(frozen=True, eq=False)
class TrainingBatch:
    """Rows, targets and weights, for each network its own or one slice for all of them.

    Attributes
    ----------
    rows : ndarray of shape (n_networks or 1, n_rows, n_inputs + 1)
        The inputs, with a column of ones as the last.
    targets : ndarray of shape (n_networks or 1, n_rows, n_outputs)
        What the outputs should be.
    weights : ndarray of shape (n_networks or 1, n_rows)
        How often, or how strongly, a row counts.
    """

    rows: Array
    targets: Array
    weights: Array

    def select(self, chosen: NDArray[np.intp]) -> Self:
        """The examples of some networks."""
        return type(self)(*(_take(part, chosen) for part in (self.rows, self.targets, self.weights)))

    def measure(self, networks: Networks) -> Array:
        """Weighted sum of squared errors of each network."""
        with np.errstate(over="ignore", invalid="ignore"):  # a step that is too long is simply not better
            squares = ((self.targets - networks.answer(self.rows)) ** 2).sum(axis=2)
            return np.asarray((squares * self.weights).sum(axis=1))


def _take(part: Array, chosen: NDArray[np.intp]) -> Array:
    return part if len(part) == 1 else part[chosen]
