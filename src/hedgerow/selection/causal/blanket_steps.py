"""Steps that Grow-Shrink and IAMB share: superfluous members leave a blanket, and a pair may join it together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hedgerow.selection.causal.independence.protocol import IndependenceTest


def shrink_blanket(test: IndependenceTest, target: int, members: list[int]) -> list[int]:
    """Let members leave, one at a time in the order they came, that are independent of the target given the others.

    Parameters
    ----------
    test : IndependenceTest
        The test.
    target : int
        The variable whose blanket it is.
    members : list of int
        The blanket so far.

    Returns
    -------
    list of int
        Who stays.
    """
    staying = list(members)
    for member in members:
        others = [other for other in staying if other != member]
        if test.measure([member], target, others).is_independent[0]:
            staying = others
    return staying


def find_pair(
    test: IndependenceTest, target: int, candidates: NDArray[np.intp], members: Sequence[int], alpha: float
) -> list[int]:
    """The two candidates of which one depends most clearly on the target, given the members and the other.

    All pairs are tried, so the level is divided by their number (Bonferroni). A threshold on information has no
    level, and is taken as it is.

    Parameters
    ----------
    test : IndependenceTest
        The test.
    target : int
        The variable whose blanket grows.
    candidates : ndarray of int
        The variables that may join.
    members : sequence of int
        The blanket so far.
    alpha : float
        Level for all pairs together.

    Returns
    -------
    list of int
        The pair, the lower number first; empty where no pair depends.
    """
    n_pairs = max(len(candidates) * (len(candidates) - 1) // 2, 1)
    best, pair = (np.inf, 0.0), []
    for place in range(len(candidates) - 1):
        known, others = int(candidates[place]), candidates[place + 1 :]
        dependence = test.measure(others, target, [*members, known])
        p_values = np.where(dependence.is_dependent, np.nan_to_num(dependence.p_values, nan=0.0), np.inf)
        spot = int(np.lexsort((-dependence.strength, p_values))[0])
        key = (float(p_values[spot]), -float(dependence.strength[spot]))
        if key[0] <= alpha / n_pairs and key < best:
            best, pair = key, sorted([known, int(others[spot])])
    return pair
