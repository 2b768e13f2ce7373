"""Artificial contrasts: forests that split by rows out of the bag, grown again and again with fresh ones; a test."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr

from hedgerow.foundation.progress import Progress
from hedgerow.foundation.threads import map_in_threads
from hedgerow.resampling import Bootstrap
from hedgerow.trees.binning import BinnedTable
from hedgerow.trees.rules import count_features

MOST_CODES = 255  # and one more for missing values
_MISSING_RANK = 65_535
SmallNodes = Literal["stop", "in_bag"]
_MOST_CELLS = 2**22  # weights of the rows for some trees, 32 MiB


@dataclass(frozen=True, eq=False)
class CodedTable:
    """Columns as codes of eight bits, which contrast forests read.

    A column of more than 255 distinct values is cut at its quantiles; of a category of more than 255 labels the 254
    most frequent keep a code of their own. Missing values have the code 255.

    Parameters
    ----------
    codes : ndarray of uint8 of shape (n_features, n_samples)
        The codes; columns of the table are rows here.
    traits : ndarray of int32 of shape (n_features, 2)
        Number of codes, and whether they are categories.

    Examples
    --------
    >>> table = CodedTable.from_matrix(np.array([[0.5], [7.0], [np.nan], [0.5]]), np.array([False]))
    >>> table.codes
    array([[  0,   1, 255,   0]], dtype=uint8)
    """

    codes: NDArray[np.uint8]
    traits: NDArray[np.int32]

    @classmethod
    def from_matrix(cls, X: NDArray[np.floating[Any]], is_categorical: NDArray[np.bool_]) -> Self:
        """Code the columns of a matrix; NaN is missing, and categories are codes 0, 1, ... already."""
        ranks = BinnedTable.from_matrix(X, is_categorical).codes
        codes = np.empty(ranks.shape, np.uint8)
        traits = np.empty((ranks.shape[0], 2), np.int32)
        for feature, is_category in enumerate(is_categorical):
            codes[feature], n_codes = _shorten(ranks[feature], bool(is_category))
            traits[feature] = n_codes, is_category
        return cls(codes, traits)

    @property
    def n_features(self) -> int:
        """Number of columns."""
        return int(self.codes.shape[0])

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return int(self.codes.shape[1])

    def take(self, columns: NDArray[Any]) -> Self:
        """Some of the columns."""
        return type(self)(self.codes[columns], self.traits[columns])

    def with_contrasts(self, generator: np.random.Generator) -> Self:
        """The columns, followed by a copy of each whose rows are shuffled on their own."""
        contrasts = generator.permuted(self.codes, axis=1)
        return type(self)(np.concatenate([self.codes, contrasts]), np.concatenate([self.traits] * 2))


def _shorten(ranks: NDArray[np.uint16], is_category: bool) -> tuple[NDArray[np.uint8], int]:
    """Ranks in eight bits, and how many there are."""
    missing = ranks == _MISSING_RANK
    counts = np.bincount(ranks[~missing])
    if counts.size <= MOST_CODES:
        short = np.arange(counts.size)
    elif is_category:
        frequent = np.argsort(-counts, kind="stable")[: MOST_CODES - 1]
        short = np.full(counts.size, MOST_CODES - 1)
        short[frequent] = np.arange(frequent.size)
    else:
        middle = np.cumsum(counts) - 0.5 * counts
        _, short = np.unique((middle * (MOST_CODES / counts.sum())).astype(np.intp), return_inverse=True)
    codes = np.full(ranks.size, MOST_CODES, np.uint8)
    codes[~missing] = short[ranks[~missing]]
    return codes, int(short.max(initial=-1)) + 1


class Replicates(NamedTuple):
    """Importances of many forests, one after the other along the first axis.

    `importances` has a column for each feature and, after them, for each contrast. `masking[r, i, j]` says how far
    column j could stand in for feature i; it has no lines where it was not asked for.
    """

    importances: NDArray[np.float64]
    masking: NDArray[np.float64]


@dataclass(frozen=True)
class ContrastForest:
    """How a forest grows that evaluates its splits out of bag.

    Each node finds the best cut of some features on the rows in the bag, and takes the feature whose cut lowers the
    impurity most on the rows out of it: many values make a cut look good only where it was found.

    Parameters
    ----------
    n_estimators : int
        Number of trees.
    max_features : int, float, str or None
        How many of the columns a node tries.
    min_oob : int
        Fewest rows out of bag that can judge.
    small_nodes : {"stop", "in_bag"}
        What a node with fewer of them does: become a leaf, or judge in the bag.
    node_weight : bool
        Whether a gain counts by the node's share of the rows, as in CART.
    """

    n_estimators: int = 50
    max_features: int | float | str | None = "sqrt"
    min_oob: int = 5
    small_nodes: SmallNodes = "stop"
    node_weight: bool = True

    def grow(
        self,
        table: CodedTable,
        targets: NDArray[np.float64],
        weights: NDArray[np.float64] | None,
        generator: np.random.Generator,
        n_masking: int = 0,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Grow the forest and return what its splits gained, per tree.

        Parameters
        ----------
        table : CodedTable
            The columns.
        targets : ndarray of shape (n_samples, n_outputs)
            The outputs, whose variances are summed.
        weights : ndarray of shape (n_samples,) or None
            Weights of the rows: how likely they are drawn, and how much they judge.
        generator : Generator
            The randomness.
        n_masking : int, default=0
            The masking of how many columns, the first ones, is wanted.

        Returns
        -------
        importances : ndarray of shape (n_columns,)
        masking : ndarray of shape (n_masking, n_columns)
        """
        from hedgerow._kernels.contrast_trees import ContrastRules, grow_contrasts

        if targets.ndim != 2 or targets.shape[0] != table.n_samples or targets.shape[1] < 1:
            raise ValueError(f"targets has shape {targets.shape}; the table has {table.n_samples} rows")
        limits = ContrastRules(
            count_features(self.max_features, table.n_features),
            self.min_oob,
            self.small_nodes == "in_bag",
            self.node_weight,
        )
        importances = np.zeros(table.n_features)
        masking = np.zeros((n_masking, table.n_features))
        row_weights = np.ones(table.n_samples) if weights is None else np.ascontiguousarray(weights)
        seeds = generator.integers(2**63, size=(self.n_estimators, 2), dtype=np.uint64)
        for batch in np.array_split(seeds, -(-seeds.shape[0] * table.n_samples // _MOST_CELLS)):
            in_bag = [Bootstrap().draw(int(seed), table.n_samples, weights) for seed in batch[:, 0]]
            grow_contrasts(
                table.codes, table.traits, np.ascontiguousarray(targets), np.array(in_bag, np.float64), row_weights,
                np.ascontiguousarray(batch[:, 1]), limits, importances, masking,
            )  # fmt: skip
        return importances / self.n_estimators, masking / self.n_estimators


@dataclass(frozen=True, eq=False)
class ContrastGrower:
    """A table of which forests grow, each with fresh contrasts.

    Parameters
    ----------
    table : CodedTable
        The features.
    weights : ndarray of shape (n_samples,) or None
        Weights of the rows.
    forest : ContrastForest
        How each forest grows.
    n_replicates : int
        Number of forests.
    entropy : int
        Where the randomness comes from.
    n_jobs : int or None
        Number of threads.
    verbose : bool
        Whether progress is shown.
    """

    table: CodedTable
    weights: NDArray[np.float64] | None
    forest: ContrastForest
    n_replicates: int
    entropy: int
    n_jobs: int | None = None
    verbose: bool = False

    def grow(
        self,
        targets: NDArray[np.float64],
        columns: NDArray[np.intp],
        key: tuple[int, ...],
        title: str,
        masking: bool = False,
    ) -> Replicates:
        """Grow all replicates on some columns.

        Parameters
        ----------
        targets : ndarray of shape (n_samples, n_outputs)
            The outputs.
        columns : ndarray of int
            The features to look at.
        key : tuple of int
            What the forests are for; another key is other randomness.
        title : str
            What is being done, for the progress bar.
        masking : bool, default=False
            Whether the masking of the features is wanted.

        Returns
        -------
        Replicates
        """
        features = self.table.take(columns)

        def grow_one(replicate: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
            generator = np.random.default_rng((self.entropy, *key, replicate))
            both = features.with_contrasts(generator)
            return self.forest.grow(both, targets, self.weights, generator, columns.size if masking else 0)

        grown = []
        calls = ((replicate,) for replicate in range(self.n_replicates))
        with (
            Progress(self.n_replicates * self.forest.n_estimators, title, verbose=self.verbose) as progress,
            closing(map_in_threads(grow_one, calls, self.n_jobs)) as stream,  # Ctrl-C may come between two
        ):
            for one in stream:
                grown.append(one)
                progress.advance(self.forest.n_estimators)
        importances, maskings = zip(*grown, strict=True)
        return Replicates(np.stack(importances), np.stack(maskings))


def compare_pairs(
    values: NDArray[np.float64], references: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Test over replicates (the first axis) whether values are larger than their references: paired, one-sided.

    t = mean(D) / (sd(D) / sqrt(R)) with R - 1 degrees of freedom, D = values - references. Where all differences are
    the same, the p-value is 0 if they are positive and 1 otherwise.

    Parameters
    ----------
    values, references : ndarray of shape (n_replicates, ...)
        What is compared; shapes broadcast.

    Returns
    -------
    t, p_values : ndarray of shape (...)

    Examples
    --------
    >>> t, p_value = compare_pairs(np.array([5, 6, 5.5, 6.5, 5.8]), np.array([2, 2.5, 1.5, 2.2, 3]))
    >>> print(f"{t:.6f} {p_value:.9f}")
    12.337594 0.000123998
    """
    differences = values - references
    n_replicates = len(differences)
    mean, spread = differences.mean(axis=0), differences.std(axis=0, ddof=1)
    # The spread of equal differences can be off zero by rounding, their range cannot.
    flat = np.ptp(differences, axis=0) == 0.0
    t = np.where(mean > 0.0, np.inf, np.where(mean < 0.0, -np.inf, 0.0))
    np.divide(mean * np.sqrt(n_replicates), spread, out=t, where=~flat)
    return t, np.where(flat, np.where(mean > 0.0, 0.0, 1.0), stdtr(n_replicates - 1, -t))
