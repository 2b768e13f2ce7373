"""The leaves that rows reach in members that are trees, whatever stands before the trees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination.leaves import measure_leaves
from hedgerow.ensembles.members import CodedMembers, ViewedMembers
from hedgerow.learners import Members
from hedgerow.learners.adapter import AdaptedMembers
from hedgerow.trees.grower import TreeMembers
from hedgerow.trees.tree import Forest


def find_leaf_sizes(members: Members, X: NDArray[np.float64]) -> NDArray[np.float64]:
    """Training weight of the leaf that gives each member's answer about each row, (n_members, n_samples)."""

    def measure_forest(forest: Forest, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        weight = forest.values.sum(axis=1) if forest.n_classes else forest.values[:, 0]
        return np.asarray(weight[(forest.apply(rows) + forest.starts[:-1]).T])

    return _ask_trees(members, X, measure_forest, measure_leaves)


def find_leaves(members: Members, X: NDArray[np.float64]) -> NDArray[np.int64]:
    """Leaf that each row reaches in each member, (n_samples, n_members)."""

    def apply_forest(forest: Forest, rows: NDArray[np.float64]) -> NDArray[np.int64]:
        return forest.apply(rows).T.astype(np.int64)

    def apply_tree(tree: Any, rows: NDArray[np.float64]) -> NDArray[np.int64]:
        if not _is_tree(tree):
            raise ValueError(
                f"{type(tree).__name__} has no leaves, so rows cannot meet there; use trees, or the similarity of "
                "'neighbours'"
            )
        return np.asarray(tree.apply(rows), dtype=np.int64)

    return _ask_trees(members, X, apply_forest, apply_tree).T


def has_leaves(members: Members) -> bool:
    """Whether all the members are trees."""
    match members:
        case TreeMembers():
            return True
        case CodedMembers():
            return has_leaves(members.members)
        case ViewedMembers():
            return all(has_leaves(single) for single in members.singles)
        case AdaptedMembers():
            return all(_is_tree(member) for member in members.estimators)
    return all(_is_tree(members[index]) for index in range(len(members)))


def _is_tree(member: Any) -> bool:
    return hasattr(member, "apply") and (hasattr(member, "flat_tree_") or hasattr(member, "tree_"))


def _ask_trees(
    members: Members,
    X: NDArray[np.float64],
    ask_forest: Callable[[Forest, NDArray[np.float64]], NDArray[Any]],
    ask_tree: Callable[[Any, NDArray[np.float64]], NDArray[Any]],
) -> NDArray[Any]:
    """Predict the rows by each tree, as it sees them, (n_members, n_samples)."""
    match members:
        case TreeMembers():
            return ask_forest(members.forest, X)
        case CodedMembers():
            return _ask_trees(members.members, X, ask_forest, ask_tree)
        case ViewedMembers():
            pairs = zip(members.singles, members.tables(X), strict=True)
            return np.concatenate([_ask_trees(one, table, ask_forest, ask_tree) for one, table in pairs])
        case AdaptedMembers():
            return np.stack([*map(ask_tree, members.estimators, members.tables(X))])
    return np.stack([ask_tree(members[index], X) for index in range(len(members))])
