"""Splits on categories, as a format tells them that knows one list and what goes the other way."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.trees.tree import Tree


def list_members_left(tree: Tree, node: int) -> tuple[NDArray[np.int64], bool]:
    """The categories that a categorical node tells from all else, and whether they go left.

    Missing values and categories that the node has not met are never among them, so they go to the other side.

    Parameters
    ----------
    tree : Tree
        The tree.
    node : int
        Which node.
    """
    left = tree.categories_left(node)
    if not tree.nodes["missing_left"][node]:
        return left, True
    return np.setdiff1d(np.arange(int(tree.nodes["code"][node])), left), False
