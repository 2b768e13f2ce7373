"""Learning from rows with gaps: expectation and maximisation, taken in turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.learners.bayes_net.distributions import Distribution, learn_distribution, make_pseudo_rows
from hedgerow.learners.bayes_net.evidence import Group, list_factors, plan_groups
from hedgerow.learners.bayes_net.families import Family
from hedgerow.learners.bayes_net.gaussian_blocks import GaussianBlock, Integral
from hedgerow.learners.bayes_net.variables import Rows


@dataclass(frozen=True, eq=False)
class EMRounds:
    """Rows with gaps, and how they are treated together; the same in each round.

    Attributes
    ----------
    families : tuple of Family
        Of all variables.
    rows : Rows
        The rows.
    weights : ndarray of shape (n_rows,)
        How much each counts.
    pseudo_rows : tuple of ndarray
        Sums that smoothing adds to those of each family.
    groups : tuple of Group
        Rows that are treated together.
    known_sums : tuple of ndarray
        Sums of each family over the rows in which nothing of it is missing, which no round changes.
    """

    families: tuple[Family, ...]
    rows: Rows
    weights: NDArray[np.float64]
    pseudo_rows: tuple[NDArray[np.float64], ...]
    groups: tuple[Group, ...]
    known_sums: tuple[NDArray[np.float64], ...]

    @classmethod
    def of(
        cls,
        families: Sequence[Family],
        arcs: NDArray[np.bool_],
        rows: Rows,
        weights: NDArray[np.float64],
        smoothing: float,
    ) -> Self:
        """Plan how the rows are treated."""
        pseudo_rows = tuple(make_pseudo_rows(family, rows, weights, smoothing) for family in families)
        groups = tuple(plan_groups(families, arcs, rows.is_missing))
        is_touched = np.zeros(rows.codes.shape, np.bool_)
        for group in groups:
            is_touched[np.ix_(group.touched, group.rows)] = True
        known_sums = tuple(
            family.sum_rows(rows, np.where(is_touched[node], 0.0, weights))
            for node, family in enumerate(families)
        )
        return cls(tuple(families), rows, weights, pseudo_rows, groups, known_sums)

    def expect(self, distributions: Sequence[Distribution]) -> tuple[list[NDArray[np.float64]], float]:
        """Expected sums of each family, and the log likelihood of the rows, under some distributions."""
        sums = [each.copy() for each in self.known_sums]
        likelihood = sum(
            each.sum_log_likelihood(known) for each, known in zip(distributions, sums, strict=True)
        )
        for group in self.groups:
            for some in group.split() if group.touched.any() else ():
                rows, weights = self.rows.select(some), self.weights[some]
                likelihood += self._expect_some(distributions, group, rows, weights, sums)
        return sums, likelihood

    def maximise(self, sums: Sequence[NDArray[np.float64]]) -> tuple[Distribution, ...]:
        """The likeliest distributions for sums, with those that smoothing adds."""
        return tuple(
            learn_distribution(family, each + added)
            for family, each, added in zip(self.families, sums, self.pseudo_rows, strict=True)
        )

    def find_log_prior(self, distributions: Sequence[Distribution]) -> float:
        """What smoothing adds to the log likelihood."""
        return sum(
            each.sum_log_likelihood(added)
            for each, added in zip(distributions, self.pseudo_rows, strict=True)
            if added.any()
        )

    def improve(
        self, distributions: Sequence[Distribution], max_iter: int, tol: float
    ) -> tuple[tuple[Distribution, ...], list[float]]:
        """Take turns until the log likelihood (with what smoothing adds) gains less than a share `tol` of itself.

        Returns
        -------
        distributions : tuple
        history : list of float
            The log likelihood before each round, and at the end. It never falls.
        """
        found = tuple(distributions)
        history: list[float] = []
        for _ in range(max_iter + 1):
            sums, likelihood = self.expect(found)
            history.append(likelihood + self.find_log_prior(found))
            if len(history) > 1 and history[-1] - history[-2] <= tol * abs(history[-2]):
                break
            if len(history) <= max_iter:
                found = self.maximise(sums)
        return found, history

    def _expect_some(
        self,
        distributions: Sequence[Distribution],
        group: Group,
        rows: Rows,
        weights: NDArray[np.float64],
        sums: list[NDArray[np.float64]],
    ) -> float:
        """Add the expected sums of some rows, and return their log likelihood."""
        said = list_factors(distributions, group, group.touched, rows)
        total, beliefs = group.tree.calibrate(said.factors)

        def find_shares(scope: tuple[int, ...]) -> NDArray[np.float64]:
            if not scope:
                return np.ones((len(rows), 1))
            belief = beliefs[group.tree.find_home(scope)].keep(scope)
            logs = np.broadcast_to(belief.logs, (len(rows), *belief.logs.shape[1:]))
            return np.exp(logs).reshape(len(rows), -1)

        for node, factor in said.of_families:
            family = self.families[node]
            shares = find_shares(factor.scope)
            cards = tuple(self.families[each].n_states for each in factor.scope)
            for place in range(shares.shape[1]):
                filled = _fill(rows, factor.scope, cards, place)
                sums[node] += family.sum_rows(filled, weights * shares[:, place])
        for block, integral in said.of_blocks:
            _add_block(block, integral, rows, weights[:, None] * find_shares(block.scope), sums)
        return float(weights @ (said.sum_constants(len(rows)) + total))


def _fill(rows: Rows, scope: tuple[int, ...], cards: tuple[int, ...], place: int) -> Rows:
    """Rows with the states of one configuration."""
    if not scope:
        return rows
    codes = rows.codes.copy()
    for variable, state in zip(scope, np.unravel_index(place, cards), strict=True):
        codes[variable] = state
    return replace(rows, codes=codes)


def _add_block(
    block: GaussianBlock,
    integral: Integral,
    rows: Rows,
    weights: NDArray[np.float64],
    sums: list[NDArray[np.float64]],
) -> None:
    """Add expected products of a block's families; `weights` are (n_rows, n_configurations)."""
    means, covariances = integral.means, integral.covariances
    for place in range(block.n_configurations):
        values = rows.values.copy()
        for at, variable in enumerate(block.numbers):
            values[variable] = means[:, place, at]
        codes = block.fill_states(rows, place)
        codes[list(block.numbers)] = 0
        filled = Rows(codes, values)
        for distribution in block.gaussians:
            family = distribution.family
            sums[family.node] += family.sum_rows(filled, weights[:, place])
            number = family.find_configurations(codes)
            columns = (*family.regressors, family.node)
            inside = [
                (at + 1, block.numbers.index(each))
                for at, each in enumerate(columns)
                if each in block.numbers
            ]
            for i, first in inside:
                for j, second in inside:
                    added = np.bincount(
                        number,
                        weights[:, place] * covariances[:, place, first, second],
                        len(sums[family.node]),
                    )
                    sums[family.node][:, i, j] += added
