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
from hedgerow.learners.network.normal_equations import gather_equations
from hedgerow.learners.network.training_batch import TrainingBatch

FIRST_DAMPING = 1e-3
_FACTOR = 10.0
_MOST_DAMPING = 1e10
_LEAST_DAMPING = 1e-15  # below it nothing is damped, and the way back would be long


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
    >>> from hedgerow.learners.network.beginnings import draw_networks
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
