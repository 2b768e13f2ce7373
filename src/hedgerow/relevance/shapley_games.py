"""Whose value an unknown feature has: two answers, and so two kinds of Shapley values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hedgerow.relevance.tree_sums import WeightedTree

Numbers = NDArray[np.float64]
_LANES = 8
_CHUNK, _PAIRS = 32, 6_400  # groups of rows, and pairs of rows, that a thread takes at a time


class Game(Protocol):
    """What an unknown feature is: how trees are prepared for it, and how rows are laid out."""

    @property
    def chunk(self) -> int:
        """How many groups of rows a thread takes at a time: some milliseconds of work in a tree."""

    def prepare(self, part: WeightedTree, values: Numbers) -> Any:
        """Prepare a tree whose nodes say these values; the result has a ``mean``, what it says if nothing is known."""

    def lay_out(self, rows: Numbers) -> Numbers:
        """Lay rows out, in groups of those that are walked together."""

    def add(self, plan: Any, rows: Numbers, values: Numbers, pairs: Numbers | None) -> None:
        """Add the Shapley values of some groups, and where asked those of pairs."""

    def read(self, sums: Numbers, n_rows: int) -> Numbers:
        """Sums in the layout of the rows, as one line a row."""


@dataclass(frozen=True)
class TrainingWeights:
    """An unknown feature sends a row to either child of a split as often as it sent the training rows there."""

    @property
    def chunk(self) -> int:
        """Of groups of eight."""
        return _CHUNK

    def prepare(self, part: WeightedTree, values: Numbers) -> Any:
        """The tree, as a list of steps."""
        from hedgerow._kernels.shapley_walks import plan_tree

        tree = part.tree
        return plan_tree(tree.nodes, tree.subsets, part.node_weights, values, tree.n_features)

    def lay_out(self, rows: Numbers) -> Numbers:
        """Eight rows side by side, the last one again where they do not come out even: (group, feature, row)."""
        from hedgerow._kernels.shapley_walks import make_lanes

        n_groups = -(-len(rows) // _LANES)
        laid = make_lanes(n_groups * rows.shape[1]).reshape(n_groups, rows.shape[1], _LANES)
        places = np.minimum(np.arange(n_groups * _LANES), len(rows) - 1)
        laid[...] = rows[places].reshape(n_groups, _LANES, -1).transpose(0, 2, 1)
        return laid

    def add(self, plan: Any, rows: Numbers, values: Numbers, pairs: Numbers | None) -> None:
        """Walk all rows through the tree once."""
        if pairs is None:
            from hedgerow._kernels.shapley_walks import add_shapley_values

            add_shapley_values(plan, rows, values)
        else:
            from hedgerow._kernels.shapley_interactions import add_shapley_interactions

            add_shapley_interactions(plan, rows, values, pairs)

    def read(self, sums: Numbers, n_rows: int) -> Numbers:
        """One line a row."""
        return np.moveaxis(sums, -1, 1).reshape(-1, *sums.shape[1:-1])[:n_rows]


@dataclass(frozen=True)
class BackgroundRows:
    """An unknown feature has the value that it has in a background row; the average over all of them counts.

    Parameters
    ----------
    background : ndarray of shape (n_background, n_features)
        The rows.
    """

    background: Numbers

    @property
    def chunk(self) -> int:
        """Of single rows, which walk with each background row."""
        return max(1, _PAIRS // len(self.background))

    def prepare(self, part: WeightedTree, values: Numbers) -> Any:
        """The tree, and which way the background rows go."""
        from hedgerow._kernels.shapley_backgrounds import read_background

        return read_background(part.tree.nodes, part.tree.subsets, values, self.background)

    def lay_out(self, rows: Numbers) -> Numbers:
        """As they are."""
        return np.ascontiguousarray(rows)

    def add(self, plan: Any, rows: Numbers, values: Numbers, pairs: Numbers | None) -> None:
        """Walk each row with each background row."""
        from hedgerow._kernels.shapley_backgrounds import add_background_values

        add_background_values(plan, rows, values, pairs)

    def read(self, sums: Numbers, n_rows: int) -> Numbers:
        """The mean over the background rows."""
        return sums / len(self.background)
