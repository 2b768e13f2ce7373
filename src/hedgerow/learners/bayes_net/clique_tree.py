"""Exact inference over discrete variables: factors, and a tree of cliques in which messages go up and down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Self

import numpy as np
from numpy.typing import NDArray

_LARGEST = 2**22  # states of a clique that memory should hold for one row


@dataclass(frozen=True, eq=False)
class Factor:
    """Logarithms of non-negative numbers for the states of some variables, row by row.

    Attributes
    ----------
    scope : tuple of int
        The variables, in ascending order.
    logs : ndarray of shape (n_rows, *n_states)
        One axis for each variable; a first axis of length 1 holds for all rows.
    """

    scope: tuple[int, ...]
    logs: NDArray[np.float64]

    def spread(self, scope: Sequence[int]) -> NDArray[np.float64]:
        """The logarithms with an axis for each variable of a larger scope."""
        axes = tuple(slice(None) if each in self.scope else None for each in scope)
        return self.logs[(slice(None), *axes)]

    def keep(self, scope: Sequence[int]) -> Factor:
        """Sum over all variables but some."""
        axes = tuple(place + 1 for place, each in enumerate(self.scope) if each not in scope)
        return Factor(tuple(scope), log_sum(self.logs, axes)) if axes else self


@dataclass(frozen=True)
class CliqueTree:
    """The order in which variables are summed out, and the clique that each is in at that moment.

    Attributes
    ----------
    order : tuple of int
        The variables.
    cliques : tuple of tuple of int
        Of each, itself and the variables it is then connected to, in ascending order.
    parents : tuple of int
        The place of the clique that gets a clique's message; -1 where there is none to send.
    sizes : tuple of int
        Numbers of states of the cliques.
    """

    order: tuple[int, ...]
    cliques: tuple[tuple[int, ...], ...]
    parents: tuple[int, ...]
    sizes: tuple[int, ...]

    @property
    def n_states(self) -> int:
        """States of all cliques together."""
        return sum(self.sizes)

    @property
    def n_largest(self) -> int:
        """States of the largest clique."""
        return max(self.sizes, default=1)

    @classmethod
    def plan(
        cls, scopes: Sequence[tuple[int, ...]], cards: Mapping[int, int], last: int | None = None
    ) -> Self:
        """Choose an order: next comes the variable whose clique has fewest states; one variable may be kept for last.

        Raises
        ------
        ValueError
            If a clique has more states than can be held.
        """
        near: dict[int, set[int]] = {}
        for scope in scopes:
            for each in scope:
                near.setdefault(each, set()).update(scope)
        order, cliques = [], []
        while near:
            able = [each for each in near if each != last or len(near) == 1]
            chosen = min(able, key=lambda each: (_count_states(near[each], cards), each))
            clique = near.pop(chosen)
            if _count_states(clique, cards) > _LARGEST:
                raise ValueError(
                    f"the network is too dense for exact inference: {len(clique)} variables without known values hang "
                    f"together, and have {_count_states(clique, cards):,} states; allow fewer parents, or give more "
                    "of their values"
                )
            order.append(chosen)
            cliques.append(tuple(sorted(clique)))
            for each in clique - {chosen}:
                near[each] = (near[each] | clique) - {chosen}
        place = {each: at for at, each in enumerate(order)}
        parents = [
            min((place[each] for each in clique if each != mine), default=-1)
            for mine, clique in zip(order, cliques, strict=True)
        ]
        sizes = tuple(_count_states(set(clique), cards) for clique in cliques)
        return cls(tuple(order), tuple(cliques), tuple(parents), sizes)

    def find_home(self, scope: Sequence[int]) -> int:
        """The clique that a factor belongs to."""
        return min(self.order.index(each) for each in scope)

    def collect(
        self, factors: Sequence[Factor]
    ) -> tuple[NDArray[np.float64], list[NDArray[np.float64]], list[NDArray[np.float64]]]:
        """Send messages up: log of the sum over all variables, (n_rows,), what each clique holds, and its message."""
        held: list[NDArray[np.float64]] = [np.zeros((1,) * (len(clique) + 1)) for clique in self.cliques]
        for factor in factors:
            home = self.find_home(factor.scope)
            held[home] = held[home] + factor.spread(self.cliques[home])
        total = np.zeros(1)
        messages = []
        for at, (variable, clique, parent) in enumerate(
            zip(self.order, self.cliques, self.parents, strict=True)
        ):
            message = log_sum(held[at], (clique.index(variable) + 1,))
            messages.append(message)
            if parent < 0:
                total = total + message
            else:
                rest = tuple(each for each in clique if each != variable)
                held[parent] = held[parent] + Factor(rest, message).spread(self.cliques[parent])
        return total, held, messages

    def calibrate(self, factors: Sequence[Factor]) -> tuple[NDArray[np.float64], list[Factor]]:
        """Send messages up and down: the log of the sum over all, and the posterior of each clique."""
        total, held, messages = self.collect(factors)
        beliefs: list[Factor] = []
        for at in reversed(range(len(self.order))):
            clique, parent = self.cliques[at], self.parents[at]
            if parent < 0:
                belief = subtract_logs(held[at], messages[at].reshape(-1, *(1,) * len(clique)))
            else:
                rest = tuple(each for each in clique if each != self.order[at])
                above = beliefs[len(self.order) - 1 - parent].keep(rest)
                news = Factor(rest, subtract_logs(above.logs, messages[at]))
                belief = held[at] + news.spread(clique)
            beliefs.append(Factor(clique, belief))
        return total, beliefs[::-1]


def log_sum(logs: NDArray[np.float64], axes: tuple[int, ...]) -> NDArray[np.float64]:
    """Logarithm of the sum of exponentials over some axes; the sum of nothing but zeros is -inf.

    Examples
    --------
    >>> log_sum(np.log(np.array([[1.0, 3.0]])), (1,)).round(4)
    array([1.3863])
    """
    largest = logs.max(axis=axes, keepdims=True)
    largest = np.where(np.isfinite(largest), largest, 0.0)
    sums = np.exp(logs - largest).sum(axis=axes)
    found = np.full_like(sums, -np.inf)
    np.log(sums, out=found, where=sums > 0)
    return np.asarray(found + largest.reshape(found.shape))


def subtract_logs(logs: NDArray[np.float64], less: NDArray[np.float64]) -> NDArray[np.float64]:
    """Logarithms of quotients, where 0 / 0 is 0."""
    logs, less = np.broadcast_arrays(logs, less)
    found = np.full(logs.shape, -np.inf)
    np.subtract(logs, less, out=found, where=~np.isneginf(logs))
    return found


def _count_states(clique: set[int], cards: Mapping[int, int]) -> int:
    return reduce(lambda count, each: count * cards[each], clique, 1)
