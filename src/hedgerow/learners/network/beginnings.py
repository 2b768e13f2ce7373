"""The weights that training starts from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from hedgerow.learners.network.layers import Networks

Beginning = Literal["uniform", "nguyen_widrow"]
BEGINNINGS = ("uniform", "nguyen_widrow")


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
