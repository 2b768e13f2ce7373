"""Forests grown beside shuffled twins of their features, and what they tell about the features."""

from __future__ import annotations

import itertools
from contextlib import closing
from dataclasses import dataclass, replace
from numbers import Integral
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from hedgerow.foundation.cached_property import cached_property
from hedgerow.foundation.progress import Progress
from hedgerow.foundation.seeds import Stream
from hedgerow.foundation.threads import count_threads, map_in_threads
from hedgerow.relevance.summary import GainMoments
from hedgerow.resampling.resampling import IndependentResampling
from hedgerow.trees.binning import CodedTable
from hedgerow.trees.grower import TreeGrower
from hedgerow.trees.statistics import attribute
from hedgerow.trees.tree import Forest

N_BLOCKS = 25  # shuffles; as many observations of what chance does to a column
_MOST_NODES = 250
_ABSENT, _SEEN = 0, 1


def shape_trees(template: Any, n_samples: int) -> Any:
    """Give a tree the shape that finds most beside twins, within a random forest's time.

    It tries the square root of the number of features and twins at a node, since one feature at a time rarely sees what
    only two together tell; and it leaves nodes of less than 1/250 of the rows alone, which cost time and tell nothing.

    Examples
    --------
    >>> from hedgerow import DecisionTreeClassifier
    >>> shape_trees(DecisionTreeClassifier(), 1000)
    DecisionTreeClassifier(max_features='sqrt', min_samples_split=4)
    """
    return clone(template).set_params(max_features="sqrt", min_samples_split=max(2, n_samples // _MOST_NODES))


@dataclass(frozen=True, eq=False)
class Block:
    """Trees that share one shuffle of the twins.

    Parameters
    ----------
    forest : Forest
        The trees; their features are those of the table, then the twins.
    donors : ndarray of int32 of shape (n_samples,)
        The row from which each row's twins take their values.
    in_bag : ndarray of uint8 of shape (n_trees, ceil(n_samples / 8))
        Packed bits, whether a tree has seen a row.
    gains : GainMoments
        Out-of-bag gain of the splits on each feature, on average over the rows that a tree was not fitted on.
    """

    forest: Forest
    donors: NDArray[np.int32]
    in_bag: NDArray[np.uint8]
    gains: GainMoments


@dataclass(frozen=True, eq=False)
class Evaluation:
    """A forest in blocks, with the table and the target it was grown on.

    Parameters
    ----------
    prepared : TreeGrower
        Table and target.
    blocks : tuple of Block
        The trees.
    weights : ndarray of shape (n_samples,)
        Weights of the rows.
    """

    prepared: TreeGrower
    blocks: tuple[Block, ...]
    weights: NDArray[np.float64]

    def check_loaded(self) -> None:
        """Check the blocks of a file, since kernels take the rows of twins without looking twice.

        Raises
        ------
        ValueError
            If a twin takes its value from a row that is not there.
        """
        n_samples = self.table.n_samples
        for block in self.blocks:
            donors = block.donors
            if donors.shape != (n_samples,) or not ((donors >= 0) & (donors < n_samples)).all():
                raise ValueError("these are not trees beside twins: a donor is not among the rows")

    @property
    def table(self) -> CodedTable:
        """The features without their twins."""
        return self.prepared.table

    @cached_property
    def forest(self) -> Forest:
        """All trees."""
        return Forest.join([block.forest for block in self.blocks])

    @property
    def gains(self) -> tuple[GainMoments, ...]:
        """Out-of-bag gain of each feature and twin, block by block."""
        return tuple(block.gains for block in self.blocks)

    def trace(
        self, rows: Literal["in_bag", "out_of_bag"], n_jobs: int | None = None
    ) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
        """Average information change of each row by each feature, and the number of splits behind it.

        Parameters
        ----------
        rows : {"in_bag", "out_of_bag"}
            Whether to walk a row down the trees that have seen it, or down the others.
        n_jobs : int or None, default=None
            Threads; they share the rows.

        Returns
        -------
        values, counts : ndarray of shape (n_samples, n_features)
        """
        shape = (self.table.n_samples, self.table.n_features)
        sums = np.zeros((*shape, 2), np.float32)
        wanted = _SEEN if rows == "in_bag" else _ABSENT
        bounds = np.linspace(0, shape[0], count_threads(n_jobs) + 1).astype(int)
        calls = [(self, wanted, first, last, sums) for first, last in itertools.pairwise(bounds)]
        for _ in map_in_threads(_trace_rows, calls, n_jobs):
            pass
        totals, counts = sums[:, :, 0], sums[:, :, 1].astype(np.int32)
        return np.divide(totals, counts, out=np.zeros(shape, np.float32), where=counts > 0), counts


def evaluate(
    prepared: TreeGrower,
    resampling: IndependentResampling,
    seeds: NDArray[np.uint64],
    *,
    sample_weight: NDArray[np.float64] | None = None,
    twins: bool = True,
    n_jobs: int | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """Grow a forest, each tree beside shuffled twins of all features, and test it on its out-of-bag rows.

    All twins of a block are shuffled alike: features that go together have twins that go together, and compete alike.

    Parameters
    ----------
    prepared : TreeGrower
        Table, target and the tree to grow.
    resampling : IndependentResampling
        Which rows a tree sees.
    seeds : ndarray of shape (n_trees, 4)
        The randomness of each tree, from `draw_seeds`.
    sample_weight : ndarray of shape (n_samples,), default=None
        Weights of the rows.
    twins : bool, default=True
        Whether to add the twins.
    n_jobs : int or None, default=None
        Threads; they share the blocks.
    progress : Progress or None, default=None
        Told how many trees are done.

    Returns
    -------
    Evaluation
    """
    weights = np.ones(prepared.table.n_samples) if sample_weight is None else sample_weight
    parts = np.array_split(seeds, max(1, min(N_BLOCKS, len(seeds) // 2)))
    calls = ((prepared, resampling, part, sample_weight, weights, twins) for part in parts)
    blocks = []
    with closing(map_in_threads(_grow_block, calls, n_jobs)) as stream:  # Ctrl-C may come between two blocks
        for block in stream:
            blocks.append(block)
            if progress is not None:
                progress.advance(len(block.forest))
    return Evaluation(prepared, tuple(blocks), weights)


def _grow_block(
    prepared: TreeGrower,
    resampling: IndependentResampling,
    seeds: NDArray[np.uint64],
    sample_weight: NDArray[np.float64] | None,
    weights: NDArray[np.float64],
    twins: bool,
) -> Block:
    table = prepared.table
    donors = np.arange(table.n_samples, dtype=np.int32)
    if twins:
        donors = np.random.default_rng(int(seeds[0, Stream.FEATURES])).permutation(donors)
        prepared = replace(prepared, table=table.with_twins(donors))
    draws: NDArray[Any] = np.stack(
        [resampling.draw(int(seed), table.n_samples, sample_weight) for seed in seeds[:, Stream.ROWS]]
    )
    max_features = prepared.template.get_params(deep=False)["max_features"]
    draws_are_splits = isinstance(max_features, Integral) and max_features == 1
    forest = prepared.grow(seeds[:, Stream.LEARNER], draws, note_first=not draws_are_splits).forest
    seen = (draws > 0).astype(np.uint8)
    gains = np.zeros((len(forest), forest.n_features))
    attribute(
        forest,
        table,
        prepared.y,
        seen,
        _ABSENT,
        donors=donors if twins else None,
        weights=weights,
        changes=gains,
    )
    unseen = np.maximum(weights.sum() - seen @ weights, np.finfo(float).tiny)
    used = np.unique(forest.nodes["feature"])
    used = used[used >= 0].astype(np.intp)
    gains[:, used] /= unseen[:, None]
    return Block(forest, donors, np.packbits(seen, axis=1), GainMoments.of(gains, used))


def _trace_rows(
    evaluation: Evaluation,
    wanted: int,
    first: int,
    last: int,
    sums: NDArray[np.float32],
) -> None:
    table = evaluation.table
    for block in evaluation.blocks:
        seen = np.unpackbits(block.in_bag, axis=1, count=table.n_samples)
        attribute(
            block.forest,
            table,
            evaluation.prepared.y,
            seen,
            wanted,
            donors=block.donors if block.forest.n_features > table.n_features else None,
            rows=(first, last),
            sums=sums,
        )
