"""Conditional distributions: tables of states, and linear Gaussians for each configuration of discrete parents."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.learners.bayes_net.families import (
    LEAST_VARIANCE,
    Family,
    divide_counts,
    solve_regressions,
    sum_log_densities,
    sum_log_shares,
)
from hedgerow.learners.bayes_net.variables import Rows


@dataclass(frozen=True, eq=False)
class StateTable:
    """P(state of the node | states of its parents).

    Attributes
    ----------
    family : Family
        The node and its parents.
    probabilities : ndarray of shape (n_configurations, n_states)
        One line for each configuration of the parents, of which the last varies fastest.

    Examples
    --------
    >>> wet = StateTable(Family(1, (0,), (), (2,), 2), np.array([[0.9, 0.1], [0.2, 0.8]]))
    >>> wet.log_table().shape
    (2, 2)
    """

    family: Family
    probabilities: NDArray[np.float64]

    @classmethod
    def learn(cls, family: Family, counts: NDArray[np.float64]) -> Self:
        """Take shares of counts for probabilities."""
        return cls(family, divide_counts(counts))

    def check_loaded(self) -> None:
        """Refuse a table that is not one of probabilities, or not of this family."""
        table = self.probabilities
        is_right = (
            self.family.n_states > 0 and not self.family.regressors and table.shape == self.family.shape
        )
        if not is_right or (table < 0).any() or not np.allclose(table.sum(axis=1), 1.0, atol=1e-6):
            raise ValueError("this is not a table of conditional probabilities")

    def log_table(self) -> NDArray[np.float64]:
        """Logarithms, with an axis for each discrete parent and the last for the node."""
        logs = np.full_like(self.probabilities, -np.inf)
        np.log(self.probabilities, out=logs, where=self.probabilities > 0)
        return logs.reshape(*self.family.cards, self.family.n_states)

    def sum_log_likelihood(self, counts: NDArray[np.float64]) -> float:
        """Log likelihood of what was counted."""
        return sum_log_shares(counts, self.probabilities)

    def draw(self, rows: Rows, random: np.random.RandomState) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """Draw the node of each row, whose parents are known: codes and values."""
        lines = self.probabilities[self.family.find_configurations(rows.codes)]
        below = random.uniform(size=(len(rows), 1)) >= lines.cumsum(axis=1)[:, :-1]
        return below.sum(axis=1), np.zeros(len(rows))


@dataclass(frozen=True, eq=False)
class LinearGaussians:
    """A number with a normal density about a line in other numbers, one line for each configuration of its parents.

    Attributes
    ----------
    family : Family
        The node and its parents.
    coefficients : ndarray of shape (n_configurations, 1 + n_regressors)
        Intercept and slopes.
    variances : ndarray of shape (n_configurations,)
        Residual variances.
    """

    family: Family
    coefficients: NDArray[np.float64]
    variances: NDArray[np.float64]

    @classmethod
    def learn(cls, family: Family, moments: NDArray[np.float64]) -> Self:
        """Least squares; a configuration without rows takes those of all together."""
        coefficients, variances = solve_regressions(moments)
        pooled, pooled_variance = solve_regressions(moments.sum(axis=0, keepdims=True))
        is_empty = moments[:, 0, 0] <= 0
        coefficients[is_empty], variances[is_empty] = pooled, pooled_variance
        return cls(family, coefficients, np.maximum(variances, LEAST_VARIANCE))

    def check_loaded(self) -> None:
        """Refuse numbers that are not those of linear Gaussians of this family."""
        n, k = self.family.n_configurations, len(self.family.regressors) + 1
        is_right = self.family.n_states == 0 and self.coefficients.shape == (n, k)
        if not is_right or self.variances.shape != (n,) or not (self.variances > 0).all():
            raise ValueError("these are not linear Gaussians")
        if not (np.isfinite(self.coefficients).all() and np.isfinite(self.variances).all()):
            raise ValueError("linear Gaussians have coefficients and variances that are finite")

    def in_units(self, centre: NDArray[np.float64], scale: NDArray[np.float64]) -> LinearGaussians:
        """The same of numbers that were (x - centre) / scale, each variable by its own, in units of x."""
        regressors, node = list(self.family.regressors), self.family.node
        slopes = self.coefficients[:, 1:] * scale[node] / scale[regressors]
        intercept = self.coefficients[:, 0] * scale[node] + centre[node] - slopes @ centre[regressors]
        together = np.concatenate([intercept[:, None], slopes], axis=1)
        return LinearGaussians(self.family, together, self.variances * scale[node] ** 2)

    def find_log_densities(self, rows: Rows) -> NDArray[np.float64]:
        """Log density of the node under each configuration, (n_rows, n_configurations); all numbers are known."""
        columns = self.family.stack_columns(rows.values)
        residual = columns[-1][:, None] - columns[:-1].T @ self.coefficients.T
        return np.asarray(-0.5 * (residual**2 / self.variances + np.log(2 * np.pi * self.variances)))

    def sum_log_likelihood(self, moments: NDArray[np.float64]) -> float:
        """Log likelihood of rows by their sums of products."""
        return sum_log_densities(moments, self.coefficients, self.variances)

    def draw(self, rows: Rows, random: np.random.RandomState) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """Draw the node of each row, whose parents are known: codes and values."""
        number = self.family.find_configurations(rows.codes)
        columns = self.family.stack_columns(rows.values)[:-1]
        mean = (columns * self.coefficients[number].T).sum(axis=0)
        noise = random.normal(size=len(rows)) * np.sqrt(self.variances[number])
        return np.zeros(len(rows), np.intp), mean + noise


Distribution = StateTable | LinearGaussians


def learn_distribution(family: Family, sums: NDArray[np.float64]) -> Distribution:
    """The likeliest distribution of a family for its sums; see `Family.sum_rows`."""
    return StateTable.learn(family, sums) if family.n_states else LinearGaussians.learn(family, sums)


def make_pseudo_rows(
    family: Family, rows: Rows, weights: NDArray[np.float64], smoothing: float
) -> NDArray[np.float64]:
    """Sums that smoothing adds to those of a family.

    Each cell of a table gets `smoothing` rows. Each configuration of a number's discrete parents gets `smoothing` rows
    that look like all rows together, so small configurations lean on the whole; where there is one configuration only,
    that would change nothing, and nothing is added.
    """
    if family.n_states:
        return np.full(family.shape, smoothing)
    if smoothing == 0 or not family.parents:
        return np.zeros(family.shape)
    whole = replace(family, parents=(), cards=()).sum_rows(rows, weights)[0]
    if whole[0, 0] <= 0:
        return np.zeros(family.shape)
    return np.broadcast_to(smoothing * whole / whole[0, 0], family.shape).copy()
