"""The PC algorithm: from all edges, take away those that a small set of neighbours explains."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from hedgerow.selection.causal.independence.dependence import Dependence
from hedgerow.selection.causal.independence.protocol import IndependenceTest
from hedgerow.selection.causal.skeleton import Skeleton

_Key = tuple[float, float]


def pc(test: IndependenceTest, variables: Sequence[int], max_condition: int) -> Skeleton:
    """Edges between variables, by tests given ever larger sets of neighbours.

    An edge goes when its ends are independent given a set of neighbours of one of them. Sets grow by one variable from
    level to level, up to `max_condition`.

    Parameters
    ----------
    test : IndependenceTest
        The test.
    variables : sequence of int
        The variables; the numbers in the result are places in this sequence.
    max_condition : int
        Size of the largest set.

    Returns
    -------
    Skeleton

    Notes
    -----
    Neighbours are those at the beginning of the level, so the order of the variables does not matter (the "stable"
    variant of Colombo & Maathuis). Neither does it for what separates a pair: of the sets of the level, the one given
    which the ends are least dependent (Ramsey's "max" variant). All neighbours of a variable are tested at once.

    References
    ----------
    P. Spirtes and C. Glymour, "An algorithm for fast recovery of sparse causal graphs", Social Science Computer
    Review 9 (1991). D. Colombo and M. Maathuis, "Order-independent constraint-based causal structure learning", JMLR
    15 (2014). J. Ramsey, "Improving accuracy and scalability of the PC algorithm by maximizing p-value",
    arXiv:1610.00378 (2016).
    """
    numbers = np.asarray(variables, np.intp)
    n = len(numbers)
    is_adjacent = ~np.eye(n, dtype=np.bool_)
    strength = np.zeros((n, n))
    separators: dict[tuple[int, int], tuple[int, ...]] = {}
    for place in range(1, n):
        dependence = test.measure(numbers[:place], int(numbers[place]))
        strength[:place, place] = strength[place, :place] = dependence.strength
        for other in np.flatnonzero(dependence.is_independent).tolist():
            separators[other, place] = ()
            is_adjacent[other, place] = is_adjacent[place, other] = False
    for level in range(1, max_condition + 1):
        if not (is_adjacent.sum(axis=0) > level).any():
            break
        found = _separate(test, numbers, is_adjacent, strength, level)
        for (first, second), (_, given) in found.items():
            separators[first, second] = given
            is_adjacent[first, second] = is_adjacent[second, first] = False
    return Skeleton(is_adjacent, separators, strength)


def _separate(
    test: IndependenceTest,
    numbers: NDArray[np.intp],
    is_adjacent: NDArray[np.bool_],
    strength: NDArray[np.float64],
    level: int,
) -> dict[tuple[int, int], tuple[_Key, tuple[int, ...]]]:
    """For each pair that some set of `level` neighbours separates, the set that does it best."""
    found: dict[tuple[int, int], tuple[_Key, tuple[int, ...]]] = {}
    for place in range(len(numbers)):
        neighbours = np.flatnonzero(is_adjacent[place])
        if len(neighbours) <= level:
            continue
        for given in combinations(neighbours.tolist(), level):
            others = np.setdiff1d(neighbours, given)
            dependence = test.measure(numbers[others], int(numbers[place]), numbers[list(given)].tolist())
            _note_least(strength, place, others, dependence)
            for spot in np.flatnonzero(dependence.is_independent):
                other = int(others[spot])
                pair = (min(place, other), max(place, other))
                key = (-float(np.nan_to_num(dependence.p_values[spot])), float(dependence.strength[spot]))
                if pair not in found or key < found[pair][0]:
                    found[pair] = key, given
    return found


def _note_least(
    strength: NDArray[np.float64], place: int, others: NDArray[np.intp], dependence: Dependence
) -> None:
    tested = others[dependence.is_tested]
    least = np.minimum(strength[place, tested], dependence.strength[dependence.is_tested])
    strength[place, tested] = strength[tested, place] = least
