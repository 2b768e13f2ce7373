"""The rows on which each run selects: parts of the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import KFold, StratifiedKFold

from hedgerow.foundation.constraints import Count, Instance, Number, Word, check

Scheme = Literal["subsample", "bootstrap", "cv"]
Rows = NDArray[np.intp]


def draw_rows(
    scheme: Scheme | Iterable[Any],
    n_samples: int,
    labels: NDArray[Any] | None,
    *,
    n_repeats: int | None,
    share: float,
    entropy: int,
) -> list[Rows]:
    """Draw the rows of each run.

    Parameters
    ----------
    scheme : {"subsample", "bootstrap", "cv"} or iterable of array-like
        How rows are drawn, or the rows themselves.
    n_samples : int
        Rows of the table.
    labels : ndarray of shape (n_samples,) or None
        Classes, each of which keeps its share of the rows; None for values.
    n_repeats : int or None
        Runs; None for 50, or 10 folds.
    share : float
        Share of the rows in a subsample.
    entropy : int
        The seed.

    Returns
    -------
    list of ndarray

    Examples
    --------
    >>> drawn = draw_rows("subsample", 10, None, n_repeats=3, share=0.5, entropy=0)
    >>> [len(rows) for rows in drawn]
    [5, 5, 5]
    """
    if not isinstance(scheme, str):
        return [_check_rows(rows, n_samples) for rows in scheme]
    check("scheme", scheme, Word("subsample", "bootstrap", "cv") | Instance("lists of rows", kind=list))
    n_runs = (10 if scheme == "cv" else 50) if n_repeats is None else n_repeats
    check("n_repeats", n_runs, Count(2))
    if scheme == "cv":
        kind = KFold if labels is None else StratifiedKFold
        folds = kind(n_splits=n_runs, shuffle=True, random_state=entropy % 2**32)
        return [train for train, _ in folds.split(np.zeros((n_samples, 1)), labels)]
    check("share", share, Number(0, 1, "neither"))
    groups = [np.arange(n_samples)]
    if labels is not None:
        groups = [np.flatnonzero(labels == label) for label in np.unique(labels)]
    generators = [np.random.default_rng(seed) for seed in np.random.SeedSequence(entropy).spawn(n_runs)]
    if scheme == "bootstrap":
        return [np.concatenate([rng.choice(rows, rows.size) for rows in groups]) for rng in generators]
    return [
        # A class of one row stays in every subsample: a selector may need all classes.
        np.concatenate([rng.permutation(rows)[: max(1, round(share * rows.size))] for rows in groups])
        for rng in generators
    ]


def _check_rows(rows: Any, n_samples: int) -> Rows:
    given = np.asarray(rows)
    if given.dtype == np.bool_ and given.shape == (n_samples,):
        given = np.flatnonzero(given)
    if given.ndim != 1 or given.size == 0 or not np.issubdtype(given.dtype, np.integer):
        raise ValueError("each item of scheme must be row numbers, or a mask over the rows")
    if given.min() < 0 or given.max() >= n_samples:
        raise ValueError(f"scheme names row {given.max()}, but the table has {n_samples} rows")
    return given.astype(np.intp)
