"""A fitted tree, drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import pandas as pd
from sklearn.utils.validation import check_is_fitted

from hedgerow.displays.display import Display
from hedgerow.trees.export import Wording
from hedgerow.trees.tree import Tree


@dataclass
class TreeDisplay(Display):
    """The picture of a tree: where each node stands and what it predicts.

    Parameters
    ----------
    nodes : DataFrame
        One row per drawn node: ``node``, ``x`` (leaves at 0, 1, 2, ...), ``depth``, ``parent``, ``text``, ``side``
        ("left", "right" or ""), ``strength`` (how pure, from 0 to 1) and ``group`` (majority class, -1 for values).
    """

    nodes: pd.DataFrame

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        *,
        max_depth: int = 4,
        feature_names: Sequence[str] | None = None,
        class_names: Sequence[str] | None = None,
        decimals: int = 3,
    ) -> Self:
        """Lay out a fitted tree down to a depth.

        Parameters
        ----------
        estimator : DecisionTreeClassifier or DecisionTreeRegressor
            A fitted tree.
        max_depth : int, default=4
            Deepest level that is drawn.
        feature_names, class_names : sequence of str, default=None
            Names; None for those seen in `fit`.
        decimals : int, default=3
            Digits of thresholds and values.

        Returns
        -------
        TreeDisplay
        """
        check_is_fitted(estimator, "flat_tree_")
        tree: Tree = estimator.flat_tree_
        words = Wording(estimator, feature_names, class_names, decimals)
        depth, left = tree.depth, tree.children_left
        ends = tree.is_leaf | (depth >= max_depth)
        place: dict[int, float] = {}
        order, stack, n_ends = [], [0], 0
        while stack:  # leaves take their places from left to right
            node = stack.pop()
            order.append(node)
            if ends[node]:
                place[node], n_ends = float(n_ends), n_ends + 1
            else:
                stack += [int(left[node]) + 1, int(left[node])]
        for node in reversed(order):
            if not ends[node]:
                place[node] = (place[int(left[node])] + place[int(left[node]) + 1]) / 2
        parent = {int(left[node]) + side: node for node in order if not ends[node] for side in (0, 1)}
        strength, group = _strength(tree)
        rows = [
            {
                "node": node,
                "x": place[node],
                "depth": int(depth[node]),
                "parent": parent.get(node, -1),
                "side": "" if node == 0 else ("left" if left[parent[node]] == node else "right"),
                "text": words.leaf(node) if ends[node] else words.condition(node, right=False),
                "strength": strength[node],
                "group": group[node],
            }
            for node in order
        ]
        return cls(pd.DataFrame(rows))

    def frame(self) -> pd.DataFrame:
        """The drawn nodes."""
        return self.nodes

    def _draw(self, ax: Any) -> Any:
        import matplotlib.pyplot as plt

        n_ends, n_levels = self.nodes["x"].max() + 1, self.nodes["depth"].max() + 1
        if ax is None:
            _, ax = plt.subplots(
                figsize=(max(4.0, 1.5 * n_ends), max(2.0, 1.1 * n_levels)), layout="constrained"
            )
        palette = plt.get_cmap("tab10")
        by_node = self.nodes.set_index("node")
        for node, row in by_node.iterrows():
            if row["parent"] >= 0:
                above = by_node.loc[row["parent"]]
                ax.plot([above["x"], row["x"]], [-above["depth"], -row["depth"]], color="0.7", lw=1, zorder=1)
                if row["parent"] == 0:
                    middle = ((above["x"] + row["x"]) / 2, -(above["depth"] + row["depth"]) / 2)
                    ax.annotate("yes" if row["side"] == "left" else "no", middle, ha="center", va="center",
                                fontsize=8, color="0.4", backgroundcolor="white", zorder=2)  # fmt: skip
            base = palette(int(row["group"]) % 10)[:3] if row["group"] >= 0 else (0.2, 0.5, 0.7)
            shade = 1 - (1 - np.array(base)) * (0.15 + 0.45 * row["strength"])
            ax.text(row["x"], -row["depth"], row["text"], ha="center", va="center", fontsize=8, zorder=3, wrap=False,
                    bbox={"boxstyle": "round,pad=0.35", "facecolor": tuple(shade), "edgecolor": "0.6"})  # fmt: skip
            assert node is not None
        ax.set_xlim(-0.7, n_ends - 0.3)
        ax.set_ylim(-n_levels + 0.4, 0.6)
        ax.set_axis_off()
        return ax


def plot_tree(estimator: Any, *, ax: Any = None, **options: Any) -> TreeDisplay:
    """Draw a fitted decision tree.

    Parameters
    ----------
    estimator : DecisionTreeClassifier or DecisionTreeRegressor
        A fitted tree.
    ax : matplotlib Axes, default=None
        Where to draw; None makes a figure.
    **options
        Passed to `TreeDisplay.from_estimator`.

    Returns
    -------
    TreeDisplay
    """
    return TreeDisplay.from_estimator(estimator, **options).plot(ax)


def _strength(tree: Tree) -> tuple[Any, Any]:
    """How decided each node is, from 0 to 1, and for which class."""
    if tree.n_classes == 0:
        mean = tree.values[:, 1]
        return (mean - mean.min()) / max(float(np.ptp(mean)), 1e-300), np.full(tree.node_count, -1)
    shares = tree.values / tree.values.sum(axis=1, keepdims=True)
    least = 1.0 / tree.n_classes
    return (shares.max(axis=1) - least) / max(1.0 - least, 1e-300), shares.argmax(axis=1)
