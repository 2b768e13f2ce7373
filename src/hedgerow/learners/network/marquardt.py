"""Levenberg and Marquardt's method: between Gauss and Newton's step and a short one downhill."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import lapack

from hedgerow.foundation.threads import ONE_THREAD
from hedgerow.learners.network.layers import Array, Networks

# Numbers in A at a time. Blocks of rows do not depend on how many networks there are, or sums would.
_MOST_CELLS = 2**21
FIRST_DAMPING = 1e-3
_FACTOR = 10.0
_MOST_DAMPING = 1e10
_LEAST_DAMPING = 1e-15  # below it nothing is damped, and the way back would be long


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
        parts = (self.rows, self.targets, self.weights)
        return type(self)(*(part if len(part) == 1 else part[chosen] for part in parts))

    def measure(self, networks: Networks) -> Array:
        """Weighted sum of squared errors of each network."""
        with np.errstate(over="ignore", invalid="ignore"):  # a step that is too long is simply not better
            squares = ((self.targets - networks.answer(self.rows)) ** 2).sum(axis=2)
            return np.asarray((squares * self.weights).sum(axis=1))


def gather_equations(networks: Networks, examples: TrainingBatch) -> tuple[Array, Array]:
    """Sum up J^T J and J^T e over the rows, J the slopes of the outputs in the weights and e the errors.

    With h the activations and a one, d = 1 - h^2 and x the inputs and a one, output k has the slopes h in its own
    weights, nothing in those of other outputs, and w_kj d_j x in those of node j. All outputs share the columns

        A = [ h_1 .. h_H  1 | d_1 x_0 .. d_1 x_D | ... | d_H x_0 .. d_H x_D ],

    so one product A^T A serves all of them, whatever their number:

                     nodes                  outputs
        nodes    [ A_d^T A_d * w^T w            .          ]
        outputs  [ A_h^T A_d * w_k          A_h^T A_h      ]   one such block for each output k

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


@dataclass(frozen=True, eq=False)
class Training:
    """Networks on their way, each with a damping of its own.

    Attributes
    ----------
    networks : Networks
        The networks.
    losses : ndarray of shape (n_networks,)
        Their weighted sums of squared errors.
    damping : ndarray of shape (n_networks,)
        What is added to the diagonal in the next step.
    n_steps : ndarray of shape (n_networks,)
        Steps that were accepted so far.
    """

    networks: Networks
    losses: Array
    damping: Array
    n_steps: NDArray[np.intp]

    @classmethod
    def begin(cls, networks: Networks, examples: TrainingBatch) -> Self:
        """Before the first step."""
        n_networks = len(networks)
        damping = np.full(n_networks, FIRST_DAMPING)
        return cls(networks, examples.measure(networks), damping, np.zeros(n_networks, np.intp))

    @property
    def is_going(self) -> NDArray[np.bool_]:
        """Which networks can still be improved."""
        return np.asarray((self.damping <= _MOST_DAMPING) & (self.losses > 0))


def train(networks: Networks, examples: TrainingBatch, epochs: int) -> Iterator[Training]:
    """Improve networks step by step; an epoch is one accepted step of every network.

    Parameters
    ----------
    networks : Networks
        Where to start.
    examples : TrainingBatch
        What to learn.
    epochs : int
        Number of steps. A network that no step improves any more stays as it is.

    Yields
    ------
    Training
        Before the first epoch and after each, so ``epochs + 1`` in all.

    Examples
    --------
    >>> from hedgerow.learners.network.layers import draw_networks
    >>> x = np.linspace(-1, 1, 50)[:, None]
    >>> rows = np.hstack([x, np.ones_like(x)])[None]
    >>> examples = TrainingBatch(rows, np.sin(3 * x)[None], np.ones((1, 50)))
    >>> *_, last = train(draw_networks([0, 1], 1, 4, 1), examples, epochs=20)
    >>> bool((last.losses < 0.01).all())
    True
    """
    with ONE_THREAD:
        training = Training.begin(networks, examples)
    yield training
    for _ in range(epochs):
        with ONE_THREAD:
            training = take_epoch(training, examples)
        yield training


def take_epoch(training: Training, examples: TrainingBatch) -> Training:
    """Take one step with every network that can be improved.

    A step that does not lower the loss is taken back, and tried again ten times as damped; after one that does, the
    damping is a tenth.
    """
    going = np.flatnonzero(training.is_going)
    if not going.size:
        return training
    mine = training.networks.select(going)
    normal, gradient = gather_equations(mine, examples.select(going))
    losses, damping, n_steps = training.losses.copy(), training.damping.copy(), training.n_steps.copy()
    networks = training.networks
    waiting = np.arange(going.size)
    while waiting.size:  # ends: the damping of all that wait grows, up to _MOST_DAMPING
        places = going[waiting]
        steps = np.stack([solve_step(normal[i], gradient[i], damping[going[i]]) for i in waiting])
        tried = mine.select(waiting).move(steps)
        found = examples.select(places).measure(tried)
        better = found < losses[places]
        accepted = places[better]
        networks = networks.update(accepted, tried.select(np.flatnonzero(better)))
        losses[accepted] = found[better]
        n_steps[accepted] += 1
        damping[accepted] = np.maximum(damping[accepted] / _FACTOR, _LEAST_DAMPING)
        damping[places[~better]] *= _FACTOR
        waiting = waiting[~better & (damping[places] <= _MOST_DAMPING)]
    return replace(training, networks=networks, losses=losses, damping=damping, n_steps=n_steps)


def solve_step(normal: Array, gradient: Array, damping: float) -> Array:
    """Solve (J^T J + damping I) step = J^T e by Cholesky's method.

    Parameters
    ----------
    normal : ndarray of shape (n_weights, n_weights)
        J^T J; only the lower triangle is read.
    gradient : ndarray of shape (n_weights,)
        J^T e.
    damping : float
        What is added to the diagonal.

    Returns
    -------
    ndarray of shape (n_weights,)
        NaN where the matrix is not positive definite to machine precision, which no loss is better than.

    Examples
    --------
    >>> slopes, errors = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]), np.array([1.0, 2.0, 4.0])
    >>> solve_step(slopes.T @ slopes, slopes.T @ errors, 1.0).round(6)
    array([0.8     , 1.266667])
    """
    damped = normal.copy()
    damped.flat[:: len(damped) + 1] += damping
    posv: Any = lapack.dposv
    # The transpose lies in memory as LAPACK wants it, and its upper triangle is the lower one.
    _, step, failed = posv(damped.T, gradient, lower=False, overwrite_a=True)
    return np.full_like(gradient, np.nan) if failed else np.asarray(step)
