"""Class weights of nodes, listed for the classes that a node has: most nodes lie deep and have very few."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.byte_order import turn_native

_BLOCK = 4096  # rows that are written out at once


@dataclass(frozen=True)
class ClassWeights:
    """A matrix (node, class) of weights, of which those above zero are listed row by row.

    It is indexed like an array, by rows, and gives arrays.

    Parameters
    ----------
    weights : ndarray of float64
        The weights above zero.
    classes : ndarray of uint16
        The class of each, in increasing order within a row.
    starts : ndarray of shape (n_nodes + 1,)
        Where each row begins, and at last where it ends.
    n_classes : int
        Columns of the matrix.

    Examples
    --------
    >>> listed = ClassWeights(np.array([2.0, 1.0, 3.0]), np.array([0, 6, 6], np.uint16), np.array([0, 2, 3]), 7)
    >>> listed.shape, listed[[1, 0]].tolist(), listed.sum(axis=1).tolist()
    ((2, 7), [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0], [2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]], [3.0, 3.0])
    """

    weights: NDArray[np.float64]
    classes: NDArray[np.uint16]
    starts: NDArray[np.int64]
    n_classes: int

    @classmethod
    def join(cls, parts: Sequence[ClassWeights]) -> ClassWeights:
        """Put the rows of all parts one below the other."""
        return cls(
            np.concatenate([part.weights for part in parts]),
            np.concatenate([part.classes for part in parts]),
            chain([part.starts for part in parts]),
            parts[0].n_classes,
        )

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(turn_native(state))

    def __len__(self) -> int:
        return self.starts.size - 1

    @property
    def shape(self) -> tuple[int, int]:
        """Nodes, and classes."""
        return len(self), self.n_classes

    def __getitem__(self, rows: Any) -> NDArray[np.float64]:
        chosen = np.arange(len(self))[rows]
        first, sizes = self.starts[chosen].reshape(-1), np.diff(self.starts)[chosen].reshape(-1)
        line = np.repeat(np.arange(sizes.size), sizes)
        place = np.arange(line.size) + np.repeat(first - (np.cumsum(sizes) - sizes), sizes)
        written = np.zeros((sizes.size, self.n_classes))
        written[line, self.classes[place]] = self.weights[place]
        return written.reshape(*chosen.shape, self.n_classes)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.asarray(self[:], dtype)

    def __mul__(self, factor: float) -> ClassWeights:
        return ClassWeights(self.weights * factor, self.classes, self.starts, self.n_classes)

    def sum(self, axis: int) -> NDArray[np.float64]:
        """Weight of each node (axis 1) or class (axis 0)."""
        groups = self.classes if axis == 0 else np.repeat(np.arange(len(self)), np.diff(self.starts))
        return np.asarray(np.bincount(groups, self.weights, minlength=self.shape[1 - axis]), np.float64)

    def argmax(self, axis: int) -> NDArray[np.intp]:
        """Heaviest class of each node (axis 1), the first of equal ones."""
        blocks = [self[first : first + _BLOCK].argmax(axis=axis) for first in range(0, len(self), _BLOCK)]
        return np.concatenate(blocks)

    def check_loaded(self) -> None:
        """Check the lists of a file.

        Raises
        ------
        ValueError
            If they do not fit each other, or name a class that is not there.
        """
        starts, sizes = self.starts, (self.weights.shape, self.classes.shape)
        n_listed = self.weights.size
        rises = starts.ndim == 1 and starts.size > 0 and starts[0] == 0 and starts[-1] == n_listed
        if not rises or sizes != ((n_listed,), (n_listed,)) or bool((starts[1:] < starts[:-1]).any()):
            raise ValueError("these are no class weights: the lists do not fit")
        follows = np.diff(self.classes.astype(np.int64)) > 0
        follows[starts[1:-1][(starts[1:-1] > 0) & (starts[1:-1] < n_listed)] - 1] = True
        if not follows.all() or self.classes.max(initial=0) >= max(self.n_classes, 1):
            raise ValueError("these are no class weights: a node lists classes that are not there, or twice")


def chain(starts: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Starts within consecutive parts as starts within the whole.

    Examples
    --------
    >>> chain([np.array([0, 3, 5]), np.array([0, 2])])
    array([0, 3, 5, 7])
    """
    sizes = np.concatenate([np.diff(part) for part in starts])
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
