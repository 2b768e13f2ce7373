r"""The matrix of squared slopes of a network's outputs, without the slopes of every output of every row.

With h the activations and a one, d = 1 - h^2 and x the inputs and a one, output k has the slopes h in its own weights,
nothing in those of other outputs, and w_kj d_j x in those of node j. All outputs share the columns

    A = [ h_1 .. h_H  1 | d_1 x_0 .. d_1 x_D | ... | d_H x_0 .. d_H x_D ],

so one product A^T A serves all of them, whatever their number:

                 nodes                  outputs
    nodes    [ A_d^T A_d * w^T w            .          ]
    outputs  [ A_h^T A_d * w_k          A_h^T A_h      ]   one such block for each output k
"""

from __future__ import annotations

import numpy as np

from hedgerow.learners.network.layers import Array, Networks
from hedgerow.learners.network.training_batch import TrainingBatch

# Numbers in A at a time. Blocks of rows do not depend on how many networks there are, or sums would.
_MOST_CELLS = 2**21


def gather_equations(networks: Networks, examples: TrainingBatch) -> tuple[Array, Array]:
    """Sum up J^T J and J^T e over the rows, J the slopes of the outputs in the weights and e the errors.

    Parameters
    ----------
    networks : Networks
        Where the slopes are taken.
    examples : TrainingBatch
        The rows.

    Returns
    -------
    normal : ndarray of shape (n_networks, n_weights, n_weights)
        The lower triangle of J^T J; what is above means nothing.
    gradient : ndarray of shape (n_networks, n_weights)
        J^T e.
    """
    n_networks, n_hidden, width = networks.hidden.shape
    n_columns = n_hidden + 1 + n_hidden * width
    products = np.zeros((n_networks, n_columns, n_columns))
    gradient = np.zeros((n_networks, networks.n_weights))
    n_rows = examples.rows.shape[1]
    size = max(1, _MOST_CELLS // n_columns)
    for start in range(0, n_rows, size):
        block = slice(start, start + size)
        part = TrainingBatch(examples.rows[:, block], examples.targets[:, block], examples.weights[:, block])
        columns, slopes = _take_slopes(networks, part)
        products += np.matmul(columns.swapaxes(1, 2), columns)
        gradient += slopes
    return _lay_out(networks, products), gradient


def _take_slopes(networks: Networks, examples: TrainingBatch) -> tuple[Array, Array]:
    """The columns A, with the roots of the weights in them, and J^T e."""
    n_networks, n_hidden, width = networks.hidden.shape
    activations = networks.activate(examples.rows)
    roots = np.sqrt(examples.weights)[:, :, None]
    errors = roots * (examples.targets - networks.combine(activations))
    steep = roots * (1 - activations**2)
    n_rows = activations.shape[1]
    columns = np.empty((n_networks, n_rows, n_hidden + 1 + n_hidden * width))
    np.multiply(activations, roots, out=columns[:, :, :n_hidden])
    columns[:, :, n_hidden] = roots[:, :, 0]
    inner = columns[:, :, n_hidden + 1 :].reshape(n_networks, n_rows, n_hidden, width)  # a view
    np.multiply(steep[:, :, :, None], examples.rows[:, :, None, :], out=inner)
    back = steep * np.matmul(errors, networks.output[:, :, :-1])
    of_hidden = np.matmul(back.swapaxes(1, 2), examples.rows)
    of_output = np.matmul(errors.swapaxes(1, 2), columns[:, :, : n_hidden + 1])
    slopes = [of_hidden.reshape(n_networks, -1), of_output.reshape(n_networks, -1)]
    return columns, np.concatenate(slopes, axis=1)


def _lay_out(networks: Networks, products: Array) -> Array:
    """Put the products of the shared columns, times the outputs' weights, where they belong."""
    n_networks, n_hidden, width = networks.hidden.shape
    cut, n_inner = n_hidden + 1, n_hidden * width
    normal = np.zeros((n_networks, networks.n_weights, networks.n_weights))
    slopes = networks.output[:, :, :-1]
    together = np.matmul(slopes.swapaxes(1, 2), slopes)
    factors = np.repeat(np.repeat(together, width, axis=1), width, axis=2)
    np.multiply(products[:, cut:, cut:], factors, out=normal[:, :n_inner, :n_inner])
    for number in range(networks.output.shape[1]):
        mine = slice(n_inner + number * cut, n_inner + (number + 1) * cut)
        normal[:, mine, mine] = products[:, :cut, :cut]
        spread = np.repeat(slopes[:, number], width, axis=1)[:, None]
        np.multiply(products[:, :cut, cut:], spread, out=normal[:, mine, :n_inner])
    return normal
