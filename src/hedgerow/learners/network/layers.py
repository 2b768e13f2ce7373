"""Networks with one hidden layer, stacked: every array has one slice a network."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.row_products import Multiply
from hedgerow.learners.network.stacked import Stacked

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Networks(Stacked):
    r"""T networks of the same shape: D inputs, H nodes, K outputs.

    .. math:: o_k = \sum_j w_{kj} \tanh(v_j^\top x + v_{j0}) + w_{k0}

    Attributes
    ----------
    hidden : ndarray of shape (n_networks, n_hidden, n_inputs + 1)
        The weights v of the hidden nodes; that of the constant is the last.
    output : ndarray of shape (n_networks, n_outputs, n_hidden + 1)
        The weights w of the outputs; that of the constant is the last.

    Examples
    --------
    >>> step = Networks(hidden=np.array([[[9.0, 0.0]]]), output=np.array([[[2.0, 1.0]]]))
    >>> step.answer(np.array([[[-1.0, 1.0], [0.0, 1.0], [1.0, 1.0]]])).round(3).tolist()
    [[[-1.0], [1.0], [3.0]]]
    """

    hidden: Array
    output: Array

    def __len__(self) -> int:
        return len(self.hidden)

    @property
    def n_weights(self) -> int:
        """Number of weights of one network."""
        return int(self.hidden[0].size + self.output[0].size)

    def activate(self, rows: Array, multiply: Multiply = np.matmul) -> Array:
        """The activations of the hidden nodes, (n_networks, n_rows, n_hidden).

        Parameters
        ----------
        rows : ndarray of shape (n_networks or 1, n_rows, n_inputs + 1)
            The inputs, with a column of ones as the last.
        """
        return np.asarray(np.tanh(multiply(rows, self.hidden.swapaxes(1, 2))))

    def answer(self, rows: Array, multiply: Multiply = np.matmul) -> Array:
        """The outputs, (n_networks, n_rows, n_outputs), of rows as `activate` takes them."""
        return self.combine(self.activate(rows, multiply), multiply)

    def combine(self, activations: Array, multiply: Multiply = np.matmul) -> Array:
        """The outputs that follow from the activations of the hidden nodes."""
        sums = multiply(activations, self.output[:, :, :-1].swapaxes(1, 2))
        return np.asarray(sums + self.output[:, None, :, -1])

    def move(self, steps: Array) -> Self:
        """Add to all weights, (n_networks, n_weights): the hidden ones first, node by node."""
        cut = self.hidden[0].size
        return replace(
            self,
            hidden=self.hidden + steps[:, :cut].reshape(self.hidden.shape),
            output=self.output + steps[:, cut:].reshape(self.output.shape),
        )

    def update(self, chosen: NDArray[np.intp], others: Networks) -> Self:
        """Put other networks in the place of some."""
        hidden, output = self.hidden.copy(), self.output.copy()
        hidden[chosen], output[chosen] = others.hidden, others.output
        return replace(self, hidden=hidden, output=output)
