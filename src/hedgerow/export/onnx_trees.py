"""Trees as the attributes of ONNX's TreeEnsemble: which leaf a row reaches in each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from hedgerow.export.categories import list_members_left
from hedgerow.trees.tree import Tree

_AT_MOST, _MEMBER = 0, 6  # BRANCH_LEQ, BRANCH_MEMBER


def round_down(thresholds: NDArray[np.float64], dtype: DTypeLike) -> NDArray[Any]:
    """The largest number of a type that is not above each threshold: numbers of the type go to the same side of both.

    Examples
    --------
    >>> rounded = round_down(np.array([0.1, 0.5, 1e300, -1e-300]), np.float32)
    >>> (rounded.astype(np.float64) <= [0.1, 0.5, 1e300, -1e-300]).all(), rounded[1:]
    (np.True_, array([ 5.0000000e-01,  3.4028235e+38, -1.4012985e-45], dtype=float32))
    """
    with np.errstate(over="ignore", under="ignore"):  # to infinity and to nothing, where they belong
        nearest = thresholds.astype(dtype)
        below = np.nextafter(nearest, np.array(-np.inf, dtype))
    return np.asarray(np.where(nearest.astype(np.float64) > thresholds, below, nearest))


def write_trees(
    trees: Sequence[Tree], answers: Sequence[NDArray[np.intp]], dtype: DTypeLike
) -> dict[str, Any]:
    """The attributes of a TreeEnsemble with one output a tree: the answer of the leaf that a row reaches.

    Parameters
    ----------
    trees : sequence of Tree
        The trees.
    answers : sequence of ndarray
        A number for each leaf of each tree, in the order of the nodes.
    dtype : dtype
        The type of the numbers that the trees read; thresholds are rounded down to it.

    Returns
    -------
    dict
    """
    from onnx import numpy_helper

    parts = [_Part(tree) for tree in trees]
    n_splits = np.cumsum([0, *(part.n_splits for part in parts)])
    n_leaves = np.cumsum([0, *(part.n_leaves for part in parts)])
    splits: dict[str, list[NDArray[Any]]] = {}
    members: list[NDArray[Any]] = []
    for part, first_split, first_leaf in zip(parts, n_splits, n_leaves, strict=False):
        columns, sets = part.describe(int(first_split), int(first_leaf))
        members += sets
        for name, column in columns.items():
            splits.setdefault(name, []).append(column)
    joined = {name: np.concatenate(each) for name, each in splits.items()}
    attributes: dict[str, Any] = {
        "n_targets": len(trees),
        "tree_roots": n_splits[:-1].tolist(),
        "nodes_modes": numpy_helper.from_array(joined.pop("nodes_modes").astype(np.uint8)),
        "nodes_splits": numpy_helper.from_array(round_down(joined.pop("nodes_splits"), dtype)),
        "leaf_targetids": np.repeat(np.arange(len(trees)), np.diff(n_leaves)).tolist(),
        "leaf_weights": numpy_helper.from_array(np.concatenate(answers).astype(dtype)),
    }
    if members:
        gap = np.array([np.nan])
        sets = [each for found in members for each in (found, gap)]
        attributes["membership_values"] = numpy_helper.from_array(np.concatenate(sets).astype(dtype))
    return attributes | {name: column.tolist() for name, column in joined.items()}


class _Part:
    """One tree among those of an operator, whose splits and leaves are counted apart."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.is_leaf = tree.is_leaf
        self.n_leaves = int(np.count_nonzero(self.is_leaf))
        self.n_splits = max(1, tree.node_count - self.n_leaves)  # a lone leaf stands behind a split

    def describe(
        self, first_split: int, first_leaf: int
    ) -> tuple[dict[str, NDArray[Any]], list[NDArray[Any]]]:
        """The columns of the splits, and the sets of the categorical ones, in order."""
        nodes = self.tree.nodes
        if self.tree.node_count == 1:
            return _stand_before(first_leaf), []
        splits = np.flatnonzero(~self.is_leaf)
        place = np.where(
            self.is_leaf, first_leaf + np.cumsum(self.is_leaf) - 1, first_split + np.cumsum(~self.is_leaf) - 1
        )
        thresholds, modes = nodes["threshold"][splits].copy(), np.full(splits.size, _AT_MOST)
        missing = nodes["missing_left"][splits].astype(np.int64)
        on_true = nodes["left"][splits].astype(np.int64)
        on_false = on_true + 1
        sets = []
        for split in np.flatnonzero(nodes["categorical"][splits]):
            members, goes_left = list_members_left(self.tree, int(splits[split]))
            missing[split] = 0
            if not goes_left:
                on_true[split], on_false[split] = on_false[split], on_true[split]
            if members.size:
                modes[split], thresholds[split] = _MEMBER, 0.0
                sets.append(members)
            else:  # the standard has no empty set; nothing is at most minus infinity
                thresholds[split] = -np.inf
        columns = {
            "nodes_featureids": nodes["feature"][splits],
            "nodes_modes": modes,
            "nodes_splits": thresholds,
            "nodes_missing_value_tracks_true": missing,
            "nodes_truenodeids": place[on_true],
            "nodes_falsenodeids": place[on_false],
            "nodes_trueleafs": self.is_leaf[on_true].astype(np.int64),
            "nodes_falseleafs": self.is_leaf[on_false].astype(np.int64),
        }
        return columns, sets


def _stand_before(leaf: int) -> dict[str, NDArray[Any]]:
    """The split that the standard asks for before a leaf that is a tree by itself; both sides lead there."""
    names = ["featureids", "modes", "splits", "missing_value_tracks_true"]
    columns: dict[str, NDArray[Any]] = {f"nodes_{name}": np.zeros(1, np.int64) for name in names}
    columns["nodes_splits"] = np.zeros(1)
    for side in ("true", "false"):
        columns |= {f"nodes_{side}nodeids": np.array([leaf]), f"nodes_{side}leafs": np.ones(1, np.int64)}
    return columns
