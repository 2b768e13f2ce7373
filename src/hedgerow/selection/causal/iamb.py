"""IAMB: the feature that tells most, given the Markov blanket so far, joins it; superfluous ones leave."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hedgerow.selection.causal.blanket_steps import find_pair, shrink_blanket
from hedgerow.selection.causal.independence.protocol import IndependenceTest


def iamb(
    test: IndependenceTest,
    target: int,
    candidates: Sequence[int],
    *,
    interleaved: bool = False,
    pairs_at: float | None = None,
) -> list[int]:
    """Markov blanket of a variable by incremental association.

    Of the candidates that depend on the target given the blanket so far, the strongest joins, until there is none. Then
    those leave that are independent of the target given the others; interleaved, they do so after each newcomer, which
    keeps the sets small that are conditioned on.

    Parameters
    ----------
    test : IndependenceTest
        The test.
    target : int
        The variable.
    candidates : sequence of int
        The variables that may join.
    interleaved : bool, default=False
        Whether members leave after each newcomer (Inter-IAMB) rather than at the end.
    pairs_at : float or None, default=None
        Level at which two candidates may join together where no single one depends.

    Returns
    -------
    list of int
        The blanket, in the order of joining.

    References
    ----------
    I. Tsamardinos, C. Aliferis and A. Statnikov, "Algorithms for large scale Markov blanket discovery", FLAIRS 2003.
    """
    everybody = np.asarray(candidates, np.intp)
    members: list[int] = []
    seen: set[frozenset[int]] = set()
    # a set that has not changed is complete, and one that comes back would come back for ever
    while frozenset(members) not in seen:
        seen.add(frozenset(members))
        others = everybody[~np.isin(everybody, members)]
        if others.size == 0:
            break
        dependence = test.measure(others, target, members)
        if dependence.is_dependent.any():
            strength = np.where(dependence.is_dependent, dependence.strength, -np.inf)
            members.append(int(others[np.argmax(strength)]))
        elif pairs_at is not None:
            members += find_pair(test, target, others, members, pairs_at)
        if interleaved:
            members = shrink_blanket(test, target, members)
    return shrink_blanket(test, target, members)
