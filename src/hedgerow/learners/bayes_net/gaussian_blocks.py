"""Numbers that are missing: they are integrated out block by block, for each configuration of missing states."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hedgerow.learners.bayes_net.clique_tree import Factor
from hedgerow.learners.bayes_net.distributions import LinearGaussians
from hedgerow.learners.bayes_net.variables import Rows

_MOST_CONFIGURATIONS = 2**16


@dataclass(frozen=True, eq=False)
class Integral:
    """What is left of a block when its missing numbers are integrated out.

    Attributes
    ----------
    factor : Factor
        Logarithm of the integral for each configuration of the missing states.
    means : ndarray of shape (n_rows, n_configurations, n_numbers)
        Means of the missing numbers given all that is known.
    covariances : ndarray of shape (n_rows, n_configurations, n_numbers, n_numbers)
        Their covariances.
    """

    factor: Factor
    means: NDArray[np.float64]
    covariances: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class GaussianBlock:
    """Missing numbers that hang together, the linear Gaussians that mention them, and the missing states these ask for.

    Attributes
    ----------
    numbers : tuple of int
        The missing numbers, in ascending order.
    gaussians : tuple of LinearGaussians
        Distributions of a family with a missing number.
    scope : tuple of int
        Missing discrete parents of these families, in ascending order.
    cards : tuple of int
        Numbers of states of these.
    """

    numbers: tuple[int, ...]
    gaussians: tuple[LinearGaussians, ...]
    scope: tuple[int, ...]
    cards: tuple[int, ...]

    @classmethod
    def of(cls, gaussians: Sequence[LinearGaussians], missing: NDArray[np.bool_]) -> GaussianBlock:
        """Gather what a group of distributions asks for."""
        families = [each.family for each in gaussians]
        numbers = {each for family in families for each in (*family.regressors, family.node) if missing[each]}
        cards = {
            parent: card
            for family in families
            for parent, card in zip(family.parents, family.cards, strict=True)
            if missing[parent]
        }
        if np.prod([float(card) for card in cards.values()]) > _MOST_CONFIGURATIONS:
            raise ValueError(
                f"{len(numbers)} missing numbers depend on {len(cards)} missing variables with states, which is too "
                "much for exact inference; give more of their values, or allow fewer parents"
            )
        scope = tuple(sorted(cards))
        return cls(tuple(sorted(numbers)), tuple(gaussians), scope, tuple(cards[each] for each in scope))

    @property
    def n_configurations(self) -> int:
        """Number of configurations of the missing states."""
        return math.prod(self.cards)

    def integrate(self, rows: Rows) -> Integral:
        r"""Integrate the missing numbers out.

        With x the missing numbers, each distribution adds :math:`(a'x + c)^2 / s^2` to the square in the exponent, so
        together they are :math:`x' L x - 2 h' x + q`, whose integral is known.
        """
        n_rows, n, m = len(rows), self.n_configurations, len(self.numbers)
        precision, shift = np.zeros((n_rows, n, m, m)), np.zeros((n_rows, n, m))
        square, logs = np.zeros((n_rows, n)), np.zeros((n_rows, n))
        for distribution in self.gaussians:
            slopes, constant, variance = self._contrast(distribution, rows)
            precision += slopes[..., :, None] * slopes[..., None, :] / variance[..., None, None]
            shift -= slopes * (constant / variance)[..., None]
            square += constant**2 / variance
            logs -= 0.5 * np.log(2 * np.pi * variance)
        covariances = np.asarray(np.linalg.inv(precision), np.float64)
        means = np.einsum("rcij,rcj->rci", covariances, shift)
        _, log_determinants = np.linalg.slogdet(precision)
        logs += 0.5 * (m * np.log(2 * np.pi) - log_determinants)
        logs -= 0.5 * (square - np.einsum("rci,rci->rc", means, shift))
        return Integral(Factor(self.scope, logs.reshape(-1, *self.cards)), means, covariances)

    def fill_states(self, rows: Rows, configuration: int) -> NDArray[np.int32]:
        """The rows' codes, with the states of one configuration in place of the missing ones."""
        codes = rows.codes.copy()
        states = np.unravel_index(configuration, self.cards) if self.cards else ()
        for parent, state in zip(self.scope, states, strict=True):
            codes[parent] = state
        return codes

    def _contrast(
        self, distribution: LinearGaussians, rows: Rows
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """The residual as slopes of the missing numbers and a constant, and its variance, for each configuration."""
        family = distribution.family
        if not set(self.scope) & set(family.parents):  # the same for all configurations
            number = np.repeat(family.find_configurations(rows.codes)[:, None], self.n_configurations, axis=1)
        else:
            each = range(self.n_configurations)
            number = np.stack([family.find_configurations(self.fill_states(rows, at)) for at in each], axis=1)
        coefficients = distribution.coefficients[number]
        slopes = np.zeros((*number.shape, len(self.numbers)))
        constant = -coefficients[..., 0].copy()
        for place, member in enumerate((*family.regressors, family.node)):
            is_node = member == family.node
            weight = np.ones(number.shape) if is_node else -coefficients[..., place + 1]
            if member in self.numbers:
                slopes[..., self.numbers.index(member)] += weight
            else:
                constant += weight * rows.values[member][:, None]
        return slopes, constant, distribution.variances[number]


def find_blocks(gaussians: Sequence[LinearGaussians], missing: NDArray[np.bool_]) -> list[GaussianBlock]:
    """Group distributions that share missing numbers, directly or by others; each has one missing number at least."""
    groups: list[tuple[set[int], list[LinearGaussians]]] = []
    for each in gaussians:
        mine = {member for member in (*each.family.regressors, each.family.node) if missing[member]}
        together = [group for group in groups if group[0] & mine]
        members = [each]
        for group in together:
            mine |= group[0]
            members = group[1] + members
            groups.remove(group)
        groups.append((mine, members))
    return [GaussianBlock.of(members, missing) for _, members in groups]
