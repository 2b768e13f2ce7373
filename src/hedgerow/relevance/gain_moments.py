"""Moments of what the splits on each feature gain on out-of-bag rows, over the trees of a forest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class GainMoments:
    """Moments over some trees of the out-of-bag gain of each feature; one entry per feature.

    Parameters
    ----------
    n_trees : int
        Number of trees.
    mean : ndarray of shape (n_features,)
        Mean over the trees.
    squares, cubes : ndarray of shape (n_features,)
        Sums over the trees of the squared, and of the cubed, distance to the mean.
    uses : ndarray of int of shape (n_features,)
        Number of trees in which splits on the feature gained or lost anything.

    Examples
    --------
    >>> GainMoments.of(np.array([[0.0, 1.0], [0.0, 3.0]]))
    GainMoments(n_trees=2, mean=array([0., 2.]), squares=array([0., 2.]), cubes=array([0., 0.]), uses=array([0, 2]))
    """

    n_trees: int
    mean: NDArray[np.float64]
    squares: NDArray[np.float64]
    cubes: NDArray[np.float64]
    uses: NDArray[np.intp]

    @classmethod
    def of(cls, per_tree: NDArray[np.float64], used: NDArray[np.intp] | None = None) -> Self:
        """Sum up the gains of each tree: (n_trees, n_features).

        `used` lists the columns that may hold anything but zeros, which are few in wide tables; None for all.
        """
        gains = per_tree if used is None else per_tree[:, used]
        mean = gains.mean(axis=0)
        distance = gains - mean
        squared = distance * distance
        cubes = np.einsum("tf,tf->f", squared, distance)
        moments: list[NDArray[Any]] = [mean, squared.sum(axis=0), cubes, np.count_nonzero(gains, axis=0)]
        if used is not None:
            moments = [_spread(moment, used, per_tree.shape[1]) for moment in moments]
        return cls(len(per_tree), *moments)


def _spread(values: NDArray[Any], places: NDArray[np.intp], size: int) -> NDArray[Any]:
    """Put values in their places, among zeros."""
    spread = np.zeros(size, values.dtype)
    spread[places] = values
    return spread


def mean_gains(blocks: Sequence[GainMoments]) -> NDArray[np.float64]:
    """Mean over the trees of all blocks."""
    sizes = np.array([block.n_trees for block in blocks], dtype=np.float64)
    return np.asarray(sizes @ np.stack([block.mean for block in blocks]) / sizes.sum())
