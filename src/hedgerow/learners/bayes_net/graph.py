"""The graph of a network: arcs, how probable each is, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.learners.bayes_net.equivalence import count_differences

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class ArcGraph:
    """Arcs between named variables, without a directed circle.

    Parameters
    ----------
    names : tuple of str
        The variables.
    arcs : ndarray of bool of shape (n_variables, n_variables)
        Whether an arc leads from the row's variable to the column's.
    probabilities : ndarray of shape (n_variables, n_variables)
        How probable each arc is, also of those that are not in the graph.

    Examples
    --------
    >>> graph = ArcGraph.of(("rain", "sprinkler", "wet"), [("rain", "wet"), ("sprinkler", "wet")])
    >>> graph.frame()
            from   to  probability
    0       rain  wet          1.0
    1  sprinkler  wet          1.0
    >>> graph.parents(2), graph.order
    ((0, 1), (0, 1, 2))
    """

    names: tuple[str, ...]
    arcs: NDArray[np.bool_]
    probabilities: NDArray[np.float64]

    @classmethod
    def of(cls, names: Sequence[str], arcs: Iterable[tuple[str, str]]) -> Self:
        """A graph of arcs that are certain, as pairs of names.

        Raises
        ------
        ValueError
            If a name is not known, or the arcs lead in a circle.
        """
        place = {name: number for number, name in enumerate(names)}
        matrix = np.zeros((len(names), len(names)), np.bool_)
        for parent, child in arcs:
            for name in (parent, child):
                if name not in place:
                    raise ValueError(
                        f"there is no variable {name!r}; there are {', '.join(map(repr, names))}"
                    )
            if parent == child:
                raise ValueError(f"an arc leads from {parent!r} to itself")
            matrix[place[parent], place[child]] = True
        return cls.certain(names, matrix)

    @classmethod
    def certain(cls, names: Sequence[str], arcs: NDArray[np.bool_]) -> Self:
        """A graph of arcs that are certain, as a matrix."""
        circle = find_circle(arcs)
        if circle:
            path = " -> ".join(repr(names[each]) for each in circle)
            raise ValueError(f"arcs of a network lead in no circle, but there is {path}")
        return cls(tuple(names), arcs, arcs.astype(np.float64))

    def check_loaded(self) -> None:
        """Refuse arrays that do not fit, and circles."""
        shape = (len(self.names), len(self.names))
        if self.arcs.shape != shape or self.probabilities.shape != shape or find_circle(self.arcs):
            raise ValueError("this is not the graph of a network")

    def __len__(self) -> int:
        return len(self.names)

    @property
    def order(self) -> tuple[int, ...]:
        """The variables, parents before children; of several orders the one closest to that of the names."""
        return tuple(sort_nodes(self.arcs))

    def parents(self, variable: int) -> tuple[int, ...]:
        """Where arcs to a variable come from."""
        return tuple(np.flatnonzero(self.arcs[:, variable]).tolist())

    def children(self, variable: int) -> tuple[int, ...]:
        """Where arcs from a variable lead to."""
        return tuple(np.flatnonzero(self.arcs[variable]).tolist())

    def blanket(self, variable: int) -> tuple[int, ...]:
        """Parents, children and their other parents: given these, the others tell nothing about a variable."""
        inside = self.arcs[:, variable] | self.arcs[variable] | self.arcs[:, self.arcs[variable]].any(axis=1)
        inside[variable] = False
        return tuple(np.flatnonzero(inside).tolist())

    def frame(self) -> pd.DataFrame:
        """One row for each arc: where from, where to, and how probable it is; the most probable first."""
        import pandas as pd

        found = np.argwhere(self.arcs)
        order = np.argsort(-self.probabilities[found[:, 0], found[:, 1]], kind="stable")
        rows = [
            (self.names[parent], self.names[child], float(self.probabilities[parent, child]))
            for parent, child in found[order].tolist()
        ]
        return pd.DataFrame(rows, columns=["from", "to", "probability"])

    def to_dot(self) -> str:
        """The graph in the DOT language, which Graphviz draws."""
        lines = [f"  {_quote(name)};" for name in self.names]
        lines += [
            f'  {_quote(parent)} -> {_quote(child)} [label="{probability:.2f}"];'
            for parent, child, probability in self.frame().itertuples(index=False)
        ]
        return "\n".join(["digraph {", *lines, "}"]) + "\n"

    def distance(self, other: ArcGraph) -> int:
        """Structural Hamming distance: edges to add, take away or turn, between what the two say of independence.

        Arcs that data cannot tell from their reverse count as edges without a direction.

        References
        ----------
        I. Tsamardinos, L. Brown and C. Aliferis, "The max-min hill-climbing Bayesian network structure learning
        algorithm", Machine Learning 65 (2006).
        """
        if self.names != other.names:
            raise ValueError("the graphs have different variables, or list them in another order")
        return count_differences(self.arcs, other.arcs)


def sort_nodes(arcs: NDArray[np.bool_]) -> list[int]:
    """Nodes with parents before children; fewer than all where arcs lead in a circle."""
    waiting = arcs.sum(axis=0)
    ordered: list[int] = []
    left = np.ones(len(arcs), np.bool_)
    while True:
        ready = np.flatnonzero(left & (waiting == 0))
        if not ready.size:
            return ordered
        first = int(ready[0])
        ordered.append(first)
        left[first] = False
        waiting = waiting - arcs[first]


def find_circle(arcs: NDArray[np.bool_]) -> list[int]:
    """The nodes of a directed circle, the first of them twice; empty where there is none."""
    left = np.ones(len(arcs), np.bool_)
    left[sort_nodes(arcs)] = False
    if not left.any():
        return []
    # Of the nodes left, each has a parent among them: who walks up comes back.
    path = [int(np.flatnonzero(left)[0])]
    while path[-1] not in path[:-1]:
        path.append(int(np.flatnonzero(arcs[:, path[-1]] & left)[0]))
    return path[path.index(path[-1]) :][::-1]


def _quote(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
