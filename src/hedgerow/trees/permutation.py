"""Out-of-bag permutation importance of the features of a forest (Breiman 2001)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hedgerow._kernels.loading import load_kernel
from hedgerow._kernels.threads import map_in_threads
from hedgerow.trees.binning import BinnedTable
from hedgerow.trees.tree import Forest

if TYPE_CHECKING:
    import pandas as pd

_MOST_CELLS = 2**23  # 64 MiB of shifted answers at a time
Part = tuple[Forest, NDArray[np.uint8], NDArray[np.int32] | None]


@dataclass(frozen=True)
class PermutationImportance:
    """What shuffling a feature costs a forest on rows its trees have not seen.

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
    table: BinnedTable,
    y: NDArray[Any],
    in_bag: NDArray[np.bool_],
    *,
    names: Sequence[str],
    n_repeats: int,
    seed: int,
    n_jobs: int | None = None,
) -> PermutationImportance:
    """Shuffle each feature in turn and score the out-of-bag answers of the whole forest.

    One permutation of the rows serves all features of a repeat. Each row is answered by the trees that have not seen
    it, all together; the thesis compares these ensemble answers, not those of single trees.

    Parameters
    ----------
    forest : Forest
        The trees.
    table : BinnedTable
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
        Threads; they share the repeats.

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
    table: BinnedTable,
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
    table : BinnedTable
        The training table, without twins.
    y, names, n_repeats, seed, n_jobs
        As for `permute_out_of_bag`.

    Returns
    -------
    PermutationImportance
    """
    seeds = np.random.SeedSequence(seed).spawn(n_repeats)
    calls = [(parts, table, y, np.random.default_rng(child)) for child in seeds]
    results = list(map_in_threads(_repeat, calls, n_jobs))
    importances = np.stack([losses for losses, _ in results], axis=1)
    return PermutationImportance(tuple(str(name) for name in names), importances, results[0][1])


def _repeat(
    parts: Sequence[Part], table: BinnedTable, y: NDArray[Any], generator: np.random.Generator
) -> tuple[NDArray[np.float64], float]:
    """Score lost by each feature under one permutation, and the score with nothing shuffled."""
    shift_answers = load_kernel("permuting", "shift_answers")

    n_samples, n_features, n_classes = table.n_samples, table.n_features, parts[0][0].n_classes
    width = max(n_classes, 1)
    donors = generator.permutation(n_samples).astype(np.int32)
    n_trees = np.sum([(in_bag == 0).sum(axis=0) for _, in_bag, _ in parts], axis=0)
    covered = n_trees > 0
    if not covered.any():
        raise ValueError("every tree has seen every row; grow the forest with bootstrap=True")
    losses = np.empty(n_features)
    size = max(1, _MOST_CELLS // (n_samples * width))
    baseline = 0.0
    for first in range(0, n_features, size):
        last = min(first + size, n_features)
        answers, shifts = np.zeros((n_samples, width)), np.zeros((last - first, n_samples, width))
        for forest, in_bag, twin_donors in parts:
            codes = (table if twin_donors is None else table.with_twins(twin_donors)).codes
            shift_answers(
                forest.nodes, forest.values, forest.subsets, forest.starts, forest.word_starts, codes, in_bag,
                donors, first, last, n_classes == 0, answers, shifts,
            )  # fmt: skip
        shifts += answers
        baseline = float(_score(answers[None, covered], n_trees[covered], y[covered], n_classes)[0])
        losses[first:last] = baseline - _score(shifts[:, covered], n_trees[covered], y[covered], n_classes)
    return losses, baseline


def _score(
    answers: NDArray[np.float64], n_trees: NDArray[np.intp], y: NDArray[Any], n_classes: int
) -> NDArray[np.float64]:
    """Accuracy of each set of summed class shares (rounding cannot decide a tie), or R^2 of summed values."""
    if n_classes:
        tied = answers >= answers.max(axis=2, keepdims=True) - 1e-9
        return np.asarray((tied.argmax(axis=2) == y).mean(axis=1))
    residuals = y - answers[:, :, 0] / n_trees
    return np.asarray(1.0 - (residuals**2).sum(axis=1) / max(((y - y.mean()) ** 2).sum(), 1e-300))
