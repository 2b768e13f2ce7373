"""The graph of a Bayesian network, parents above what depends on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from hedgerow.displays.display import COLOURS, QUIET, Display, list_beside, open_axes, shorten, write_title
from hedgerow.learners.bayes_net.graph import ArcGraph

_STYLES = {  # of a node, by what it is to the target: face, text, and the word of the legend
    "target": ("black", "white", ""),
    "parent": (COLOURS[0], "white", "parent"),
    "child": (COLOURS[1], "black", "child"),
    "spouse": (COLOURS[2], "white", "other parent of a child"),
    "": ("white", "black", "farther away"),
}
_SWEEPS = 8
_LONGEST = 14  # letters of a name


@dataclass
class BayesNetDisplay(Display):
    """A network: an arrow leads from a parent to what depends on it, and is the wider the more probable it is.

    Each node stands below all its parents. Colours say what a node is to the target, which is black.

    Parameters
    ----------
    graph : ArcGraph
        The graph.
    target : str or None, default=None
        The variable in question; None where there is none.

    Examples
    --------
    >>> graph = ArcGraph.of(("rain", "sprinkler", "wet"), [("rain", "wet"), ("sprinkler", "wet")])
    >>> BayesNetDisplay.from_graph(graph, target="wet").plot().ax_.get_title(loc="left")
    'wet has 2 parents'
    """

    graph: ArcGraph
    target: str | None = None

    @classmethod
    def from_graph(cls, graph: ArcGraph, *, target: str | None = None) -> Self:
        """Take a graph.

        Parameters
        ----------
        graph : ArcGraph
            The graph.
        target : str or None, default=None
            The variable in question.

        Returns
        -------
        BayesNetDisplay
        """
        if target is not None and target not in graph.names:
            raise ValueError(f"target={target!r} is not in the graph; it has {', '.join(graph.names)}")
        return cls(graph, target)

    @classmethod
    def from_estimator(cls, estimator: Any) -> Self:
        """Take the graph of a network; the class is in question.

        Parameters
        ----------
        estimator : BayesNetClassifier
            A fitted network.

        Returns
        -------
        BayesNetDisplay
        """
        check_is_fitted(estimator, "graph_")
        return cls.from_graph(estimator.graph_, target=estimator.class_name)

    def frame(self) -> pd.DataFrame:
        """The arcs: where from, where to, and how probable each is."""
        return self.graph.frame()

    def _draw(self, ax: Any) -> Any:
        layers = arrange_in_layers(self.graph)
        widest = max(map(len, layers))
        ax = open_axes(
            ax, width=float(np.clip(1.25 * widest + 2.0, 4.0, 16.0)), height=0.9 * len(layers) + 1.2
        )
        ax.set_axis_off()
        places = {
            node: (position - (len(layer) - 1) / 2, -float(depth))
            for depth, layer in enumerate(layers)
            for position, node in enumerate(layer)
        }
        ax.set(xlim=(-widest / 2 - 0.1, widest / 2 + 0.1), ylim=(-len(layers) + 0.4, 0.6))
        self._draw_arcs(ax, places)
        roles = self._find_roles()
        for node, (x, y) in places.items():
            face, text, _ = _STYLES[roles[node]]
            box = {"boxstyle": "round,pad=0.3", "facecolor": face, "edgecolor": QUIET}
            name = shorten(self.graph.names[node], _LONGEST)
            ax.text(x, y, name, ha="center", va="center", color=text, zorder=3, bbox=box, fontsize="small")
        if self.target is not None:
            self._draw_legend(ax, roles)
        write_title(ax, self._say_title(), 60)
        return ax

    def _draw_arcs(self, ax: Any, places: dict[int, tuple[float, float]]) -> None:
        for parent, child in np.argwhere(self.graph.arcs).tolist():
            (x, y), (below, deep) = places[parent], places[child]
            # An arc that passes other layers bends, so it does not run through what stands between.
            bend = 0.0 if y - deep < 1.5 else 0.18 if below >= x else -0.18
            style = {
                "arrowstyle": "-|>",
                "color": QUIET,
                "lw": 0.5 + 1.5 * float(self.graph.probabilities[parent, child]),
                "shrinkA": 9,
                "shrinkB": 10,
                "mutation_scale": 11,
                "connectionstyle": f"arc3,rad={bend}",
            }
            ax.annotate("", xy=(below, deep), xytext=(x, y), arrowprops=style, zorder=1)

    def _find_roles(self) -> list[str]:
        roles = [""] * len(self.graph)
        if self.target is None:
            return roles
        target = self.graph.names.index(self.target)
        for role, nodes in (
            ("spouse", self.graph.blanket(target)),
            ("child", self.graph.children(target)),
            ("parent", self.graph.parents(target)),
            ("target", (target,)),
        ):
            for node in nodes:
                roles[node] = role
        return roles

    @staticmethod
    def _draw_legend(ax: Any, roles: list[str]) -> None:
        from matplotlib.patches import Patch

        handles = [
            Patch(facecolor=face, edgecolor=QUIET, label=word)
            for role, (face, _, word) in _STYLES.items()
            if word and role in roles
        ]
        if handles:
            list_beside(ax, handles=handles, fontsize="small")

    def _say_title(self) -> str:
        if self.target is None:
            n = int(self.graph.arcs.sum())
            return f"{len(self.graph)} variables and {n} arc{'s' * (n != 1)}"
        target = self.graph.names.index(self.target)
        n_parents, n_children = len(self.graph.parents(target)), len(self.graph.children(target))
        parts = [f"{n_parents} parent{'s' * (n_parents > 1)}"] if n_parents else []
        parts += [f"{n_children} child{'ren' * (n_children > 1)}"] if n_children else []
        name = shorten(self.target, 20)
        return f"{name} has {' and '.join(parts)}" if parts else f"{name} depends on nothing"


def arrange_in_layers(graph: ArcGraph) -> list[list[int]]:
    """Nodes in layers, each below all its parents, and near those in its own layer's order.

    Examples
    --------
    >>> arrange_in_layers(ArcGraph.of("abcd", [("b", "c"), ("a", "d"), ("c", "d")]))
    [[1], [0, 2], [3]]
    """
    depth = np.zeros(len(graph), np.intp)
    for node in graph.order:
        depth[node] = max((depth[parent] + 1 for parent in graph.parents(node)), default=0)
    for node in reversed(graph.order):  # a root stands just above its children
        children = graph.children(node)
        if children and not graph.parents(node):
            depth[node] = min(depth[child] for child in children) - 1
    depth -= depth.min(initial=0)
    layers = [np.flatnonzero(depth == level).tolist() for level in range(int(depth.max(initial=0)) + 1)]
    near = graph.arcs | graph.arcs.T
    for _ in range(_SWEEPS):
        place = _place(layers, len(graph))
        for layer in layers:
            layer.sort(key=lambda node: (_mean_place(place, near, node), node))
    return layers


def _place(layers: list[list[int]], n_nodes: int) -> NDArray[np.float64]:
    """Where each node stands in its layer, from the middle."""
    place = np.zeros(n_nodes)
    for layer in layers:
        place[layer] = np.arange(len(layer)) - (len(layer) - 1) / 2
    return place


def _mean_place(place: NDArray[np.float64], near: NDArray[np.bool_], node: int) -> float:
    return float(place[near[node]].mean()) if near[node].any() else float(place[node])
