"""Statistics that a grown forest and its training table give together; additive over trees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.trees.binning import CodedTable
from hedgerow.trees.sparse_table import SparseTable
from hedgerow.trees.tree import Forest

_MOST_PAIRED = 4096  # features of a sparse table


@dataclass(frozen=True)
class LocalGains:
    """The gain of splits on each feature for each row; records of different trees merge by addition.

    Parameters
    ----------
    totals : ndarray of shape (n_samples, n_features)
        Sum of the information changes.
    counts : ndarray of shape (n_samples, n_features)
        Number of splits met.
    """

    totals: NDArray[np.floating[Any]]
    counts: NDArray[np.int32]

    def merge(self, other: LocalGains) -> LocalGains:
        """Add the record of other trees."""
        return LocalGains(self.totals + other.totals, self.counts + other.counts)

    def mean(self) -> NDArray[np.floating[Any]]:
        """Average information change, 0 where a row never met the feature (Rogers 2007, eq. 7.24)."""
        zeros = np.zeros_like(self.totals)
        return np.asarray(np.divide(self.totals, self.counts, out=zeros, where=self.counts > 0))


def trace_local_gains(
    forest: Forest, table: CodedTable, y: NDArray[Any], counted: NDArray[np.bool_]
) -> LocalGains:
    """Send rows down the trees and collect the gain of each split for them.

    Parameters
    ----------
    forest : Forest
        Trees grown on the table.
    table : BinnedTable or SparseTable
        The training table.
    y : ndarray of shape (n_samples,)
        Class codes, or values.
    counted : ndarray of bool of shape (n_trees, n_samples)
        Which rows to walk down which tree: those in its bag, or those out of it.

    Returns
    -------
    LocalGains
    """
    _check_rows(counted, forest, table)
    sums = np.zeros((table.n_samples, table.n_features, 2), np.float32)
    attribute(forest, table, y, np.ascontiguousarray(counted, np.uint8), 1, sums=sums)
    return LocalGains(sums[:, :, 0], sums[:, :, 1].astype(np.int32))


def attribute(
    forest: Forest,
    table: CodedTable,
    y: NDArray[Any],
    seen: NDArray[np.uint8],
    wanted: int,
    *,
    donors: NDArray[np.int32] | None = None,
    weights: NDArray[np.float64] | None = None,
    rows: tuple[int, int] | None = None,
    sums: NDArray[np.float32] | None = None,
    changes: NDArray[np.float64] | None = None,
) -> None:
    """Send rows down the trees, and add the gain of each split for them to `sums` and `changes`.

    Parameters
    ----------
    forest : Forest
        Trees grown on the table, or on the table with twins.
    table : BinnedTable or SparseTable
        The training table, without twins.
    y : ndarray of shape (n_samples,)
        Class codes, or values.
    seen : ndarray of uint8 of shape (n_trees, n_samples)
        A mark for each tree and row.
    wanted : int
        The mark of the rows to send.
    donors : ndarray of int32 of shape (n_samples,), default=None
        Where twins take their values from (`BinnedTable.with_twins`); None where the trees know no twins.
    weights : ndarray of shape (n_samples,), default=None
        Weights of the rows in `changes`; None for 1.
    rows : (int, int), default=None
        First row to send, and the one after the last; None for all.
    sums : ndarray of float32 of shape (n_samples, n_features, 2), default=None
        Where to add, for each row and feature, the information that splits took away, and their number.
    changes : ndarray of shape (n_trees, forest.n_features), default=None
        Where to add, for each tree and feature, by how much splits raised the share of a row's class, or lowered its
        squared distance to the mean.
    """
    from hedgerow._kernels.gain_attribution import attribute_changes

    n_samples, n_features, regression = table.n_samples, table.n_features, forest.n_classes == 0
    if forest.n_features != (n_features if donors is None else 2 * n_features):
        raise ValueError(f"the forest has {forest.n_features} features and the table {n_features}")
    if y.shape != (n_samples,):
        raise ValueError(f"y has shape {y.shape}; the table has {n_samples} rows")
    if not regression and not 0 <= y.min() <= y.max() < forest.n_classes:
        raise ValueError(f"class codes must lie in 0, ..., {forest.n_classes - 1}")
    first, last = (0, n_samples) if rows is None else rows
    if not 0 <= first <= last <= n_samples:
        raise ValueError(f"rows={rows} do not lie in 0, ..., {n_samples}")
    donors = np.zeros(n_samples, np.int32) if donors is None else donors
    weights = np.ones(n_samples) if weights is None else weights
    sums = np.empty((0, 0, 2), np.float32) if sums is None else sums
    changes = np.empty((0, 0)) if changes is None else changes
    expected: dict[str, tuple[NDArray[Any], tuple[int, ...]]] = {
        "seen": (seen, (len(forest), n_samples)),
        "donors": (donors, (n_samples,)),
        "weights": (weights, (n_samples,)),
        "sums": (sums, (n_samples, n_features, 2) if sums.size else sums.shape),
        "changes": (changes, (len(forest), forest.n_features) if changes.size else changes.shape),
    }
    for name, (array, shape) in expected.items():
        if array.shape != shape:
            raise ValueError(f"{name} has shape {array.shape}; expected {shape}")
    attribute_changes(
        forest.nodes, np.asarray(forest.values), forest.subsets, forest.starts, forest.word_starts, table.columns(),
        donors, seen, np.uint8(wanted), np.zeros(1, np.int32) if regression else np.ascontiguousarray(y, np.int32),
        np.ascontiguousarray(y, np.float64) if regression else np.zeros(1), weights, regression, first, last, sums,
        changes,
    )  # fmt: skip


def trace_masking(forest: Forest, table: CodedTable, weights: NDArray[Any]) -> NDArray[np.float64]:
    """How far each feature (column) could stand in for the splits on each other one (row), summed over trees.

    Parameters
    ----------
    forest : Forest
        Trees grown on the table.
    table : BinnedTable or SparseTable
        The training table.
    weights : ndarray of shape (n_trees, n_samples)
        The weights each tree was grown with.

    Returns
    -------
    ndarray of shape (n_features, n_features)
        Sum over splits of the weighted gain times the association of the best surrogate cut; additive over trees.
    """
    from hedgerow._kernels.pair_tracing import trace_surrogates

    _check_rows(weights, forest, table)
    codes = table.codes
    if isinstance(table, SparseTable):  # pairs of features take more memory than a narrow table spelt out
        if table.n_features > _MOST_PAIRED:
            raise ValueError(
                f"masking compares all pairs of features, and {table.n_features} of a sparse table are too many for "
                f"that; keep at most {_MOST_PAIRED}, such as those that a selector finds"
            )
        codes = table.spell_out(np.arange(table.n_samples), np.arange(table.n_features))
    masking = np.zeros((table.n_features, table.n_features))
    trace_surrogates(
        forest.nodes, forest.subsets, forest.starts, forest.word_starts, codes,
        np.ascontiguousarray(weights, np.float32), masking,
    )  # fmt: skip
    return masking


def _check_rows(per_tree: NDArray[Any], forest: Forest, table: CodedTable) -> None:
    if forest.n_features != table.n_features:
        raise ValueError(f"the forest has {forest.n_features} features and the table {table.n_features}")
    if per_tree.shape != (len(forest), table.n_samples):
        raise ValueError(
            f"expected one line per tree and one entry per row, {(len(forest), table.n_samples)}; got {per_tree.shape}"
        )
