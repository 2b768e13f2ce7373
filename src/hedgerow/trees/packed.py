"""Trees in a form that is made to be walked: a quarter of the memory, made when enough rows have asked."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from hedgerow.trees.tree import Forest

_WORTH = 0.25  # walks for each node, after which packing has cost less than it will save
_AGAIN = 0.05  # share of walks that are done again, beyond which rounding does not pay
_COPIED = 4  # features of a packed row for each tree, beyond which packing a row costs more than walking it


class PackedTrees(NamedTuple):
    """Packed nodes (see `packed_walks`), and the only class of each leaf."""

    thresholds: NDArray[np.int32]
    words: NDArray[np.uint32]
    classes: NDArray[np.int32]
    slot_bits: int


class Packing:
    """Packs a forest once, after so many walks that it pays.

    Parameters
    ----------
    forest : Forest
        The trees.
    """

    def __init__(self, forest: Forest) -> None:
        starts, bits = forest.starts, (2 * forest.n_features - 1).bit_length()
        sizes = np.diff(starts)
        # Roots that were chosen among the nodes of another forest do not say where their trees end.
        is_whole = starts[0] == 0 and starts[-1] == len(forest.nodes) and sizes.min(initial=1) > 0
        fits = forest.n_features <= _COPIED * len(forest) and sizes.max(initial=0) < 2 ** (32 - bits)
        self._waits = bool(is_whole and fits)
        self._bits = bits
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
                    self._packed = self._packed or _pack(forest, self._bits)
                    self._waits = False
                finally:
                    self._lock.release()
        return self._packed

    def note(self, n_again: int, n_walks: int) -> None:
        """Give up where thresholds lie too close for 32 bits."""
        if n_again > _AGAIN * n_walks:
            self._packed = None


def _pack(forest: Forest, slot_bits: int) -> PackedTrees | None:
    """Pack trees that ask for numbers only."""
    from hedgerow._kernels.packed_walks import pack_nodes
    from hedgerow._kernels.tree_walks import read_answers

    nodes: Any = forest.nodes
    if forest.subsets.size or nodes["categorical"].any() or np.isnan(nodes["threshold"]).any():
        return None
    thresholds = np.zeros(2 * len(nodes), np.int32)
    words = thresholds.view(np.uint32)
    classes = np.empty(len(nodes) if forest.n_classes else 0, np.int32)
    answers, bits = (
        read_answers(forest.values, forest.n_classes == 0, False),
        nodes["threshold"].view(np.int64),
    )
    pack_nodes(nodes, bits, answers, forest.starts, slot_bits, thresholds, words, classes)
    return PackedTrees(thresholds, words, classes, slot_bits)
