"""How many parts: as many as pay on rows that were held out, or one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.training_set import TrainingSet

CANDIDATES = (2, 4, 8)
_N_FOLDS = 3
_ROWS_PER_PART = 10  # in the mean; with fewer, more parts are not tried
# Of an answer to held-out rows: the rows to learn from, the number of parts, and the rows asked about.
Answer = Callable[[TrainingSet, int, NDArray[np.float64]], NDArray[np.float64]]


def choose_n_parts(
    rows: TrainingSet, answer: Answer, seed: int, candidates: Sequence[int] = CANDIDATES
) -> int:
    """Number of parts by cross-validation; one, unless more are better by more than a standard error.

    The losses of each row with k parts and with one are compared, errors for classes and squares for values.

    Parameters
    ----------
    rows : TrainingSet
        The rows.
    answer : callable
        Learns from some rows with a number of parts, and answers others.
    seed : int
        Draw of the folds, which are stratified by the target.
    candidates : sequence of int, default=(2, 4, 8)
        Numbers to try beside 1.

    Returns
    -------
    int

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> bent = np.sort(rng.uniform(-1, 1, 300))
    >>> def answer(rows, n_parts, X):               # the mean of equal intervals
    ...     edges = np.linspace(-1, 1, n_parts + 1)[1:-1]
    ...     part, asked = np.digitize(rows.X[:, 0], edges), np.digitize(X[:, 0], edges)
    ...     return np.array([rows.y[part == k].mean() for k in range(n_parts)])[asked]
    >>> choose_n_parts(TrainingSet.of(bent[:, None], np.abs(bent)), answer, seed=0)
    8
    >>> choose_n_parts(TrainingSet.of(bent[:, None], rng.normal(size=300)), answer, seed=0)
    1
    """
    possible = [count for count in candidates if count * _ROWS_PER_PART <= rows.n_samples]
    if not possible:
        return 1
    folds = draw_folds(rows.y, _N_FOLDS, seed)
    losses = np.stack([_find_losses(rows, answer, count, folds) for count in (1, *possible)])
    gains = losses[0] - losses[1:]
    means = np.average(gains, axis=1, weights=rows.counts)
    best = int(means.argmax())
    spread = np.average((gains[best] - means[best]) ** 2, weights=rows.counts)
    return possible[best] if means[best] > np.sqrt(spread / rows.n_samples) else 1


def draw_folds(y: NDArray[np.generic], n_folds: int, seed: int) -> NDArray[np.intp]:
    """Fold of each row, so each has its share of every class, or of low and of high values.

    Examples
    --------
    >>> y = np.array([0, 0, 0, 1, 1, 1])
    >>> folds = draw_folds(y, 3, seed=0)
    >>> np.sort(folds[y == 0]), np.sort(folds[y == 1])
    (array([0, 1, 2]), array([0, 1, 2]))
    """
    order = np.lexsort((np.random.default_rng(seed).random(len(y)), y))
    folds = np.empty(len(y), np.intp)
    folds[order] = np.arange(len(y)) % n_folds
    return folds


def _find_losses(
    rows: TrainingSet, answer: Answer, n_parts: int, folds: NDArray[np.intp]
) -> NDArray[np.float64]:
    losses = np.empty(rows.n_samples)
    for fold in range(_N_FOLDS):
        held = folds == fold
        outputs = answer(rows.select(~held), n_parts, rows.X[held])
        truth = rows.y[held]
        losses[held] = (outputs - truth) ** 2 if outputs.ndim == 1 else outputs.argmax(axis=1) != truth
    return losses
