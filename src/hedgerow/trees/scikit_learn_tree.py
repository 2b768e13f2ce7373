"""A grown tree as an object of scikit-learn's own, which other packages know how to read."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.trees.pruning import node_impurity
from hedgerow.trees.tree import Tree

_CLOSE = 2.0**-10  # of the distance between neighbours in single precision: rounding in double is less


def show_as_scikit_learn(tree: Tree, criterion: str) -> Any:
    """The tree as ``sklearn.tree._tree.Tree``, made once and kept beside the tree.

    Nodes keep their numbers, so they are not in scikit-learn's order; children come after their parent in both.

    Parameters
    ----------
    tree : Tree
        The grown tree.
    criterion : str
        What its impurities are measured by.

    Raises
    ------
    AttributeError
        If a split is a subset of categories, which scikit-learn's trees cannot say.
    """
    if criterion not in tree.shown:
        tree.shown[criterion] = _translate(tree, criterion)
    return tree.shown[criterion]


def part_single_precision(thresholds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Thresholds that part rows in single precision, in which others compare them, as these part them in double.

    Halfway between 4.8 and 5.0 is 4.9, which rows may have that the node has not. Such a row goes left here, but 4.9 in
    single precision is 4.900000095. So where a threshold is a decimal of few digits, but for rounding, it moves to the
    other side of that; rows that were in single precision to begin with have no such thresholds.

    Examples
    --------
    >>> halfway = np.array((4.8 + 5.0) / 2)
    >>> bool(np.float32(4.9) <= halfway), bool(np.float32(4.9) <= part_single_precision(halfway))
    (False, True)
    """
    with np.errstate(over="ignore", invalid="ignore"):
        single = thresholds.astype(np.float32)
        decimal = single.astype(str).astype(np.float64)
        is_decimal = np.abs(decimal - thresholds) <= _CLOSE * np.spacing(np.abs(single))
        above = np.maximum(thresholds, single)
        below = np.minimum(thresholds, np.nextafter(single, np.float32(-np.inf)))
    return np.where(is_decimal, np.where(decimal <= thresholds, above, below), thresholds)


def _translate(tree: Tree, criterion: str) -> Any:
    from sklearn.tree import _tree as peer  # most fits look at no tree

    if tree.nodes["categorical"].any():
        raise AttributeError(
            "tree_ has scikit-learn's shape, which has no splits by subsets of categories, and this tree has some; "
            "read flat_tree_, whose frame() and categories_left(node) tell of them, or use "
            "hedgerow.trees.export_text, or fit on columns of numbers"
        )
    is_leaf, weight = tree.is_leaf, tree.weighted_n_node_samples
    nodes = np.zeros(tree.node_count, peer.NODE_DTYPE)
    for name, values, in_leaf in (
        ("left_child", tree.children_left, peer.TREE_LEAF),
        ("right_child", tree.children_right, peer.TREE_LEAF),
        ("feature", tree.feature, peer.TREE_UNDEFINED),
        ("threshold", part_single_precision(tree.threshold), peer.TREE_UNDEFINED),
        ("missing_go_to_left", tree.nodes["missing_left"] != 0, False),
    ):
        nodes[name] = np.where(is_leaf, in_leaf, values)
    nodes["impurity"] = node_impurity(tree, criterion)
    nodes["n_node_samples"], nodes["weighted_n_node_samples"] = tree.n_node_samples, weight
    value, n_classes = _lay_out_values(tree)
    shown = peer.Tree(tree.n_features, np.array(n_classes, np.intp), len(n_classes))
    shown.__setstate__(
        {
            "max_depth": tree.max_depth,
            "node_count": tree.node_count,
            "nodes": nodes,
            "values": value,
        }
    )
    return shown


def _lay_out_values(tree: Tree) -> tuple[NDArray[np.float64], list[int]]:
    """What nodes predict, (node, target, class), and how many classes each target has; values are of one class."""
    values = np.asarray(tree.value, np.float64)
    if not tree.n_classes:
        return np.ascontiguousarray(values[:, :, None]), [1] * values.shape[1]
    parts = [values] if tree.targets is None else tree.targets.split(values)
    n_classes = [part.shape[1] for part in parts]
    laid_out = np.zeros((len(values), len(parts), max(n_classes)))
    for target, part in enumerate(parts):
        laid_out[:, target, : part.shape[1]] = part / part.sum(axis=1, keepdims=True)
    return laid_out, n_classes
