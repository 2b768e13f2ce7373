"""TPDA: draft a tree of the strongest edges, thicken it, thin it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from hedgerow.selection.causal.independence.protocol import IndependenceTest
from hedgerow.selection.causal.skeleton import Skeleton

_MOST_KNOWN = 8  # neighbours that are conditioned on, the strongest


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
    draft = _Draft(test, np.asarray(variables, np.intp))
    ordered = draft.measure_pairs()
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
    separators = {pair: given for pair, given in draft.separators.items() if not draft.is_adjacent[pair]}
    return Skeleton(draft.is_adjacent, separators, draft.strength)


@dataclass(eq=False)
class _Draft:
    test: IndependenceTest
    numbers: NDArray[np.intp]
    is_adjacent: NDArray[np.bool_] = field(init=False)
    strength: NDArray[np.float64] = field(init=False)
    alone: NDArray[np.float64] = field(init=False)
    separators: dict[tuple[int, int], tuple[int, ...]] = field(init=False)

    def __post_init__(self) -> None:
        n = len(self.numbers)
        self.is_adjacent = np.zeros((n, n), np.bool_)
        self.strength = np.zeros((n, n))
        self.separators = {}

    def measure_pairs(self) -> list[tuple[int, int]]:
        """The pairs that are not independent, the strongest first."""
        n = len(self.numbers)
        pairs = []
        for place in range(1, n):
            dependence = self.test.measure(self.numbers[:place], int(self.numbers[place]))
            self.strength[:place, place] = self.strength[place, :place] = dependence.strength
            for other in range(place):
                if dependence.is_independent[other]:
                    self.separators[other, place] = ()
                else:
                    pairs.append((other, place))
        self.alone = self.strength.copy()
        return sorted(pairs, key=lambda pair: (-self.alone[pair], pair))

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
