"""A graph of causes and effects, some of whose edges have no direction, and how edges get theirs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from hedgerow.selection.causal.skeleton import Skeleton

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class CausalGraph:
    """Who causes whom, as far as it can be known.

    Parameters
    ----------
    names : tuple of str
        The variables; the last one is the target.
    arrows : ndarray of bool of shape (n_variables, n_variables)
        Whether the row's variable may cause the column's. An edge that has both directions has none that is known.
    strength : ndarray of shape (n_variables, n_variables)
        Least conditional mutual information that was seen along an edge, in bits; the same both ways.

    Examples
    --------
    >>> arrows = np.array([[0, 0, 1], [0, 0, 1], [0, 0, 0]], bool)
    >>> graph = CausalGraph(("rain", "sprinkler", "wet"), arrows, np.full((3, 3), 0.5))
    >>> graph.frame()
           from edge   to  strength
    0      rain   ->  wet       0.5
    1 sprinkler   ->  wet       0.5
    >>> graph.parents(2)
    array([0, 1])
    >>> graph.roles(2).tolist()
    ['parent', 'parent', '']
    """

    names: tuple[str, ...]
    arrows: NDArray[np.bool_]
    strength: NDArray[np.float64]

    def __post_init__(self) -> None:
        n = len(self.names)
        if self.arrows.shape != (n, n):
            raise ValueError(f"arrows has shape {self.arrows.shape}; {n} names ask for ({n}, {n})")

    def __len__(self) -> int:
        return len(self.names)

    @property
    def is_adjacent(self) -> NDArray[np.bool_]:
        """Which pairs have an edge."""
        return np.asarray(self.arrows | self.arrows.T)

    @property
    def is_directed(self) -> NDArray[np.bool_]:
        """Which edges lead from the row's variable to the column's and not back."""
        return np.asarray(self.arrows & ~self.arrows.T)

    def neighbours(self, variable: int) -> NDArray[np.intp]:
        """Variables that share an edge with one."""
        return np.flatnonzero(self.is_adjacent[variable])

    def parents(self, variable: int) -> NDArray[np.intp]:
        """Causes of a variable."""
        return np.flatnonzero(self.is_directed[:, variable])

    def children(self, variable: int) -> NDArray[np.intp]:
        """Effects of a variable."""
        return np.flatnonzero(self.is_directed[variable])

    def spouses(self, variable: int) -> NDArray[np.intp]:
        """Other causes of the effects of a variable, that are not its neighbours."""
        causes = self.is_directed[:, self.children(variable)].any(axis=1)
        causes &= ~self.is_adjacent[variable]
        causes[variable] = False
        return np.flatnonzero(causes)

    def blanket(self, variable: int) -> NDArray[np.intp]:
        """Neighbours and spouses: given these, the others tell nothing about a variable."""
        return np.union1d(self.neighbours(variable), self.spouses(variable))

    def component(self, variable: int) -> NDArray[np.intp]:
        """Variables that a path joins to one, whatever its direction; the variable itself is not among them."""
        return np.setdiff1d(np.flatnonzero(_reach(self.is_adjacent, variable)), [variable])

    def roles(self, variable: int) -> NDArray[np.str_]:
        """What each variable is to one: a parent, a child, a spouse, undetermined (a neighbour), or nothing ("")."""
        roles = np.full(len(self), "", dtype="<U12")
        roles[self.neighbours(variable)] = "undetermined"
        roles[self.parents(variable)] = "parent"
        roles[self.children(variable)] = "child"
        roles[self.spouses(variable)] = "spouse"
        return roles

    def frame(self) -> pd.DataFrame:
        """One row per edge: where from, ``->`` or ``--`` where the direction is not known, where to, and strength."""
        import pandas as pd

        is_directed = self.is_directed
        rows = [
            (self.names[cause], "->" if is_directed[cause, effect] else "--", self.names[effect], strength)
            for cause, effect in np.argwhere(self.arrows)
            if is_directed[cause, effect] or cause < effect
            for strength in (float(self.strength[cause, effect]),)
        ]
        return pd.DataFrame(rows, columns=["from", "edge", "to", "strength"])


def orient(skeleton: Skeleton) -> NDArray[np.bool_]:
    """Find the directions that every graph of causes with these independences shares.

    Two variables that meet in a third, have no edge between them and are separated without it are causes of the
    third. Every other direction follows, because there is no circle and no other such meeting (Meek 1995, rules 1 and
    2).

    Parameters
    ----------
    skeleton : Skeleton
        Edges, and what separates the other pairs.

    Returns
    -------
    ndarray of bool of shape (n_variables, n_variables)
        Whether the row's variable may cause the column's; both ways where that is not known.

    Notes
    -----
    Samples contradict themselves. An edge that meetings would have point both ways, or that is part of a directed
    circle of such edges, stays without a direction, so the order of the variables does not matter.

    References
    ----------
    C. Meek, "Causal inference and causal explanation with background knowledge", UAI 1995. P. Spirtes, C. Glymour and
    R. Scheines, "Causation, Prediction, and Search", 2nd edition, MIT Press, 2000.
    """
    arrows = _open_circles(_find_meetings(skeleton))
    changed = True
    while changed:
        changed = False
        for first, second in np.argwhere(arrows & arrows.T).tolist():
            if arrows[first, second] and arrows[second, first] and _follows(arrows, first, second):
                arrows[second, first] = False
                changed = True
    return arrows


def _find_meetings(skeleton: Skeleton) -> NDArray[np.bool_]:
    is_adjacent = skeleton.is_adjacent
    heads = np.zeros_like(is_adjacent)  # heads[i, k]: an arrow of i points at k
    for middle in range(len(is_adjacent)):
        for first, second in combinations(np.flatnonzero(is_adjacent[middle]).tolist(), 2):
            if not is_adjacent[first, second] and middle not in skeleton.separator(first, second):
                heads[first, middle] = heads[second, middle] = True
    is_settled = heads ^ heads.T
    return np.asarray(is_adjacent & ~(is_settled & heads.T))


def _open_circles(arrows: NDArray[np.bool_]) -> NDArray[np.bool_]:
    _, label = connected_components(arrows & ~arrows.T, directed=True, connection="strong")
    in_circle = label[:, None] == label[None, :]
    return np.asarray(arrows | (arrows.T & in_circle))


def _follows(arrows: NDArray[np.bool_], cause: int, effect: int) -> bool:
    """Whether an edge without direction must lead from one end to the other, and does no harm by it."""
    is_adjacent, is_directed = arrows | arrows.T, arrows & ~arrows.T
    apart_from_effect = ~is_adjacent[effect]
    apart_from_effect[effect] = False
    away_from_meeting = (is_directed[:, cause] & apart_from_effect).any()
    leads_there, leads_back = _reach(is_directed, cause)[effect], _reach(is_directed, effect)[cause]
    if leads_back or not (away_from_meeting or leads_there):
        return False
    makes_meeting = is_directed[:, effect] & ~is_adjacent[cause]
    makes_meeting[cause] = False
    return not makes_meeting.any()


def _reach(leads: NDArray[np.bool_], start: int) -> NDArray[np.bool_]:
    """The variables to which a path leads from one of them."""
    reached = fresh = leads[start]
    while fresh.any():
        fresh = leads[fresh].any(axis=0) & ~reached
        reached = reached | fresh
    return np.asarray(reached)
