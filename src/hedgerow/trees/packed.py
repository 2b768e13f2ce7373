"""Trees in a form that is made to be walked: half of the memory, made when enough rows have asked."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from hedgerow.trees.tree import Forest

_WORTH = 0.25  # walks for each node, after which packing has cost less than it will save
_MOST_FEATURES, _MOST_NODES = 2047, 2**30  # slots are counted in 16 bits, places in 32
_FEW = 4  # rows that are walked one by one in less time than it takes a group of packed ones
_COPIED = 4  # features of a packed row for each tree, beyond which packing a row costs more than walking it


class PackedTrees(NamedTuple):
    """Packed nodes (see `packed_walks`), and the only class of each leaf."""

    keys: NDArray[np.int64]
    classes: NDArray[np.int32]

    def views(self) -> tuple[NDArray[Any], ...]:
        """The nodes as keys, slots, words and values of leaves."""
        return self.keys, self.keys.view(np.uint16), self.keys.view(np.uint32), self.keys.view(np.float64)


class Packing:
    """Packs a forest once, after so many walks that it pays.

    Parameters
    ----------
    forest : Forest
        The trees.
    """

    def __init__(self, forest: Forest) -> None:
        starts = forest.starts
        sizes = np.diff(starts)
        # Roots that were chosen among the nodes of another forest do not say where their trees end.
        is_whole = starts[0] == 0 and starts[-1] == len(forest.nodes) and sizes.min(initial=1) > 0
        fits = forest.n_features <= min(_COPIED * len(forest), _MOST_FEATURES)
        self._waits = bool(is_whole and fits and sizes.max(initial=0) < _MOST_NODES)
        self._left = _WORTH * len(forest.nodes)
        self._lock = Lock()
        self._packed: PackedTrees | None = None

    def read(self, forest: Forest, n_rows: int) -> PackedTrees | None:
        """The packed trees, for so many rows; None where the nodes themselves are to be walked."""
        if self._waits:
            self._left -= n_rows * len(forest)
            # Other threads need not wait: both ways lead to the same leaves.
            if self._left < 0 and self._lock.acquire(blocking=False):
                try:
                    self._packed = self._packed or _pack(forest)
                    self._waits = False
                finally:
                    self._lock.release()
        return self._packed if n_rows >= _FEW else None


def _pack(forest: Forest) -> PackedTrees | None:
    """Pack trees that ask for numbers only."""
    from hedgerow._kernels.packed_walks import pack_nodes
    from hedgerow._kernels.tree_walks import read_answers

    nodes: Any = forest.nodes
    if forest.subsets.size or nodes["categorical"].any() or np.isnan(nodes["threshold"]).any():
        return None
    left = nodes["left"]
    if (np.diff(forest.starts) % 2 == 0).any() or ((left >= 0) & (left % 2 == 0)).any():
        return None  # somebody else's trees: siblings do not lie where they are looked for
    room = np.zeros(2 * (len(nodes) + len(forest)) + 4, np.int64)
    keys = room[-(room.ctypes.data // 8) % 4 :]  # siblings in one cache line
    packed = PackedTrees(keys, np.empty(len(nodes) if forest.n_classes else 0, np.int32))
    answers, bits = (
        read_answers(forest.values, forest.n_classes == 0, False),
        nodes["threshold"].view(np.int64),
    )
    pack_nodes(nodes, bits, answers, forest.starts, *packed.views(), packed.classes)
    return packed
