"""Networks with one hidden layer, stacked: every array has one slice a network. How they predict, and begin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.row_products import Multiply

Array = NDArray[np.float64]
Beginning = Literal["uniform", "nguyen_widrow"]
BEGINNINGS = ("uniform", "nguyen_widrow")


class Stacked:
    """A record whose fields are arrays, or other such records, with one slice a network.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Slopes(Stacked):
    ...     values: NDArray[np.float64]
    >>> Slopes(np.array([1.0, 2.0, 3.0])).select(slice(2)).join([Slopes(np.array([4.0]))])
    Slopes(values=array([1., 2., 4.]))
    """

    def select(self, chosen: NDArray[np.intp] | slice) -> Self:
        """Some of the networks."""
        parts: dict[str, Any] = {
            name: part.select(chosen) if isinstance(part, Stacked) else part[chosen]
            for name, part in vars(self).items()
        }
        return replace(self, **parts)  # type: ignore[type-var]

    def join(self, others: Sequence[Self]) -> Self:
        """Append networks of the same shape."""
        parts: dict[str, Any] = {}
        for name, part in vars(self).items():
            more = [getattr(other, name) for other in others]
            parts[name] = part.join(more) if isinstance(part, Stacked) else np.concatenate([part, *more])
        return replace(self, **parts)  # type: ignore[type-var]


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


def draw_networks(
    seeds: Sequence[int] | NDArray[np.integer],
    n_inputs: int,
    n_hidden: int,
    n_outputs: int,
    beginning: Beginning = "uniform",
) -> Networks:
    """Draw one network per seed, whatever other seeds there are.

    Parameters
    ----------
    seeds : sequence of int
        One seed each.
    n_inputs, n_hidden, n_outputs : int
        The shape of a network.
    beginning : {"uniform", "nguyen_widrow"}, default="uniform"
        "uniform": all weights of a node are within one over the root of their number, so a node starts in the
        steep part of its curve. "nguyen_widrow": the nodes' steep parts are spread over the space of the inputs.

    Returns
    -------
    Networks

    References
    ----------
    D. Nguyen and B. Widrow, "Improving the learning speed of 2-layer neural networks by choosing initial values of the
    adaptive weights", IJCNN (1990).

    Examples
    --------
    >>> draw_networks([3, 4], n_inputs=2, n_hidden=5, n_outputs=1).n_weights
    21
    """
    hidden = np.empty((len(seeds), n_hidden, n_inputs + 1))
    output = np.empty((len(seeds), n_outputs, n_hidden + 1))
    for number, seed in enumerate(seeds):
        random = np.random.default_rng(int(seed))
        hidden[number] = random.uniform(-1, 1, hidden.shape[1:])
        output[number] = random.uniform(-1, 1, output.shape[1:]) / np.sqrt(n_hidden + 1)
    if beginning == "uniform":
        return Networks(hidden / np.sqrt(n_inputs + 1), output)
    return Networks(_spread(hidden), output)


def _spread(hidden: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give all nodes slopes of one length, and constants that shift their steep parts over the unit ball."""
    n_hidden, n_inputs = hidden.shape[1], hidden.shape[2] - 1
    length = 0.7 * n_hidden ** (1 / n_inputs)
    directions = hidden[:, :, :-1]
    norms = np.linalg.norm(directions, axis=2, keepdims=True)
    return np.concatenate([length * directions / norms, length * hidden[:, :, -1:]], axis=2)
