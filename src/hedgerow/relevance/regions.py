"""The regions of a profile tree, and the way of a row to its region."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class RegionNode:
    """A node of the tree: a region, and where it is cut.

    Parameters
    ----------
    condition : str
        What its rows have in common, in words.
    weight : float
        Weight of its training rows.
    profile : ndarray of shape (n_features,)
        Gain of the best cut of each feature, 0 where chance explains it.
    feature, limit, is_category
        Rows whose feature is at most the limit, or is that category, go left; feature -1 in a leaf.
    angle : float
        Angle between the profiles of the children, in radians; NaN in a leaf.
    children : tuple of RegionNode
        Left and right, or none.
    region : int
        Number of the region; -1 in a node with children.

    Examples
    --------
    >>> sides = tuple(RegionNode(words, 5.0, np.zeros(1), region=at) for at, words in enumerate(["x0 <= 2", "x0 > 2"]))
    >>> node = RegionNode("", 10.0, np.ones(1), feature=0, limit=2.0, angle=1.0, children=sides)
    >>> node.route(np.array([[1.0], [3.0], [np.nan]]))
    array([0, 1, 1])
    """

    condition: str
    weight: float
    profile: NDArray[np.float64]
    feature: int = -1
    limit: float = np.nan
    is_category: bool = False
    angle: float = np.nan
    children: tuple[RegionNode, ...] = ()
    region: int = -1

    def leaves(self) -> list[RegionNode]:
        """The regions under the node, from left to right."""
        return [leaf for child in self.children for leaf in child.leaves()] if self.children else [self]

    def route(self, table: NDArray[np.float64]) -> NDArray[np.intp]:
        """Region of each row; a missing value, or an unknown category, goes right."""
        if not self.children:
            return np.full(len(table), self.region)
        column = table[:, self.feature]
        goes_left = column == self.limit if self.is_category else column <= self.limit
        regions = np.empty(len(table), np.intp)
        for side, child in zip((goes_left, ~goes_left), self.children, strict=True):
            regions[side] = child.route(table[side])
        return regions
