"""Out-of-bag permutation importance of the features of a forest (Breiman 2001)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.threads import map_in_threads
from hedgerow.trees.binning import CodedTable
from hedgerow.trees.sparse_table import SparseTable
from hedgerow.trees.tree import Forest

if TYPE_CHECKING:
    import pandas as pd

_MOST_CELLS = 2**23  # 64 MiB of shifted answers at a time
_N_STRETCHES = 4  # of the rows, so few repeats keep many threads busy
Part = tuple[Forest, NDArray[np.uint8], NDArray[np.int32] | None]


@dataclass(frozen=True)
class PermutationImportance:
    """What shuffling a feature costs a forest on rows its trees were not fitted on.

    Parameters
    ----------
    names : tuple of str
        The features.
    importances : ndarray of shape (n_features, n_repeats)
        Score lost in each repeat: accuracy, or R^2.
    baseline : float
        Out-of-bag score with nothing shuffled.
    """

    names: tuple[str, ...]
    importances: NDArray[np.float64]
    baseline: float

    @property
    def importances_mean(self) -> NDArray[np.float64]:
        """Mean over the repeats."""
        return np.asarray(self.importances.mean(axis=1))

    @property
    def importances_std(self) -> NDArray[np.float64]:
        """Standard deviation over the repeats."""
        return np.asarray(self.importances.std(axis=1))

    def frame(self) -> pd.DataFrame:
        """One row per feature, in the order of the table: ``feature``, ``importance`` and ``spread``."""
        import pandas as pd

        return pd.DataFrame(
            {"feature": self.names, "importance": self.importances_mean, "spread": self.importances_std}
        )


def permute_out_of_bag(
    forest: Forest,
    table: CodedTable,
    y: NDArray[Any],
    in_bag: NDArray[np.bool_],
    *,
    names: Sequence[str],
    n_repeats: int,
    seed: int,
    n_jobs: int | None = None,
) -> PermutationImportance:
    """Shuffle each feature in turn and score the out-of-bag answers of the whole forest.

    One permutation of the rows serves all features of a repeat. Each row is answered by the trees that were not fitted
    on it, all together; the thesis compares these ensemble answers, not those of single trees.

    Parameters
    ----------
    forest : Forest
        The trees.
    table : BinnedTable or SparseTable
        The training table.
    y : ndarray of shape (n_samples,)
        Class codes, or values.
    in_bag : ndarray of bool of shape (n_trees, n_samples)
        Which rows each tree has seen.
    names : sequence of str
        The features.
    n_repeats : int
        Number of permutations.
    seed : int
        Their randomness.
    n_jobs : int or None, default=None
        Threads; they share the repeats and the rows.

    Returns
    -------
    PermutationImportance
    """
    if forest.n_features != table.n_features or in_bag.shape != (len(forest), table.n_samples):
        raise ValueError(
            f"forest, table and in_bag do not fit: {len(forest)} trees on {forest.n_features} features, a table of "
            f"{table.n_samples} x {table.n_features}, in_bag of shape {in_bag.shape}"
        )
    part = (forest, np.ascontiguousarray(in_bag, np.uint8), None)
    return permute_parts([part], table, y, names=names, n_repeats=n_repeats, seed=seed, n_jobs=n_jobs)


def permute_parts(
    parts: Sequence[Part],
    table: CodedTable,
    y: NDArray[Any],
    *,
    names: Sequence[str],
    n_repeats: int,
    seed: int,
    n_jobs: int | None = None,
) -> PermutationImportance:
    """Do the same for a forest in parts, each grown beside twins of its own, which are left alone.

    Parameters
    ----------
    parts : sequence of (Forest, ndarray of uint8, ndarray of int32 or None)
        Trees; which rows each of them has seen; the rows that their twins take values from (`BinnedTable.with_twins`),
        or None without twins.
    table : BinnedTable or SparseTable
        The training table, without twins.
    y, names, n_repeats, seed, n_jobs
        As for `permute_out_of_bag`.

    Returns
    -------
    PermutationImportance
    """
    n_samples, n_classes = table.n_samples, parts[0][0].n_classes
    n_trees = np.sum([(in_bag == 0).sum(axis=0) for _, in_bag, _ in parts], axis=0)
    covered = n_trees > 0
    if not covered.any():
        raise ValueError("every tree was fitted on every row; grow the forest with bootstrap=True")
    shuffles = [
        np.random.default_rng(child).permutation(n_samples).astype(np.int32)
        for child in np.random.SeedSequence(seed).spawn(n_repeats)
    ]
    width = max(_find_used(parts, table).size, 1) * max(n_classes, 1)
    size = max(1, min(_MOST_CELLS // width, -(-n_samples // _N_STRETCHES)))
    stretches = [(first, min(first + size, n_samples)) for first in range(0, n_samples, size)]
    calls = [(parts, table, y, n_trees, donors, *rows) for donors in shuffles for rows in stretches]
    tallies = np.stack(list(map_in_threads(_tally_rows, calls, n_jobs)))
    scores = _score(tallies.reshape(n_repeats, len(stretches), -1).sum(axis=1), y[covered], n_classes)
    losses = scores[:, -1:] - scores[:, :-1]
    return PermutationImportance(
        tuple(str(name) for name in names), np.ascontiguousarray(losses.T), float(scores[0, -1])
    )


def _tally_rows(
    parts: Sequence[Part],
    table: CodedTable,
    y: NDArray[Any],
    n_trees: NDArray[np.intp],
    donors: NDArray[np.int32],
    first: int,
    last: int,
) -> NDArray[np.float64]:
    """What is right, or how far off, in a stretch of the rows: with each feature shuffled, and at last with none."""
    from hedgerow._kernels.permutation_shifts import shift_answers

    n_classes, n_rows, width = parts[0][0].n_classes, last - first, max(parts[0][0].n_classes, 1)
    used = _find_used(parts, table)
    answers, shifts = np.zeros((n_rows, width)), np.zeros((used.size, n_rows, width))
    for forest, seen, twin_donors in parts:
        nodes = forest.nodes
        if isinstance(table, SparseTable):
            nodes, codes = _spell_out_used(forest, table, used, twin_donors, donors, first, last)
            in_bag, begin, end = np.ascontiguousarray(seen[:, first:last]), 0, n_rows
            takes = np.arange(n_rows, 2 * n_rows, dtype=np.int32)
        else:
            codes = (table if twin_donors is None else table.with_twins(twin_donors)).codes
            in_bag, takes, begin, end = seen, donors, first, last
        shift_answers(
            nodes, np.asarray(forest.values), forest.subsets, forest.starts, forest.word_starts, codes, in_bag,
            takes, begin, end, n_classes == 0, answers, shifts,
        )  # fmt: skip
    shifts += answers
    covered = n_trees[first:last] > 0
    truth, n_voting = y[first:last][covered], n_trees[first:last][covered]
    shifted, plain = (
        _tally(each[:, covered], n_voting, truth, n_classes) for each in (shifts, answers[None])
    )
    tallies = np.repeat(plain, table.n_features + 1)
    tallies[used] = shifted
    return tallies


def _find_used(parts: Sequence[Part], table: CodedTable) -> NDArray[np.intp]:
    """The features whose shuffling is looked at: of a sparse table those alone that a tree asks for."""
    if not isinstance(table, SparseTable):
        return np.arange(table.n_features)
    asked = np.unique(np.concatenate([forest.nodes["feature"] for forest, _, _ in parts]))
    return asked[(asked >= 0) & (asked < table.n_features)].astype(np.intp)


def _spell_out_used(
    forest: Forest,
    table: SparseTable,
    used: NDArray[np.intp],
    twin_donors: NDArray[np.int32] | None,
    donors: NDArray[np.int32],
    first: int,
    last: int,
) -> tuple[NDArray[Any], NDArray[np.uint16]]:
    """Nodes and codes in a small dense table: the rows of a stretch, then their donors; used features, then twins."""
    rows = np.concatenate([np.arange(first, last), donors[first:last]])
    codes, places = table.spell_out(rows, used), np.full(2 * table.n_features + 1, -1, np.int32)
    places[used] = np.arange(used.size)
    if twin_donors is not None:
        asked = np.unique(forest.nodes["feature"])
        twins = (asked[asked >= table.n_features] - table.n_features).astype(np.intp)
        places[table.n_features + twins] = used.size + np.arange(twins.size)
        codes = np.concatenate([codes, table.spell_out(twin_donors[rows], twins)])
    nodes = forest.nodes.copy()
    nodes["feature"] = places[nodes["feature"]]  # a leaf, -1, finds the last entry
    return nodes, codes


def _tally(
    answers: NDArray[np.float64], n_trees: NDArray[np.intp], y: NDArray[Any], n_classes: int
) -> NDArray[np.float64]:
    """How many answers of each set are right (rounding cannot decide a tie), or their summed squared errors."""
    if n_classes:
        tied = answers >= answers.max(axis=2, keepdims=True) - 1e-9
        return np.asarray((tied.argmax(axis=2) == y).sum(axis=1), dtype=np.float64)
    return np.asarray(((y - answers[:, :, 0] / n_trees) ** 2).sum(axis=1))


def _score(tallies: NDArray[np.float64], y: NDArray[Any], n_classes: int) -> NDArray[np.float64]:
    """Accuracy, or R^2."""
    if n_classes:
        return tallies / y.size
    return np.asarray(1.0 - tallies / max(((y - y.mean()) ** 2).sum(), 1e-300))
