"""Families: a node with its parents, what rows say of them (sums that add up), and how likely that is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.learners.bayes_net.variables import Rows, Variable

_MOST_CELLS = 2**16  # of configurations times rows that are summed as one matrix product
LEAST_VARIANCE = 1e-9  # of a residual, as a share of the variance of the node


@dataclass(frozen=True)
class Family:
    """A node and its parents, discrete ones apart from numbers.

    Attributes
    ----------
    node : int
        The variable.
    parents : tuple of int
        Its discrete parents, in ascending order.
    regressors : tuple of int
        Its parents that are numbers, in ascending order.
    cards : tuple of int
        Numbers of states of the discrete parents.
    n_states : int
        Number of states of the node; 0 for a number.

    Examples
    --------
    >>> nodes = (Variable("smoke", ("no", "yes")), Variable("age"), Variable("pressure"))
    >>> family = Family.of(nodes, 2, [0, 1])
    >>> family.parents, family.regressors, family.n_parameters
    ((0,), (1,), 6)
    """

    node: int
    parents: tuple[int, ...]
    regressors: tuple[int, ...]
    cards: tuple[int, ...]
    n_states: int

    @classmethod
    def of(cls, variables: Sequence[Variable], node: int, parents: Iterable[int]) -> Self:
        """The family of a node among variables."""
        ordered = sorted(parents)
        discrete = tuple(each for each in ordered if variables[each].is_discrete)
        regressors = tuple(each for each in ordered if not variables[each].is_discrete)
        if regressors and variables[node].is_discrete:
            raise ValueError(
                f"{variables[node].name!r} has states and cannot depend on the number "
                f"{variables[regressors[0]].name!r}; turn the arc around, or cut the number into categories"
            )
        cards = tuple(variables[each].n_states for each in discrete)
        return cls(node, discrete, regressors, cards, variables[node].n_states)

    @property
    def members(self) -> tuple[int, ...]:
        """All variables of the family: discrete parents, numbers among the parents, the node."""
        return (*self.parents, *self.regressors, self.node)

    @property
    def n_configurations(self) -> int:
        """Number of configurations of the discrete parents."""
        return math.prod(self.cards)

    @property
    def n_parameters(self) -> int:
        """Free parameters: of a table, or coefficients, intercept and variance of each configuration."""
        each = self.n_states - 1 if self.n_states else len(self.regressors) + 2
        return self.n_configurations * each

    def find_configurations(self, codes: NDArray[np.integer]) -> NDArray[np.intp]:
        """Number of the parents' configuration in each row; -1 where one of them is missing."""
        number = np.zeros(codes.shape[1], np.intp)
        if not self.parents:
            return number
        is_known = np.ones(codes.shape[1], np.bool_)
        for parent, card in zip(self.parents, self.cards, strict=True):
            number = number * card + codes[parent]
            is_known &= codes[parent] >= 0
        return np.where(is_known, number, -1)

    def sum_rows(self, rows: Rows, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sums over the rows in which the whole family is known.

        Returns
        -------
        ndarray
            Of a discrete node the weight of each state in each configuration, (n_configurations, n_states). Of a
            number the sums of products of (1, regressors, node) in each configuration, (n_configurations, k, k).
        """
        number = self.find_configurations(rows.codes)
        known = (rows.codes[list(self.members)] >= 0).all(axis=0)
        number, counted = number[known], weights[known]
        if self.n_states:
            cells = number * self.n_states + rows.codes[self.node, known]
            counts = np.bincount(cells, counted, self.n_configurations * self.n_states)
            return counts.reshape(self.shape).astype(np.float64, copy=False)  # of no rows they are integers
        columns = self.stack_columns(rows.values[:, known])
        width = len(columns)
        if self.n_configurations * number.size <= _MOST_CELLS:
            is_inside = (number == np.arange(self.n_configurations)[:, None]) * counted
            products = (columns[:, None] * columns).reshape(width * width, -1)
            return np.asarray(is_inside @ products.T).reshape(self.shape)
        sums = np.empty((self.n_configurations, width, width))
        for i in range(width):
            for j in range(i + 1):
                found = np.bincount(number, counted * columns[i] * columns[j], self.n_configurations)
                sums[:, i, j] = sums[:, j, i] = found
        return sums

    def stack_columns(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """One, the regressors and the node, (k, n_rows)."""
        return np.concatenate([np.ones((1, values.shape[1])), values[[*self.regressors, self.node]]])

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of its sums."""
        width = len(self.regressors) + 2
        return (
            (self.n_configurations, self.n_states) if self.n_states else (self.n_configurations, width, width)
        )


def divide_counts(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Shares of the states in each configuration; equal ones where nothing was counted."""
    totals = counts.sum(axis=1, keepdims=True)
    shares = np.full_like(counts, 1.0 / counts.shape[1])
    np.divide(counts, totals, out=shares, where=totals > 0)
    return shares


def solve_regressions(
    moments: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Coefficients, (n, k - 1), and residual variances, (n,), of least squares from sums of products, (n, k, k).

    The last column is the node, and the first is the intercept. Coefficients that the rows do not settle are the
    smallest ones. A configuration without rows has the coefficients 0 and the variance 0.
    """
    total = moments[:, 0, 0]
    scale = np.divide(1.0, total, out=np.zeros_like(total), where=total > 0)
    mean = moments[:, 0, 1:] * scale[:, None]
    spread = moments[:, 1:, 1:] * scale[:, None, None] - mean[:, :, None] * mean[:, None, :]
    inside, with_node = spread[:, :-1, :-1], spread[:, :-1, -1]
    slopes = np.zeros_like(with_node)
    if slopes.shape[1]:
        width = np.sqrt(np.maximum(np.einsum("nii->ni", inside), 0.0))
        unit = np.divide(1.0, width, out=np.zeros_like(width), where=width > 0)
        correlations = inside * unit[:, :, None] * unit[:, None, :]
        inverse = np.linalg.pinv(correlations, rcond=1e-10, hermitian=True)
        slopes = (inverse @ (with_node * unit)[:, :, None])[:, :, 0] * unit
    variance = spread[:, -1, -1] - 2 * (slopes * with_node).sum(axis=1)
    variance = variance + np.einsum("ni,nij,nj->n", slopes, inside, slopes)
    intercept = mean[:, -1] - (slopes * mean[:, :-1]).sum(axis=1)
    return np.concatenate([intercept[:, None], slopes], axis=1), np.maximum(variance, 0.0)


def sum_log_shares(counts: NDArray[np.float64], shares: NDArray[np.float64]) -> float:
    """Log likelihood of counts under shares; nothing counted adds nothing."""
    logs = np.log(shares, out=np.full_like(shares, -np.inf), where=shares > 0)
    return float((counts * np.where(counts > 0, logs, 0.0)).sum())


def sum_log_densities(
    moments: NDArray[np.float64], coefficients: NDArray[np.float64], variances: NDArray[np.float64]
) -> float:
    """Log likelihood of rows, of which sums of products are known, under linear Gaussians."""
    contrast = np.concatenate([-coefficients, np.ones((len(coefficients), 1))], axis=1)
    squares = np.maximum(np.einsum("ni,nij,nj->n", contrast, moments, contrast), 0.0)
    total = moments[:, 0, 0]
    seen = total > 0
    logs = total[seen] * np.log(2 * np.pi * variances[seen]) + squares[seen] / variances[seen]
    return float(-0.5 * logs.sum())
