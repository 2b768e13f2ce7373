"""Softmax gates, one at each branch of a tree whose leaves are experts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from hedgerow.foundation.row_products import multiply_rows
from hedgerow.learners.network.shape import sum_logs

_MOST_STEPS = 50  # of L-BFGS for one level of gates; the next M-step goes on from there
# Of the log gates, (n_points, n_nodes, n_branches): what they are worth, and the slope of that at their logits.
Gain = Callable[[NDArray[np.float64]], tuple[float, NDArray[np.float64]]]


@dataclass(frozen=True, eq=False)
class GateTree:
    """A softmax that is linear in the point at each branch; the prior of an expert is the product along its path.

    Attributes
    ----------
    branching : tuple of int
        Branches at each level: (4,) is one gate over four experts, (2, 3) two modules of three experts.
    levels : tuple of ndarray of shape (n_columns + 1, n_nodes, n_branches)
        Coefficients of the gates of each level, the offset last.

    Examples
    --------
    >>> gates = GateTree.even((2, 2), n_columns=1)
    >>> gates.weigh(np.array([[3.0]]))
    array([[0.25, 0.25, 0.25, 0.25]])
    """

    branching: tuple[int, ...]
    levels: tuple[NDArray[np.float64], ...]

    @classmethod
    def even(cls, branching: tuple[int, ...], n_columns: int) -> Self:
        """Gates that weigh all experts alike everywhere."""
        return cls(
            branching,
            tuple(
                np.zeros((n_columns + 1, prod(branching[:level]), width))
                for level, width in enumerate(branching)
            ),
        )

    def check_loaded(self) -> None:
        """Refuse levels that do not belong to the branching, because weights are computed for all of its leaves.

        Raises
        ------
        ValueError
            If a level is missing, there is one more, or one has other gates than the branching says.
        """
        shapes = [(prod(self.branching[:level]), width) for level, width in enumerate(self.branching)]
        if [each.shape[1:] for each in self.levels] != shapes:
            raise ValueError(f"these are not gates: their levels do not branch as {self.branching} says")

    @property
    def n_experts(self) -> int:
        """Number of leaves."""
        return prod(self.branching)

    def weigh(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Prior of each expert for each point, (n_points, n_experts)."""
        return np.exp(self.weigh_logarithmically(points))

    def weigh_logarithmically(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Logarithms of the priors."""
        total = np.zeros((len(points), 1))
        for level in self.levels:
            total = (total[:, :, None] + _ask(level, points)).reshape(len(points), -1)
        return total

    def learn(
        self,
        points: NDArray[np.float64],
        posteriors: NDArray[np.float64],
        weights: NDArray[np.float64],
        decay: float,
    ) -> Self:
        """The M-step of the gates: softmax regressions on what the experts turned out to deserve.

        A level of gates is replaced only where that raises the expected likelihood, so the likelihood of the mixture
        cannot fall, whatever the decay.

        Parameters
        ----------
        points : ndarray of shape (n_points, n_columns)
            Where the rows lie.
        posteriors : ndarray of shape (n_points, n_experts)
            The soft targets.
        weights : ndarray of shape (n_points,)
            Weights of the rows, which sum to 1.
        decay : float
            Penalty on half the squared coefficients, offsets excepted.
        """
        levels = []
        for number, old in enumerate(self.levels):
            # The posterior of a branch is the sum over the leaves below it.
            below = prod(self.branching[number + 1 :])
            credit = posteriors.reshape(len(points), *old.shape[1:], below).sum(axis=3)
            gain = _expect(credit * weights[:, None, None])
            new = _climb(old, points, gain, decay)
            better = gain(_ask(new, points))[0] >= gain(_ask(old, points))[0]
            levels.append(new if better else old)
        return type(self)(self.branching, tuple(levels))

    def learn_from_densities(
        self,
        points: NDArray[np.float64],
        log_densities: NDArray[np.float64],
        weights: NDArray[np.float64],
        decay: float,
    ) -> Self:
        """Gates of one level that make the truth likely, the experts being given.

        Parameters
        ----------
        points, weights, decay
            As for `learn`.
        log_densities : ndarray of shape (n_points, n_experts)
            How likely each expert makes the truth.
        """

        def gain(log_gates: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
            joint = log_gates[:, 0] + log_densities
            total = sum_logs(joint)
            slope = weights[:, None] * (np.exp(joint - total) - np.exp(log_gates[:, 0]))  # h_i - g_i
            return float(weights @ total[:, 0]), slope[:, None]

        return type(self)(self.branching, (_climb(self.levels[0], points, gain, decay),))


def _expect(credit: NDArray[np.float64]) -> Gain:
    """Expected log likelihood of gates, given the credit of each branch, (n_points, n_nodes, n_branches)."""

    def gain(log_gates: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        # At the logits of a node the slope is h_i (h_j|i - g_j|i).
        slope = credit - credit.sum(axis=2, keepdims=True) * np.exp(log_gates)
        return float((credit * log_gates).sum()), slope

    return gain


def _ask(level: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Log gates of one level, (n_points, n_nodes, n_branches)."""
    logits = (
        multiply_rows(points, level[:-1].reshape(points.shape[1], -1)).reshape(-1, *level.shape[1:])
        + level[-1]
    )
    return np.asarray(logits - sum_logs(logits))


def _climb(
    start: NDArray[np.float64],
    points: NDArray[np.float64],
    gain: Gain,
    decay: float,
) -> NDArray[np.float64]:
    """Coefficients of one level with a larger gain than those at the start, by L-BFGS."""

    def measure_loss(vector: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        level = vector.reshape(start.shape)
        value, slope = gain(_ask(level, points))
        gradient = np.empty_like(level)
        gradient[:-1] = decay * level[:-1] - (points.T @ slope.reshape(len(points), -1)).reshape(
            level[:-1].shape
        )
        gradient[-1] = -slope.sum(axis=0)
        return 0.5 * decay * float((level[:-1] ** 2).sum()) - value, gradient.ravel()

    if start.shape[2] == 1:
        return start
    found = minimize(
        measure_loss, start.ravel(), jac=True, method="L-BFGS-B", options={"maxiter": _MOST_STEPS}
    )
    return np.asarray(found.x).reshape(start.shape)
