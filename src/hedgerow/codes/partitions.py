"""Drawing different ways to part the classes in two."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from hedgerow.codes.protocol import CodeMatrix
from hedgerow.codes.validity import canonise, count_bits, has_distinct_rows

MOST_LISTED = 16  # classes; all partitions of more are too many to list, and two draws are hardly ever equal
MAX_TRIES = 100  # draws of a matrix before its rows are parted by construction
MAX_PASSES = 1000  # draws of columns before those found are all that will be


def count_partitions(n_classes: int, *, even: bool = False) -> int:
    """Number of ways to part classes in two sides, which have no names; even: whose sizes differ by one at most.

    Examples
    --------
    >>> count_partitions(4), count_partitions(12, even=True), count_partitions(5, even=True)
    (7, 462, 10)
    """
    if not even:
        return int(2 ** (n_classes - 1) - 1)
    half = comb(n_classes, n_classes // 2)
    return half // 2 if n_classes % 2 == 0 else half


def draw_partitions(
    n_classes: int, n_columns: int, generator: np.random.RandomState, *, even: bool = False
) -> CodeMatrix:
    """Draw different partitions, with different rows where there are enough of them for that.

    Parameters
    ----------
    n_classes, n_columns : int
        At least 2 classes, and at most `count_partitions` columns.
    generator : RandomState
        Where the randomness comes from.
    even : bool, default=False
        Whether both sides have half of the classes.

    Returns
    -------
    ndarray of shape (n_classes, n_columns), int8
        The first class is always on the side -1.

    Examples
    --------
    >>> draw_partitions(3, 3, np.random.RandomState(0)).sum(axis=0).tolist()
    [1, -1, -1]
    """
    parted = n_columns >= count_bits(n_classes)
    for _ in range(MAX_TRIES):
        code = _draw_columns(n_classes, n_columns, generator, even)
        if not parted or has_distinct_rows(code):
            return code
    halves = _halve(n_classes, generator)
    more = _draw_columns(n_classes, n_columns, generator, even)
    is_new = ~np.isin(_name_columns(more), _name_columns(halves))
    return np.hstack([halves, more[:, is_new]])[:, :n_columns]


def _draw_columns(n_classes: int, n_columns: int, generator: np.random.RandomState, even: bool) -> CodeMatrix:
    if n_classes <= MOST_LISTED:
        listed = _list_partitions(n_classes, even)
        return listed[:, generator.permutation(listed.shape[1])[:n_columns]]
    columns = np.empty((n_classes, 0), np.int8)
    for _ in range(MAX_PASSES):
        more = _draw_sides(n_classes, n_columns - columns.shape[1], generator, even)
        columns = np.hstack([columns, more[:, np.ptp(more, axis=0) > 0]])
        columns = columns[:, np.sort(np.unique(_name_columns(columns), return_index=True)[1])]
        if columns.shape[1] == n_columns:
            break
    return columns


def _draw_sides(n_classes: int, n_columns: int, generator: np.random.RandomState, even: bool) -> CodeMatrix:
    if not even:
        return canonise((2 * generator.randint(2, size=(n_classes, n_columns)) - 1).astype(np.int8))
    order = generator.random_sample((n_classes, n_columns)).argsort(axis=0).argsort(axis=0)
    return canonise(np.where(order < n_classes // 2, 1, -1).astype(np.int8))


@lru_cache(maxsize=8)
def _list_partitions(n_classes: int, even: bool) -> CodeMatrix:
    """All partitions, the first class on the side -1."""
    if not even:
        numbers = np.arange(1, 2 ** (n_classes - 1))
        bits = numbers[None] >> np.arange(n_classes)[::-1, None] & 1
        return (2 * bits - 1).astype(np.int8)
    sizes = {n_classes // 2, n_classes - n_classes // 2}
    sides = [side for size in sorted(sizes) for side in combinations(range(1, n_classes), size)]
    code = np.full((n_classes, len(sides)), -1, np.int8)
    for column, side in enumerate(sides):
        code[list(side), column] = 1
    return code


def _halve(n_classes: int, generator: np.random.RandomState) -> CodeMatrix:
    """The fewest columns that part all classes, each as even as can be: every group that is left is cut in half."""
    groups = [generator.permutation(n_classes)]
    columns = []
    for _ in range(count_bits(n_classes)):
        column, halves, surplus = np.empty(n_classes, np.int8), [], 0
        for group in groups:
            # The odd class of a group goes to the side that is behind.
            n_left = (len(group) + (1 if surplus < 0 else 0)) // 2
            surplus += 2 * n_left - len(group)
            column[group[:n_left]], column[group[n_left:]] = 1, -1
            halves += [group[:n_left], group[n_left:]]
        columns.append(column)
        groups = [group for group in halves if len(group)]
    return canonise(np.stack(columns, axis=1))


def _name_columns(code: CodeMatrix) -> NDArray[np.str_]:
    """A name for each column; equal columns have equal names."""
    bits = np.packbits(code.T > 0, axis=1)
    return np.array([row.tobytes().hex() for row in bits])
