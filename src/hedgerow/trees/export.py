"""A tree as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from hedgerow.foundation.target_group import check_one_target
from hedgerow.trees.tree import Tree


def export_text(
    estimator: Any,
    *,
    feature_names: Sequence[str] | None = None,
    class_names: Sequence[str] | None = None,
    max_depth: int = 10,
    decimals: int = 3,
) -> str:
    """Write a fitted decision tree as indented rules.

    Parameters
    ----------
    estimator : DecisionTreeClassifier or DecisionTreeRegressor
        A fitted tree.
    feature_names : sequence of str, default=None
        Names of the features; None for those seen in `fit`, else x0, x1, ...
    class_names : sequence of str, default=None
        Names of the classes; None for their labels.
    max_depth : int, default=10
        Deepest level that is written out.
    decimals : int, default=3
        Digits of thresholds and values.

    Returns
    -------
    str

    Examples
    --------
    >>> import numpy as np
    >>> from hedgerow import DecisionTreeClassifier
    >>> from hedgerow.trees import export_text
    >>> X, y = np.array([[1.0], [2.0], [3.0]]), ["low", "low", "high"]
    >>> print(export_text(DecisionTreeClassifier().fit(X, y), feature_names=["height"]))
    height <= 2.5: low (2 rows)
    height > 2.5: high (1 row)
    """
    check_is_fitted(estimator, "flat_tree_")
    words = Wording(estimator, feature_names, class_names, decimals)
    tree: Tree = estimator.flat_tree_
    if tree.node_count == 1:
        return words.leaf(0)
    lines: list[str] = []
    stack = [(0, 0)]
    while stack:
        node, depth = stack.pop()
        if node < 0:  # the right branch of node ~node
            node = ~node
            lines.append(_line(words, tree, node, depth, right=True, max_depth=max_depth))
            child = int(tree.children_right[node])
        else:
            lines.append(_line(words, tree, node, depth, right=False, max_depth=max_depth))
            stack.append((~node, depth))
            child = int(tree.children_left[node])
        if not tree.is_leaf[child] and depth + 1 < max_depth:
            stack.append((child, depth + 1))
    return "\n".join(lines)


class Wording:
    """The words for a tree's conditions and leaves, shared by text and picture."""

    def __init__(
        self,
        estimator: Any,
        feature_names: Sequence[str] | None,
        class_names: Sequence[str] | None,
        decimals: int,
    ) -> None:
        check_one_target(estimator, "a tree in words")
        self.tree: Tree = estimator.flat_tree_
        known = getattr(estimator, "feature_names_in_", None)
        names = known if feature_names is None else feature_names
        self.features = (
            [f"x{f}" for f in range(self.tree.n_features)] if names is None else [str(n) for n in names]
        )
        if len(self.features) != self.tree.n_features:
            raise ValueError(
                f"feature_names has {len(self.features)} names; the tree has {self.tree.n_features} features"
            )
        labels = getattr(estimator, "classes_", ()) if class_names is None else class_names
        self.classes = [str(label) for label in labels]
        self.encoding = getattr(estimator, "_encoding", None)
        self.decimals = decimals

    def condition(self, node: int, *, right: bool) -> str:
        """What a row must satisfy to go left (or right)."""
        tree = self.tree
        feature = int(tree.feature[node])
        name = self.features[feature]
        if tree.nodes["categorical"][node]:
            labels = self._labels(feature, int(tree.nodes["code"][node]))
            left = set(tree.categories_left(node).tolist())
            chosen = [label for code, label in enumerate(labels) if (code in left) != right]
            return f"{name} in {{{', '.join(chosen)}}}"
        threshold = float(tree.nodes["threshold"][node])
        if np.isinf(threshold):
            return f"{name} is missing" if right else f"{name} is present"
        return f"{name} {'>' if right else '<='} {threshold:.{self.decimals}g}"

    def leaf(self, node: int) -> str:
        """What a leaf answers, and on how many rows."""
        rows = int(self.tree.n_node_samples[node])
        count = f"({rows} row{'s' if rows != 1 else ''})"
        if self.tree.n_classes == 0:
            return f"{self.tree.values[node, 1]:.{self.decimals}g} {count}"
        return f"{self.classes[int(self.tree.values[node].argmax())]} {count}"

    def _labels(self, feature: int, n_codes: int) -> list[str]:
        known = None if self.encoding is None else self.encoding.categories[feature]
        return (
            [str(code) for code in range(n_codes)]
            if known is None
            else [str(label) for label in known][:n_codes]
        )


def _line(words: Wording, tree: Tree, node: int, depth: int, *, right: bool, max_depth: int) -> str:
    child = int(tree.children_right[node] if right else tree.children_left[node])
    line = "|   " * depth + words.condition(node, right=right)
    if tree.is_leaf[child]:
        return f"{line}: {words.leaf(child)}"
    return f"{line}: ..." if depth + 1 >= max_depth else line
