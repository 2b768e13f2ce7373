"""Directions for the edges of a skeleton, as far as independence can tell them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from hedgerow.selection.causal.skeleton import Skeleton


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
    if not (away_from_meeting or _leads_to(is_directed, cause, effect)) or _leads_to(
        is_directed, effect, cause
    ):
        return False
    makes_meeting = is_directed[:, effect] & ~is_adjacent[cause]
    makes_meeting[cause] = False
    return not makes_meeting.any()


def _leads_to(is_directed: NDArray[np.bool_], start: int, end: int) -> bool:
    """Whether a directed path joins two variables."""
    reached = is_directed[start].copy()
    fresh = reached
    while fresh.any() and not reached[end]:
        fresh = is_directed[fresh].any(axis=0) & ~reached
        reached |= fresh
    return bool(reached[end])
