"""Elimination: of the first and the last class on a list the loser is struck off, until one is left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Duel = Callable[[int, int, NDArray[np.intp]], NDArray[np.bool_]]
"""Called as ``duel(first, second, rows)`` with first < second: for which of these rows does the first class win?"""


def eliminate(duel: Duel, order: ArrayLike, n_rows: int) -> NDArray[np.intp]:
    """Find the class of each row by duels, K - 1 of them for K classes.

    All rows begin with the whole list. In each of K - 1 rounds the first and the last class on a row's list meet, and
    the loser is struck off: a walk down a directed acyclic graph of decisions (DDAG). What is left is the answer. It
    may depend on the order where wins are cyclic; a class that beats every other one is always found.

    Parameters
    ----------
    duel : callable
        ``duel(first, second, rows)`` says for which rows the class `first` beats `second`; `first` is the lower code
        of the two. Each pair is asked at most once a round, about the rows that have come to it.
    order : array-like of shape (n_classes,)
        The list, of class codes.
    n_rows : int
        Number of rows.

    Returns
    -------
    ndarray of shape (n_rows,)
        The class code of each row.

    References
    ----------
    J. Platt, N. Cristianini and J. Shawe-Taylor, "Large margin DAGs for multiclass classification", NIPS (2000).

    Examples
    --------
    >>> winners = {(0, 1): 0, (0, 2): 2, (1, 2): 1}  # 0 beats 1 beats 2 beats 0
    >>> def duel(first, second, rows):
    ...     return np.full(rows.size, winners[first, second] == first)
    >>> eliminate(duel, order=[0, 1, 2], n_rows=1), eliminate(duel, order=[1, 2, 0], n_rows=1)
    (array([1]), array([2]))
    """
    classes = np.asarray(order, np.intp)
    if classes.ndim != 1 or not classes.size or np.unique(classes).size != classes.size:
        raise ValueError(f"order={order!r} is not a list of different classes; name each class once")
    # A list is a stretch of `order`. After as many rounds all lists are equally long, so the start tells them apart:
    #   order   c0 c1 c2 c3      round 1: [c0 .. c3]   round 2: [c0 .. c2] or [c1 .. c3]   ...
    start = np.zeros(n_rows, np.intp)
    for reach in range(classes.size - 1, 0, -1) if n_rows else ():
        by_start = np.argsort(start, kind="stable")
        starts, firsts = np.unique(start[by_start], return_index=True)
        for head, rows in zip(starts, np.split(by_start, firsts[1:]), strict=True):
            early, late = int(classes[head]), int(classes[head + reach])
            lower_wins = duel(min(early, late), max(early, late), rows)
            start[rows] += lower_wins if late < early else ~lower_wins
    return classes[start]


def read_order(order: Any, classes: NDArray[Any]) -> NDArray[np.intp]:
    """Class codes in the order of the given labels.

    Parameters
    ----------
    order : array-like of shape (n_classes,) or None
        All class labels, each once; None for the order of `classes`.
    classes : ndarray of shape (n_classes,)
        The labels, sorted.

    Returns
    -------
    ndarray of shape (n_classes,)

    Examples
    --------
    >>> read_order(["b", "c", "a"], np.array(["a", "b", "c"]))
    array([1, 2, 0])
    """
    if order is None:
        return np.arange(len(classes))
    labels = np.asarray(order)
    if labels.ndim != 1 or not np.array_equal(np.sort(labels), classes):
        raise ValueError(f"order={order!r} does not name each class once; the classes are {classes.tolist()}")
    return np.asarray(np.searchsorted(classes, labels))
