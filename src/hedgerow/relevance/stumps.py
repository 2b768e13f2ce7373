"""Stumps that answer -1 or +1 as trees like any other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from hedgerow.boosting.additive.stumps import StumpMembers
from hedgerow.trees.tree import Tree

_WORD = 64  # bits


def plant_stumps(stumps: StumpMembers, n_features: int) -> Iterator[Tree]:
    """Each stump as a tree of the features that its ensemble reads.

    A stump may answer a missing value by 0, which neither side of its cut does; then a second node tells the missing
    values from those on the right. An indicator column is a node that sends one category to the right.

    Parameters
    ----------
    stumps : StumpMembers
        The stumps, of features as they are.
    n_features : int
        Width of the table.

    Yields
    ------
    Tree
    """
    owner, level = list(range(n_features)), [None] * n_features
    if stumps.indicators is not None:
        owner, level = [], []
        for feature, levels in enumerate(stumps.indicators.levels):
            owner += [feature] * (1 if levels is None else levels.size)
            level += [None] if levels is None else levels.tolist()
    for column, threshold, sign, missing in zip(
        stumps.features, stumps.thresholds, stumps.signs, stumps.missing_signs, strict=True
    ):
        category, split = level[column], {"feature": owner[column], "left": 1}
        if sign == 0.0:
            yield _plant([], [missing], np.empty(0, np.uint64), n_features)
        elif category is not None:
            words = _all_before(int(category))
            split |= {"categorical": 1, "code": int(category) + 1, "missing_left": 1}
            yield _plant([split], [0.0, -sign, sign], words, n_features)
        elif missing == 0.0:
            present = split | {"threshold": np.inf, "left": 3}
            nodes = [split | {"threshold": threshold}, {}, present]
            yield _plant(nodes, [0.0, -sign, 0.0, sign, missing], np.empty(0, np.uint64), n_features)
        else:
            split |= {"threshold": threshold, "missing_left": int(missing == -sign)}
            yield _plant([split], [0.0, -sign, sign], np.empty(0, np.uint64), n_features)


def _plant(splits: list[dict[str, Any]], answers: list[float], words: Any, n_features: int) -> Tree:
    """A tree of nodes that answer; the first of them split, where they say how."""
    from hedgerow._kernels.records import NODE

    nodes = np.zeros(len(answers), NODE)
    nodes["feature"], nodes["left"] = -1, -1
    for node, split in enumerate(splits):
        for name, value in split.items():
            nodes[name][node] = value
    values = np.column_stack([np.ones(len(answers)), answers, np.zeros(len(answers))])
    return Tree(nodes, values, words, 0, n_features)


def _all_before(category: int) -> Any:
    """The words of a subset that holds the categories below one."""
    bits = np.arange((category // _WORD + 1) * _WORD) < category
    return np.packbits(bits.reshape(-1, _WORD), axis=1, bitorder="little").view("<u8")[:, 0].astype(np.uint64)
