"""A causal graph, with the target in the middle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from hedgerow.displays.display import COLOURS, QUIET, Display, list_beside, open_axes, shorten, write_title
from hedgerow.foundation.constraints import Count, check
from hedgerow.selection.causal.graph import CausalGraph

_STYLES = {
    "target": ("black", "white"),
    "parent": (COLOURS[0], "white"),
    "child": (COLOURS[1], "black"),
    "spouse": (COLOURS[2], "white"),
    "undetermined": ("0.8", "black"),
    "": ("white", "black"),
}
_WORDS = {
    "parent": "cause",
    "child": "effect",
    "spouse": "other cause of an effect",
    "undetermined": "cause or effect",
    "": "farther away",
}
_AROUND = {"parent": 0, "undetermined": 1, "child": 2, "spouse": 3, "": 4}


@dataclass
class CausalGraphDisplay(Display):
    """A graph of causes and effects around a target: an arrow leads from a cause to an effect.

    The neighbours of the target are on the first ring around it, their neighbours on the second, and so on; causes
    begin at the top. An edge without a head has no direction that is known. Wide edges are strong.

    Parameters
    ----------
    graph : CausalGraph
        The graph; the target is the last variable.
    max_features : int, default=30
        How many features are drawn, those closest to the target.

    Examples
    --------
    >>> arrows = np.array([[0, 0, 1], [0, 0, 1], [0, 0, 0]], bool)
    >>> graph = CausalGraph(("rain", "sprinkler", "wet"), arrows, np.full((3, 3), 0.5))
    >>> CausalGraphDisplay.from_graph(graph).plot().ax_.get_title(loc="left")
    'wet has 2 causes'
    """

    graph: CausalGraph
    max_features: int = 30

    @classmethod
    def from_graph(cls, graph: CausalGraph, *, max_features: int = 30) -> Self:
        """Take a graph.

        Parameters
        ----------
        graph : CausalGraph
            The graph; the target is the last variable.
        max_features : int, default=30
            How many features to draw.

        Returns
        -------
        CausalGraphDisplay
        """
        check("max_features", max_features, Count())
        return cls(graph, max_features)

    @classmethod
    def from_selector(cls, selector: Any, *, max_features: int = 30) -> Self:
        """Take the graph that a selector has learned.

        Parameters
        ----------
        selector : CausalSelector
            A fitted selector.
        max_features : int, default=30
            How many features to draw.

        Returns
        -------
        CausalGraphDisplay
        """
        check_is_fitted(selector, "graph_")
        return cls.from_graph(selector.graph_, max_features=max_features)

    def frame(self) -> pd.DataFrame:
        """The edges: where from, ``->`` or ``--``, where to, and strength in bits."""
        return self.graph.frame()

    def _draw(self, ax: Any) -> Any:
        target = len(self.graph) - 1
        rings = count_steps(self.graph.is_adjacent, target)
        shown = self._choose(rings)
        places = place_on_rings(self.graph, rings, shown)
        points = np.array(list(places.values()))
        low, high = points.min(axis=0), points.max(axis=0)
        width, height = np.clip(2.0 + 1.1 * (high - low), 3.0, 10.0)
        ax = open_axes(ax, width=float(width) + 1.8, height=float(height))
        ax.set_axis_off()
        ax.set_aspect("equal")
        ax.set(xlim=(low[0] - 0.6, high[0] + 0.6), ylim=(low[1] - 0.5, high[1] + 0.5))
        roles = self.graph.roles(target)
        self._draw_edges(ax, places)
        for variable, (x, y) in places.items():
            face, text = _STYLES["target" if variable == target else str(roles[variable])]
            box = {"boxstyle": "round,pad=0.35", "facecolor": face, "edgecolor": QUIET}
            name = shorten(self.graph.names[variable], 16)
            ax.text(x, y, name, ha="center", va="center", color=text, zorder=3, bbox=box)
        self._draw_legend(ax, [str(roles[variable]) for variable in shown])
        n_hidden = len(self.graph) - 1 - len(shown)
        if n_hidden:
            note = f"{n_hidden:,} more, farther away or not connected"
            ax.text(0.0, 0.0, note, transform=ax.transAxes, color=QUIET, fontsize="small")
        write_title(ax, self._say_title(), 60)
        return ax

    def _choose(self, rings: NDArray[np.intp]) -> list[int]:
        """Features that a path joins to the target, the closest and strongest first."""
        strongest = np.where(self.graph.is_adjacent, self.graph.strength, 0.0).max(axis=1)
        order = np.lexsort((-strongest, rings))
        return [int(place) for place in order if rings[place] > 0][: self.max_features]

    def _draw_edges(self, ax: Any, places: dict[int, tuple[float, float]]) -> None:
        graph = self.graph
        most = float(graph.strength[graph.is_adjacent].max(initial=0.0)) or 1.0
        for cause, effect in np.argwhere(graph.arrows).tolist():
            is_directed = bool(graph.is_directed[cause, effect])
            if cause not in places or effect not in places or (not is_directed and cause > effect):
                continue
            width = 0.8 + 2.2 * float(graph.strength[cause, effect]) / most
            style = {"arrowstyle": "-|>" if is_directed else "-", "color": QUIET, "lw": width}
            style |= {"shrinkA": 14, "shrinkB": 14, "mutation_scale": 14}
            ax.annotate("", xy=places[effect], xytext=places[cause], arrowprops=style, zorder=1)

    @staticmethod
    def _draw_legend(ax: Any, roles: list[str]) -> None:
        from matplotlib.patches import Patch

        handles = [
            Patch(facecolor=_STYLES[role][0], edgecolor=QUIET, label=word)
            for role, word in _WORDS.items()
            if role in roles
        ]
        if handles:
            list_beside(ax, handles=handles, fontsize="small")

    def _say_title(self) -> str:
        target = len(self.graph) - 1
        name = shorten(self.graph.names[target], 20)
        roles = self.graph.roles(target).tolist()
        counts = {role: roles.count(role) for role in ("parent", "child", "undetermined")}
        words = {
            "parent": ("cause", "causes"),
            "child": ("effect", "effects"),
            "undetermined": ("neighbour without a direction", "neighbours without a direction"),
        }
        parts = [f"{n} {words[role][n > 1]}" for role, n in counts.items() if n]
        if not parts:
            return f"{name} depends on nothing"
        return f"{name} has " + (" and ".join(parts) if len(parts) < 3 else ", ".join(parts))


def count_steps(is_adjacent: NDArray[np.bool_], start: int) -> NDArray[np.intp]:
    """Edges on the shortest path from one variable to each; -1 where there is none.

    Examples
    --------
    >>> count_steps(np.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]], bool), 0)
    array([ 0,  1, -1])
    """
    from scipy.sparse.csgraph import shortest_path

    steps = shortest_path(is_adjacent, unweighted=True, indices=start)
    return np.where(np.isfinite(steps), steps, -1).astype(np.intp)


def place_on_rings(
    graph: CausalGraph, rings: NDArray[np.intp], shown: list[int]
) -> dict[int, tuple[float, float]]:
    """Where each variable is drawn: the target in the middle, the others on rings, near those they are joined to.

    Parameters
    ----------
    graph : CausalGraph
        The graph; the target is the last variable.
    rings : ndarray of int of shape (n_variables,)
        Ring of each variable.
    shown : list of int
        The variables to place, besides the target.

    Returns
    -------
    dict of int to (float, float)
    """
    target = len(graph) - 1
    roles = graph.roles(target)
    places = {target: (0.0, 0.0)}
    angles: dict[int, float] = {}
    radius = 0.0
    for ring in range(1, int(rings.max(initial=0)) + 1):
        on_ring = [variable for variable in shown if rings[variable] == ring]
        if not on_ring:
            break
        if ring == 1:
            on_ring.sort(key=lambda variable: (_AROUND[str(roles[variable])], variable))
            # the middle of the causes is the top, and the others follow against the clock
            n_causes = sum(roles[variable] == "parent" for variable in on_ring)
            first = np.pi / 2 - np.pi * max(n_causes - 1, 0) / len(on_ring)
        else:
            wanted = {variable: _lean(graph, angles, variable) for variable in on_ring}
            on_ring.sort(key=lambda variable: (wanted[variable], variable))
            first = wanted[on_ring[0]]
        radius = max(radius + 1.3, 0.16 * len(on_ring))
        for turn, variable in enumerate(on_ring):
            angles[variable] = angle = first + 2 * np.pi * turn / len(on_ring)
            places[variable] = (radius * float(np.cos(angle)), radius * float(np.sin(angle)))
    return places


def _lean(graph: CausalGraph, angles: dict[int, float], variable: int) -> float:
    """Mean direction of the neighbours that have a place."""
    placed = [angles[other] for other in graph.neighbours(variable).tolist() if other in angles]
    mean = np.exp(1j * np.array(placed)).sum()
    return float(np.angle(mean) % (2 * np.pi))
