"""What a column gains when the labels are shuffled: with its ties, categories, classes, values and weights."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from numpy.random import Generator, RandomState
from numpy.typing import ArrayLike, NDArray
from scipy.special import gammaln

from hedgerow.foundation.constraints import Count, check
from hedgerow.relevance.complexity import entropy_mass

_MOST_NUMBERS = 1 << 20  # of one block of shuffled rows: 8 MiB, which the scores take a few times over


def shuffled_gains(
    x: Any,
    y: Any,
    *,
    n_permutations: int = 1000,
    categorical: bool = False,
    regression: bool = False,
    sample_weight: ArrayLike | None = None,
    random_state: int | Generator | RandomState | None = None,
) -> NDArray[np.float64]:
    """Best gain of a column after each of many shuffles of the labels.

    The mean is what the column would be expected to gain if it were irrelevant, with its own ties; the share of the
    gains that are at least as large as one seen is its p-value. Where the labels have no more than `n_permutations`
    different orders, each order is taken once, and the result is exact.

    Parameters
    ----------
    x : array-like of shape (n_samples,)
        The column within the node. Missing numbers may go to either side of a cut or be parted from all others, as in
        the trees; a missing category is one more category.
    y : array-like of shape (n_samples,)
        The labels, or the targets with `regression`.
    n_permutations : int, default=1000
        How often to shuffle.
    categorical : bool, default=False
        Whether `x` holds categories, which are parted in two groups: the best of all with two classes or regression,
        the best along one order per class with more, as in the trees.
    regression : bool, default=False
        Whether the gain is the reduction of variance instead of information.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows. They are shuffled together with the labels, as the column is what is thought irrelevant; a
        row of weight 2 stays one row, and is not the same as two.
    random_state : int, Generator, RandomState or None, default=None
        The shuffles.

    Returns
    -------
    ndarray of shape (n_shuffles,)
        One per shuffle, or per order of the labels.

    Examples
    --------
    >>> shuffled_gains([0, 0, 1, 1], ["a", "b", "b", "a"])
    array([1., 0., 0., 0., 0., 1.])
    >>> round(float(shuffled_gains(["u", "v", "w"], ["a", "b", "c"], categorical=True).mean()), 4)
    0.9183
    """
    check("n_permutations", n_permutations, Count())
    places, n_groups, has_missing = _group(x, categorical)
    labels, contents = _contents(y, sample_weight, len(places), regression)
    if n_groups + has_missing < 2 or contents.shape[0] < 2:
        return np.zeros(1)
    order = np.argsort(places, kind="stable")
    starts = np.flatnonzero(np.diff(places[order], prepend=-1))
    total = contents.sum(axis=0)
    gains = []
    for rows in _orders(labels, n_permutations, contents.shape[1], random_state):
        sums = np.add.reduceat(contents[rows], starts, axis=1)
        if categorical:
            gains.append(_best_subset(sums, total, regression))
        else:
            gains.append(_best_cut(sums, total, n_groups, regression))
    return np.concatenate(gains)


def _group(x: Any, categorical: bool) -> tuple[NDArray[np.intp], int, bool]:
    """Rank of each row's value, missing ones last; how many values there are, and whether some are missing."""
    column = pd.Series(x)
    if not categorical:
        column = pd.Series(column.to_numpy(dtype=np.float64, na_value=np.nan))
    codes, values = pd.factorize(column, sort=not categorical)
    missing = codes < 0
    return np.where(missing, len(values), codes), len(values), bool(missing.any())


def _contents(
    y: Any, sample_weight: ArrayLike | None, n_rows: int, regression: bool
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Which rows are alike, and what each adds to its side: its weight by class, or weight and weight times target."""
    target = pd.Series(y).reset_index(drop=True)
    if len(target) != n_rows:
        raise ValueError(f"x has {n_rows} rows and y has {len(target)}")
    if target.isna().any():
        raise ValueError("y holds missing values; leave those rows out")
    weights = np.ones(n_rows) if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
    if weights.shape != (n_rows,) or not np.all(weights > 0) or not np.isfinite(weights).all():
        raise ValueError(f"sample_weight must be {n_rows} numbers above 0; leave out rows that weigh nothing")
    if regression:
        values = target.to_numpy(dtype=np.float64)
        if n_rows:
            values = values - np.average(values, weights=weights)
        contents = np.stack([weights, weights * values], axis=1)
    else:
        codes, classes = pd.factorize(target)
        contents = np.zeros((n_rows, len(classes)))
        contents[np.arange(n_rows), codes] = weights
    return np.unique(contents, axis=0, return_inverse=True)[1].reshape(-1), contents


def _orders(
    labels: NDArray[np.intp],
    n_permutations: int,
    width: int,
    random_state: int | Generator | RandomState | None,
) -> Iterator[NDArray[np.intp]]:
    """Blocks of row numbers, one line per order: all different ones where they are few, else random ones."""
    n = labels.size
    block = max(1, _MOST_NUMBERS // (n * width))
    if gammaln(n + 1.0) - gammaln(np.bincount(labels) + 1.0).sum() <= math.log(n_permutations + 0.5):
        first = np.argsort(labels, kind="stable")
        listed = np.array(list(_arrangements(np.sort(labels).tolist())))
        # Rows with one label are alike, so the k-th place of a label takes its k-th row.
        rows = first[np.argsort(np.argsort(listed, axis=1, kind="stable"), axis=1)]
        yield from (rows[start : start + block] for start in range(0, len(rows), block))
        return
    random = (
        random_state
        if isinstance(random_state, Generator | RandomState)
        else np.random.default_rng(random_state)
    )
    for start in range(0, n_permutations, block):
        yield np.stack([random.permutation(n) for _ in range(min(block, n_permutations - start))])


def _arrangements(labels: list[int]) -> Iterator[list[int]]:
    """All different orders of sorted labels, each once, in lexicographic order."""
    while True:
        yield labels.copy()
        turn = len(labels) - 2
        while turn >= 0 and labels[turn] >= labels[turn + 1]:
            turn -= 1
        if turn < 0:
            return
        swap = len(labels) - 1
        while labels[swap] <= labels[turn]:
            swap -= 1
        labels[turn], labels[swap] = labels[swap], labels[turn]
        labels[turn + 1 :] = labels[:turn:-1]


def _gain(left: NDArray[np.float64], total: NDArray[np.float64], regression: bool) -> NDArray[np.float64]:
    """Gain of the split with `left` on one side, (..., contents)."""
    right = total - left
    if regression:
        # The targets are centred, so the node's own mean explains nothing.
        explained = left[..., 1] ** 2 / left[..., 0] + right[..., 1] ** 2 / right[..., 0]
        return np.asarray(explained / total[0])
    # What rounding leaves of an empty class is not negative.
    masses = entropy_mass(left) + entropy_mass(np.maximum(right, 0.0))
    return np.asarray(np.maximum(entropy_mass(total) - masses, 0.0) / total.sum())


def _best_cut(
    sums: NDArray[np.float64], total: NDArray[np.float64], n_values: int, regression: bool
) -> NDArray[np.float64]:
    """Best gain over the cuts between values, for each order; group sums are (orders, groups, contents)."""
    below = np.cumsum(sums[:, :n_values], axis=1)
    lefts = [below[:, :-1]]
    if sums.shape[1] > n_values:
        lefts += [below[:, :-1] + sums[:, n_values:], below[:, -1:]]
    return np.asarray(_gain(np.concatenate(lefts, axis=1), total, regression).max(axis=1))


def _best_subset(
    sums: NDArray[np.float64], total: NDArray[np.float64], regression: bool
) -> NDArray[np.float64]:
    """Best gain over prefixes of the ordered categories (Breiman et al. 1984, theorem 4.5)."""
    best = np.zeros(len(sums))
    wanted = [1] if regression or total.size == 2 else range(total.size)
    weight = sums[:, :, 0] if regression else sums.sum(axis=2)
    for content in wanted:
        order = np.argsort(sums[:, :, content] / weight, axis=1, kind="stable")
        prefixes = np.cumsum(np.take_along_axis(sums, order[:, :, None], axis=1), axis=1)[:, :-1]
        best = np.maximum(best, _gain(prefixes, total, regression).max(axis=1))
    return best
