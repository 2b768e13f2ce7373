"""Which arcs of a graph data can tell from their reverse: its equivalence class, and how far two classes are apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def find_equivalence_class(arcs: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Arcs that all graphs with the same independences share; an edge whose direction is open has both.

    An arc is settled where two parents that are not adjacent meet in a child, and where its reverse would make such a
    meeting or a circle (Meek 1995, rules 1 to 3).

    Examples
    --------
    >>> chain = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], bool)
    >>> find_equivalence_class(chain).astype(int)
    array([[0, 1, 0],
           [1, 0, 1],
           [0, 1, 0]])
    >>> meeting = np.array([[0, 1, 0], [0, 0, 0], [0, 1, 0]], bool)
    >>> find_equivalence_class(meeting).astype(int)
    array([[0, 1, 0],
           [0, 0, 0],
           [0, 1, 0]])
    """
    is_adjacent = arcs | arcs.T
    settled = np.zeros_like(arcs)
    for child in range(len(arcs)):
        parents = np.flatnonzero(arcs[:, child])
        apart = ~is_adjacent[np.ix_(parents, parents)]
        np.fill_diagonal(apart, False)
        settled[parents[apart.any(axis=1)], child] = True
    changed = True
    while changed:
        changed = False
        for parent, child in np.argwhere(arcs & ~settled).tolist():
            if _is_forced(settled, is_adjacent, parent, child):
                settled[parent, child] = changed = True
    return np.asarray(settled | (is_adjacent & ~settled & ~settled.T))


def count_differences(first: NDArray[np.bool_], second: NDArray[np.bool_]) -> int:
    """Pairs of variables between which the equivalence classes of two graphs differ."""
    one, other = find_equivalence_class(first), find_equivalence_class(second)
    differs = (one != other) | (one.T != other.T)
    return int(np.triu(differs, 1).sum())


def _is_forced(settled: NDArray[np.bool_], is_adjacent: NDArray[np.bool_], parent: int, child: int) -> bool:
    """Whether an arc follows from those that are settled."""
    not_adjacent = ~is_adjacent[child]
    not_adjacent[child] = False
    if (settled[:, parent] & not_adjacent).any():  # else a new meeting in the parent
        return True
    if (settled[parent] & settled[:, child]).any():  # else a circle
        return True
    # two nodes that are not adjacent, both neighbours of the parent without a direction, and both parents of the child
    open_edges = is_adjacent & ~settled & ~settled.T
    both = np.flatnonzero(open_edges[parent] & settled[:, child])
    apart = ~is_adjacent[np.ix_(both, both)]
    np.fill_diagonal(apart, False)
    return bool(apart.any())
