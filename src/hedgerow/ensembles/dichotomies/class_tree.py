"""A tree that parts the classes in two again and again, until each stands alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

Dichotomy = tuple[tuple[int, ...], tuple[int, ...]]
"""Two sets of classes, codes in ascending order; the lowest code of all is in the first."""


@dataclass(frozen=True)
class ClassTree:
    """A nested dichotomy: each inner node parts its classes into two sets.

    Parameters
    ----------
    classes : tuple of int
        The class codes at the root.
    splits : tuple of Dichotomy
        The inner nodes, parents before their children; one less than there are classes.

    Examples
    --------
    >>> tree = ClassTree.draw([0, 1, 2], np.random.default_rng(0))
    >>> tree.nest()
    ((0, 1), 2)
    >>> tree.splits
    (((0, 1), (2,)), ((0,), (1,)))
    >>> first_side = {((0, 1), (2,)): np.array([0.7]), ((0,), (1,)): np.array([0.8])}
    >>> tree.multiply(first_side, n_classes=3)
    array([[0.56, 0.14, 0.3 ]])
    """

    classes: tuple[int, ...]
    splits: tuple[Dichotomy, ...]

    @classmethod
    def draw(cls, classes: ArrayLike, generator: np.random.Generator) -> Self:
        """Draw one of the (2 C - 3)!! trees of C classes, all equally likely.

        Classes come one after the other, and each grows out of the middle of an edge that is drawn among all there
        are, the one above the root included.
        """
        codes = np.asarray(classes, np.intp)
        n_classes = codes.size
        # Leaves are the nodes 0 .. C - 1; the inner node that came with leaf c is C + c - 1.
        children = np.full((2 * n_classes - 1, 2), -1, np.intp)
        parent = np.full(2 * n_classes - 1, -1, np.intp)
        for leaf in range(1, n_classes):
            drawn = int(generator.integers(2 * leaf - 1))
            below = drawn if drawn < leaf else n_classes + drawn - leaf
            fork = n_classes + leaf - 1
            above = parent[below]
            if above >= 0:
                children[above, children[above] == below] = fork
            parent[fork], children[fork] = above, (below, leaf)
            parent[below] = parent[leaf] = fork
        root = int(np.flatnonzero(parent < 0)[0]) if n_classes > 1 else 0
        return cls(tuple(int(code) for code in np.sort(codes)), _list_splits(children, codes, root))

    def multiply(
        self, first_side: Mapping[Dichotomy, NDArray[np.float64]], n_classes: int
    ) -> NDArray[np.float64]:
        """Probability of each class: the product of the answers on its way from the root.

        Parameters
        ----------
        first_side : mapping of Dichotomy to ndarray of shape (n_samples,)
            For each split, how probable its first side is.
        n_classes : int
            Number of columns; classes that are not in the tree have 0.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        n_samples = next(iter(first_side.values())).shape[0] if first_side else 0
        chances = np.zeros((n_classes, n_samples))  # classes first: a split works on whole lines
        chances[list(self.classes)] = 1.0
        for split in self.splits:
            near, far = split
            chances[list(near)] *= first_side[split]
            chances[list(far)] *= 1.0 - first_side[split]
        return chances.T

    def nest(self) -> Any:
        """The tree as tuples in tuples, with class codes for leaves."""
        # Children come after their parents, so from the end all parts of a node are there before it.
        nested: dict[frozenset[int], Any] = {frozenset([code]): code for code in self.classes}
        for near, far in reversed(self.splits):
            nested[frozenset(near + far)] = (nested[frozenset(near)], nested[frozenset(far)])
        return nested[frozenset(self.classes)]


def _list_splits(children: NDArray[np.intp], codes: NDArray[np.intp], root: int) -> tuple[Dichotomy, ...]:
    """Inner nodes from the root on, each with the sorted classes below its two children."""
    order, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        if children[node, 0] >= 0:
            order.append(node)
            waiting.extend(int(child) for child in children[node])
    below: dict[int, tuple[int, ...]] = {leaf: (int(code),) for leaf, code in enumerate(codes)}
    splits = []
    for node in reversed(order):
        near, far = sorted(below[int(child)] for child in children[node])
        splits.append((near, far))
        below[node] = tuple(sorted(near + far))
    return tuple(reversed(splits))
