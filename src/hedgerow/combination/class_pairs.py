"""From every pair of classes to all of them: by elimination, or by the probabilities that agree best with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, softmax

Duel = Callable[[int, int, NDArray[np.intp]], NDArray[np.bool_]]
"""Called as ``duel(first, second, rows)`` with first < second: for which of these rows does the first class win?"""
_SURE = 1e-7  # pairs are kept as far as this from certainty, where there would be no answer
_STILL = 1e-12  # change of a probability at which a row is done
_MOST_STEPS = 100
_MOST_HALVINGS = 30


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


def couple_pairs(pairs: ArrayLike, pair_weights: ArrayLike | None = None) -> NDArray[np.float64]:
    r"""Class probabilities p for which :math:`p_i / (p_i + p_j)` are closest to those of each pair.

    What was said, :math:`r_{ij} = P(i \mid i \text{ or } j)`, need not fit together. The p with the least weighted
    Kullback-Leibler distance to it are the answer. For them

    .. math:: \sum_{j \ne i} n_{ij} r_{ij} = \sum_{j \ne i} n_{ij} \frac{p_i}{p_i + p_j} \quad \text{for all } i.

    Parameters
    ----------
    pairs : array-like of shape (n_samples, n_classes, n_classes)
        ``pairs[row, i, j]`` is the probability of class i against class j; ``pairs[row, j, i]`` is 1 less that. The
        diagonal is not read. Values are kept within [1e-7, 1 - 1e-7].
    pair_weights : array-like of shape (n_classes, n_classes), default=None
        How much each pair counts, symmetric; as a rule the number of training rows of both classes. None for ones.

    Returns
    -------
    ndarray of shape (n_samples, n_classes)

    See Also
    --------
    DDAGClassifier, fit_platt

    Notes
    -----
    Hastie and Tibshirani multiply each p by the ratio of the two sums in turn. Where pairs are nearly sure that takes
    thousands of rounds; Newton's method on the logarithms of p finds the same answer in about ten steps, all rows at
    once. A row is done when no probability moves by 1e-12. Memory is a few times that of `pairs`; pass rows in blocks
    where there are many classes. Pairs are kept within [1e-7, 1 - 1e-7].

    Cost: O(N K^3) with a few steps.

    References
    ----------
    T. Hastie and R. Tibshirani, Classification by pairwise coupling, Annals of Statistics 26, 1998, pp. 451-471.

    Examples
    --------
    >>> pairs = np.array([[[0.5, 0.9, 0.6], [0.1, 0.5, 0.3], [0.4, 0.7, 0.5]]])
    >>> couple_pairs(pairs).round(4)
    array([[0.5834, 0.1037, 0.3128]])
    """
    said = np.clip(np.asarray(pairs, np.float64), _SURE, 1.0 - _SURE)
    if said.ndim != 3 or said.shape[1] != said.shape[2] or not said.shape[1]:
        raise ValueError(f"pairs has shape {said.shape}; pass (n_samples, n_classes, n_classes)")
    n_classes = said.shape[1]
    weights = np.ones((n_classes, n_classes)) if pair_weights is None else np.array(pair_weights, np.float64)
    if weights.shape != (n_classes, n_classes) or not (weights + np.eye(n_classes) > 0).all():
        raise ValueError(
            f"pair_weights must be a positive number for each pair of {n_classes} classes, "
            f"got shape {weights.shape}; pass the sum of both classes' rows, or None"
        )
    np.fill_diagonal(weights, 0.0)
    if n_classes == 1:
        return np.ones((len(said), 1))
    diagonal = np.arange(n_classes)
    said[:, diagonal, diagonal] = 0.0
    return np.asarray(softmax(_settle(np.log(said.sum(axis=2)), said, weights), axis=1))


def _settle(
    levels: NDArray[np.float64], said: NDArray[np.float64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Logarithms of the probabilities, up to a constant, by Newton's method; rows that are done leave."""
    settled, moving = levels.copy(), np.arange(len(levels))
    distances = _measure(levels, said, weights)
    for _ in range(_MOST_STEPS):
        step = _find_step(levels, said, weights)
        share = np.ones((len(levels), 1))
        tried = levels + step
        reached = _measure(tried, said, weights)
        for _ in range(_MOST_HALVINGS):
            # Near the end distances differ by rounding only, and a step in full is as good as any.
            worse = reached > distances * (1 + 1e-13)
            if not worse.any():
                break
            share[worse] /= 2
            tried[worse] = levels[worse] + share[worse] * step[worse]
            reached[worse] = _measure(tried[worse], said[worse], weights)
        moved = np.abs(softmax(tried, axis=1) - softmax(levels, axis=1)).max(axis=1)
        done = (moved < _STILL) & (share[:, 0] == 1.0)
        settled[moving] = levels = tried
        distances = reached
        if done.all():
            break
        if done.any():
            moving, levels, said, distances = moving[~done], levels[~done], said[~done], distances[~done]
    return settled


def _measure(
    levels: NDArray[np.float64], said: NDArray[np.float64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Cross-entropy of each row's pairs; every pair counts from both of its sides."""
    gaps = levels[:, None, :] - levels[:, :, None]
    return np.asarray(np.einsum("nij,ij,nij->n", said, weights, np.logaddexp(0.0, gaps)))


def _find_step(
    levels: NDArray[np.float64], said: NDArray[np.float64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    expected = expit(levels[:, :, None] - levels[:, None, :])
    gradient = np.einsum("nij,ij->ni", said - expected, weights)
    couplings = weights * expected * (1.0 - expected)
    degrees = couplings.sum(axis=2)
    # A constant added to all levels changes nothing: the Hessian, a graph Laplacian, is singular in that direction,
    # and any multiple of ones put in its place gives the step that sums to zero.
    hessian = degrees.mean(axis=1)[:, None, None] - couplings
    diagonal = np.arange(levels.shape[1])
    hessian[:, diagonal, diagonal] += degrees
    return np.asarray(np.linalg.solve(hessian, gradient[:, :, None])[:, :, 0])
