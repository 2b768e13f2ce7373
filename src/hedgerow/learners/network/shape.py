"""The weights of a network in one vector: how they lie there, and what loss they have."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.cached_property import cached_property
from hedgerow.foundation.row_products import Multiply


def sum_logs(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Logarithm of the sum of exponentials over the last axis, which is kept.

    SciPy has such a function, too, which takes masks, signs and several kinds of arrays into account, and for it ten
    times as long on the small arrays of a gate.

    Examples
    --------
    >>> np.exp(sum_logs(np.log([[0.5, 0.25]])))
    array([[0.75]])
    """
    largest = values.max(axis=-1, keepdims=True)
    return np.asarray(largest + np.log(np.exp(values - largest).sum(axis=-1, keepdims=True)))


@dataclass(frozen=True)
class NetworkShape:
    """How many inputs, hidden units and outputs a network has, and so how its parameters lie in one vector.

    The vector holds, one after the other, the rows of (n_inputs + 1, n_hidden) and of (n_hidden + 1, n_outputs); the
    last row of each matrix is the offset. Without hidden units there is the one matrix (n_inputs + 1, n_outputs).
    """

    n_inputs: int
    n_hidden: int
    n_outputs: int

    @cached_property
    def layers(self) -> list[tuple[int, int]]:
        """Shape of each matrix."""
        sizes = [self.n_inputs, *([self.n_hidden] if self.n_hidden else []), self.n_outputs]
        return [(before + 1, after) for before, after in pairwise(sizes)]

    def open(self, vector: NDArray[np.float64]) -> list[NDArray[np.float64]]:
        """The matrices as views of the vector."""
        matrices, first = [], 0
        for rows, columns in self.layers:
            matrices.append(vector[first : first + rows * columns].reshape(rows, columns))
            first += rows * columns
        return matrices

    def draw(self, generator: np.random.RandomState) -> NDArray[np.float64]:
        """Random parameters, uniform and small enough for no unit to be saturated; offsets are 0."""
        matrices = []
        for rows, columns in self.layers:
            bound = np.sqrt(3.0 / max(rows - 1, 1))
            matrix = generator.uniform(-bound, bound, (rows, columns))
            matrix[-1] = 0.0
            matrices.append(matrix.ravel())
        return np.concatenate(matrices)

    def run(
        self, vector: NDArray[np.float64], inputs: NDArray[np.float64], multiply: Multiply = np.matmul
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Inputs and outputs of the last layer; new rows are multiplied one like the other."""
        matrices = self.open(vector)
        seen = inputs
        if self.n_hidden:
            seen = np.tanh(multiply(inputs, matrices[0][:-1]) + matrices[0][-1])
        return seen, multiply(seen, matrices[-1][:-1]) + matrices[-1][-1]

    def measure_loss(
        self,
        vector: NDArray[np.float64],
        inputs: NDArray[np.float64],
        targets: NDArray[np.float64],
        weights: NDArray[np.float64],
        decay: float,
        is_softmax: bool,
    ) -> tuple[float, NDArray[np.float64]]:
        """Weighted loss and its gradient: cross-entropy of a softmax, or half the squared error, plus decay.

        Both losses have the same gradient at the output: the output less the target.
        """
        matrices = self.open(vector)
        gradient = np.zeros_like(vector)
        slopes = self.open(gradient)
        seen, outputs = self.run(vector, inputs)
        if is_softmax:
            outputs -= sum_logs(outputs)
            loss = -float(weights @ (targets * outputs).sum(axis=1))
            outputs = np.exp(outputs)
        else:
            loss = 0.5 * float(weights @ ((outputs - targets) ** 2).sum(axis=1))
        error = weights[:, None] * (outputs - targets)
        slopes[-1][:-1], slopes[-1][-1] = seen.T @ error, error.sum(axis=0)
        if self.n_hidden:
            error = (error @ matrices[-1][:-1].T) * (1.0 - seen**2)
            slopes[0][:-1], slopes[0][-1] = inputs.T @ error, error.sum(axis=0)
        for matrix, slope in zip(matrices, slopes, strict=True):
            loss += 0.5 * decay * float((matrix[:-1] ** 2).sum())
            slope[:-1] += decay * matrix[:-1]
        return loss, gradient
