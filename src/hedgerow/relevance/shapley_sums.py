"""Shapley values of many rows in many trees: blocks of rows, batches of trees, threads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.threads import map_in_threads
from hedgerow.relevance.shapley_games import Game
from hedgerow.relevance.tree_sums import TreeSum, WeightedTree

Numbers = NDArray[np.float64]
_MOST_ROWS = 4096  # of a block, for which trees are prepared once
_MOST_CELLS = 2**22  # of its sums, 32 MiB
_MOST_NODES = 2**17  # of a batch of trees


@dataclass(frozen=True)
class FeatureContributions:
    """What features contribute to the outputs of a model for some rows.

    Parameters
    ----------
    values : ndarray of shape (n_rows, n_features, n_outputs)
        Shapley values.
    pairs : ndarray of shape (n_rows, n_features, n_features, n_outputs) or None
        Those of pairs, halved between their two places; a feature's own on the diagonal.
    base : ndarray of shape (n_outputs,)
        What the model says if nothing is known.
    """

    values: Numbers
    pairs: Numbers | None
    base: Numbers


def sum_contributions(
    total: TreeSum, rows: Numbers, game: Game, *, with_pairs: bool, n_jobs: int | None
) -> FeatureContributions:
    """Add up what features contribute in each tree.

    Parameters
    ----------
    total : TreeSum
        The model.
    rows : ndarray of shape (n_rows, n_features)
        The rows.
    game : Game
        What an unknown feature is.
    with_pairs : bool
        Whether to find interactions.
    n_jobs : int or None
        Threads. The sums do not depend on them, nor on how rows are parted.
    """
    (n_rows, n_features), n_outputs = rows.shape, total.n_outputs
    values = np.zeros((n_rows, n_features, n_outputs))
    pairs = np.zeros((n_rows, n_features, n_features, n_outputs)) if with_pairs else None
    base = total.start.copy()
    for block in _list_blocks(n_rows, n_features * n_outputs * (n_features if with_pairs else 1)):
        sums = _Block(game, game.lay_out(rows[block]), total, with_pairs)
        base = total.start.copy()
        for batch in _list_batches(total):
            base += sums.add(batch, n_jobs)
        size = len(rows[block])
        for k in range(n_outputs):
            values[block, :, k] = game.read(sums.values[k], size)
            if pairs is not None and sums.pairs is not None:
                pairs[block, :, :, k] = game.read(sums.pairs[k], size)
    if total.mixing is not None:
        values, base = values @ total.mixing, base @ total.mixing
        pairs = None if pairs is None else pairs @ total.mixing
    if total.sums_to_one:
        for array in (values, base) if pairs is None else (values, pairs, base):
            array[..., 0] = -array[..., 1:].sum(axis=-1)
        base[0] += 1.0
    if pairs is not None:
        _share_pairs(values, pairs)
    return FeatureContributions(values, pairs, base)


class _Block:
    """Rows that are walked through all trees, and the sums for each output.

    Parameters
    ----------
    game : Game
        What an unknown feature is.
    rows : ndarray
        The rows in its layout.
    total : TreeSum
        The model.
    with_pairs : bool
        Whether to find interactions.
    """

    def __init__(self, game: Game, rows: Numbers, total: TreeSum, with_pairs: bool) -> None:
        self.game, self.rows, self.total, n_outputs = game, rows, total, total.n_outputs
        self.values = np.zeros((n_outputs, *rows.shape))
        n_features = rows.shape[1]
        self.pairs = (
            np.zeros((n_outputs, *rows.shape[:2], n_features, *rows.shape[2:])) if with_pairs else None
        )

    def add(self, batch: list[WeightedTree], n_jobs: int | None) -> Numbers:
        """Add some trees; return what they say when nothing is known."""
        plans = [*map_in_threads(self._prepare, [(part,) for part in batch], n_jobs)]
        size = self.game.chunk
        chunks = [(plans, slice(first, first + size)) for first in range(0, len(self.rows), size)]
        for _ in map_in_threads(self._add_to, chunks, n_jobs):
            pass
        base = np.zeros(len(self.values))
        for planned in plans:
            for output, plan in planned:
                base[output] += plan.mean
        return base

    def _prepare(self, part: WeightedTree) -> list[tuple[int, Any]]:
        return [(output, self.game.prepare(part, values)) for output, values in self.total.list_values(part)]

    def _add_to(self, plans: list[list[tuple[int, Any]]], chunk: slice) -> None:
        for planned in plans:
            for output, plan in planned:
                pairs = None if self.pairs is None else self.pairs[output, chunk]
                self.game.add(plan, self.rows[chunk], self.values[output, chunk], pairs)


def _list_blocks(n_rows: int, width: int) -> list[slice]:
    """Blocks of rows whose sums take a bounded room, eight rows at least.

    Examples
    --------
    >>> _list_blocks(5000, 50)
    [slice(0, 4096, None), slice(4096, 5000, None)]
    """
    size = max(8, min(_MOST_ROWS, _MOST_CELLS // max(width, 1)) // 8 * 8)
    return [slice(first, min(first + size, n_rows)) for first in range(0, n_rows, size)]


def _list_batches(total: TreeSum) -> Iterator[list[WeightedTree]]:
    """Batches of trees with a bounded number of nodes, for all outputs."""
    batch: list[WeightedTree] = []
    n_nodes = 0
    for part in total.trees:
        batch.append(part)
        n_nodes += len(part.tree.nodes) * len(part.places)
        if n_nodes >= _MOST_NODES:
            yield batch
            batch, n_nodes = [], 0
    if batch:
        yield batch


def _share_pairs(values: Numbers, pairs: Numbers) -> None:
    """Halve what a pair owes to being a pair between its two places, and leave each feature the rest of its value."""
    diagonal = np.arange(values.shape[1])
    for place, own in enumerate(values):
        both = (pairs[place] + pairs[place].transpose(1, 0, 2)) / 2.0
        both[diagonal, diagonal] = 0.0
        both[diagonal, diagonal] = own - both.sum(axis=1)
        pairs[place] = both
