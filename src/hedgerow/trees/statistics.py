"""Statistics that a grown forest and its training table give together; additive over trees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow._kernels.loading import load_kernel
from hedgerow.trees.binning import BinnedTable
from hedgerow.trees.tree import Forest


@dataclass(frozen=True)
class LocalGains:
    """How much splits on each feature taught about each row; records of different trees merge by addition.

    Parameters
    ----------
    totals : ndarray of shape (n_samples, n_features)
        Sum of the information changes.
    counts : ndarray of shape (n_samples, n_features)
        Number of splits met.
    """

    totals: NDArray[np.float64]
    counts: NDArray[np.int32]

    def merge(self, other: LocalGains) -> LocalGains:
        """Add the record of other trees."""
        return LocalGains(self.totals + other.totals, self.counts + other.counts)

    def mean(self) -> NDArray[np.float64]:
        """Average information change, 0 where a row never met the feature (Rogers 2007, eq. 7.24)."""
        return np.divide(self.totals, self.counts, out=np.zeros_like(self.totals), where=self.counts > 0)


def trace_local_gains(
    forest: Forest, table: BinnedTable, y: NDArray[Any], counted: NDArray[np.bool_]
) -> LocalGains:
    """Walk rows down the trees and collect what each split taught about them.

    Parameters
    ----------
    forest : Forest
        Trees grown on the table.
    table : BinnedTable
        The training table.
    y : ndarray of shape (n_samples,)
        Class codes, or values.
    counted : ndarray of bool of shape (n_trees, n_samples)
        Which rows to walk down which tree: those in its bag, or those out of it.

    Returns
    -------
    LocalGains
    """
    trace_gains = load_kernel("tracing", "trace_gains")

    _check_rows(counted, forest, table)
    totals = np.zeros((table.n_samples, table.n_features))
    counts = np.zeros((table.n_samples, table.n_features), np.int32)
    regression = forest.n_classes == 0
    if y.shape != (table.n_samples,):
        raise ValueError(f"y has shape {y.shape}; the table has {table.n_samples} rows")
    if not regression and not 0 <= y.min() <= y.max() < forest.n_classes:
        raise ValueError(f"class codes must lie in 0, ..., {forest.n_classes - 1}")
    labels = np.zeros(1, np.int32) if regression else np.ascontiguousarray(y, np.int32)
    targets = np.ascontiguousarray(y, np.float64) if regression else np.zeros(1)
    trace_gains(
        forest.nodes, forest.values, forest.subsets, forest.starts, forest.word_starts, table.codes,
        np.ascontiguousarray(counted, np.uint8), labels, targets, regression, totals, counts,
    )  # fmt: skip
    return LocalGains(totals, counts)


def trace_masking(forest: Forest, table: BinnedTable, weights: NDArray[Any]) -> NDArray[np.float64]:
    """How far each feature (column) could stand in for the splits on each other one (row), summed over trees.

    Parameters
    ----------
    forest : Forest
        Trees grown on the table.
    table : BinnedTable
        The training table.
    weights : ndarray of shape (n_trees, n_samples)
        The weights each tree was grown with.

    Returns
    -------
    ndarray of shape (n_features, n_features)
        Sum over splits of the weighted gain times the association of the best surrogate cut; additive over trees.
    """
    trace_surrogates = load_kernel("tracing", "trace_surrogates")

    _check_rows(weights, forest, table)
    masking = np.zeros((table.n_features, table.n_features))
    trace_surrogates(
        forest.nodes, forest.subsets, forest.starts, forest.word_starts, table.codes,
        np.ascontiguousarray(weights, np.float32), masking,
    )  # fmt: skip
    return masking


def _check_rows(per_tree: NDArray[Any], forest: Forest, table: BinnedTable) -> None:
    if forest.n_features != table.n_features:
        raise ValueError(f"the forest has {forest.n_features} features and the table {table.n_features}")
    if per_tree.shape != (len(forest), table.n_samples):
        raise ValueError(
            f"expected one line per tree and one entry per row, {(len(forest), table.n_samples)}; got {per_tree.shape}"
        )
