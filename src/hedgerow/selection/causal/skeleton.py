"""The edges of a causal graph before they have directions: PC takes edges away, TPDA drafts, thickens and thins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from hedgerow.selection.causal.independence.protocol import IndependenceTest

Separators = dict[tuple[int, int], tuple[int, ...]]

_Key = tuple[float, float]
_MOST_KNOWN = 8  # neighbours that are conditioned on, the strongest


@dataclass(frozen=True, eq=False)
class Skeleton:
    """Edges, and the reason why there are no others.

    Parameters
    ----------
    is_adjacent : ndarray of bool of shape (n_variables, n_variables)
        Which pairs have an edge.
    separators : dict of (int, int) to tuple of int
        For each pair without one, the smaller number first: the variables given which the two are independent.
    strength : ndarray of shape (n_variables, n_variables)
        Least conditional mutual information that was seen of each pair, in bits.
    """

    is_adjacent: NDArray[np.bool_]
    separators: Separators
    strength: NDArray[np.float64]

    def separator(self, first: int, second: int) -> tuple[int, ...]:
        """The variables that separate two."""
        return self.separators[min(first, second), max(first, second)]


def _measure_alone(
    test: IndependenceTest, numbers: NDArray[np.intp]
) -> tuple[NDArray[np.float64], Separators]:
    """Strength of each pair given nothing, and the pairs that are independent without any separator."""
    strength = np.zeros((len(numbers), len(numbers)))
    separators: Separators = {}
    for place in range(1, len(numbers)):
        dependence = test.measure(numbers[:place], int(numbers[place]))
        strength[:place, place] = strength[place, :place] = dependence.strength
        separators |= {(other, place): () for other in np.flatnonzero(dependence.is_independent).tolist()}
    return strength, separators


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
    strength, separators = _measure_alone(test, numbers)
    is_adjacent = ~np.eye(len(numbers), dtype=np.bool_)
    for first, second in separators:
        is_adjacent[first, second] = is_adjacent[second, first] = False
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
            tested = others[dependence.is_tested]
            least = np.minimum(strength[place, tested], dependence.strength[dependence.is_tested])
            strength[place, tested] = strength[tested, place] = least
            for spot in np.flatnonzero(dependence.is_independent):
                other = int(others[spot])
                pair = (min(place, other), max(place, other))
                key = (-float(np.nan_to_num(dependence.p_values[spot])), float(dependence.strength[spot]))
                if pair not in found or key < found[pair][0]:
                    found[pair] = key, given
    return found


def tpda(test: IndependenceTest, variables: Sequence[int]) -> Skeleton:
    """Edges between variables, by three-phase dependency analysis.

    Drafting goes through the dependent pairs, the strongest first, and adds an edge where no path joins the two yet.
    Thickening adds an edge between each other pair unless neighbours on the paths between them explain it. Thinning
    looks at each edge again that is not the only path between its ends.

    Parameters
    ----------
    test : IndependenceTest
        The test.
    variables : sequence of int
        The variables; the numbers in the result are places in this sequence.

    Returns
    -------
    Skeleton

    Notes
    -----
    What explains a pair is searched for by leaving out one neighbour at a time, as long as that weakens the dependence,
    which is right for monotone faithful graphs. Of many neighbours the eight strongest count, and fewer where the rows
    do not suffice. The second, exhaustive thinning is left out.

    References
    ----------
    J. Cheng, R. Greiner, J. Kelly, D. Bell and W. Liu, "Learning Bayesian networks from data: an information-theory
    based approach", Artificial Intelligence 137 (2002).
    """
    numbers = np.asarray(variables, np.intp)
    strength, separators = _measure_alone(test, numbers)
    draft = _Draft(test, numbers, np.zeros(strength.shape, np.bool_), strength, strength.copy(), separators)
    pairs = (pair for pair in combinations(range(len(numbers)), 2) if pair not in separators)
    ordered = sorted(pairs, key=lambda pair: (-draft.alone[pair], pair))
    left_over = []
    for first, second in ordered:
        if draft.is_joined(first, second):
            left_over.append((first, second))
        else:
            draft.connect(first, second, True)
    for first, second in left_over:
        if draft.is_edge_needed(first, second):
            draft.connect(first, second, True)
    edges = [pair for pair in ordered if draft.is_adjacent[pair]]
    for first, second in edges:
        draft.connect(first, second, False)
        if not draft.is_joined(first, second) or draft.is_edge_needed(first, second):
            draft.connect(first, second, True)
    separators = {pair: given for pair, given in separators.items() if not draft.is_adjacent[pair]}
    return Skeleton(draft.is_adjacent, separators, strength)


@dataclass(frozen=True, eq=False)
class _Draft:
    """Edges that come and go, the strength of each pair alone and the least that was seen, and what separates pairs."""

    test: IndependenceTest
    numbers: NDArray[np.intp]
    is_adjacent: NDArray[np.bool_]
    strength: NDArray[np.float64]
    alone: NDArray[np.float64]
    separators: Separators

    def connect(self, first: int, second: int, is_adjacent: bool) -> None:
        self.is_adjacent[first, second] = self.is_adjacent[second, first] = is_adjacent

    def is_joined(self, first: int, second: int) -> bool:
        """Whether a path joins two variables."""
        _, label = connected_components(self.is_adjacent, directed=False)
        return bool(label[first] == label[second])

    def is_edge_needed(self, first: int, second: int) -> bool:
        """Whether neighbours on the paths between two variables leave something to explain."""
        for start, end in ((first, second), (second, first)):
            given = self._neighbours_towards(start, end)
            separator = self._search_separator(first, second, given)
            if separator is not None:
                self.separators[first, second] = separator
                return False
        return True

    def _neighbours_towards(self, start: int, end: int) -> tuple[int, ...]:
        """Neighbours of one variable on paths to another, those closest to it first."""
        without = self.is_adjacent.copy()
        without[start] = without[:, start] = False
        _, label = connected_components(without, directed=False)
        neighbours = self.is_adjacent[start] & (label == label[end])
        neighbours[end] = False
        places = np.flatnonzero(neighbours)
        order = np.argsort(-self.alone[start, places], kind="stable")
        return tuple(places[order][:_MOST_KNOWN].tolist())

    def _search_separator(self, first: int, second: int, given: tuple[int, ...]) -> tuple[int, ...] | None:
        left, is_tested, is_independent = self._measure(first, second, given)
        while given and not is_tested:
            given = given[:-1]
            left, is_tested, is_independent = self._measure(first, second, given)
        if is_independent:
            return given
        while len(given) > 1:
            smaller = [given[:place] + given[place + 1 :] for place in range(len(given))]
            measured = [self._measure(first, second, fewer) for fewer in smaller]
            best = min(range(len(smaller)), key=lambda place: measured[place][0])
            if measured[best][2]:
                return smaller[best]
            if measured[best][0] > left:
                return None
            given, left = smaller[best], measured[best][0]
        return None

    def _measure(self, first: int, second: int, given: tuple[int, ...]) -> tuple[float, bool, bool]:
        known = self.numbers[list(given)].tolist()
        dependence = self.test.measure([int(self.numbers[first])], int(self.numbers[second]), known)
        if dependence.is_tested[0]:
            least = min(self.strength[first, second], dependence.strength[0])
            self.strength[first, second] = self.strength[second, first] = least
        return (
            float(dependence.strength[0]),
            bool(dependence.is_tested[0]),
            bool(dependence.is_independent[0]),
        )
