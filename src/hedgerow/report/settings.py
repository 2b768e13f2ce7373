"""How a report is made: folds, repetitions, threads and the seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

Step = Callable[[str], None]


@dataclass(frozen=True)
class Settings:
    """What is the same for a report on a table and one on a model.

    Parameters
    ----------
    metric : str or None, default=None
        What scores are, by a name of `hedgerow.trials.metrics`; None for accuracy or R squared.
    n_folds : int or None, default=None
        Folds of the cross-validation, at least 2; None for five folds, which are repeated where rows are few.
    n_repeats : int, default=20
        Parts of the table on which the selection of features is repeated; at least 2.
    n_rows_explained : int, default=100
        Rows whose local relevance is kept; at least 1.
    n_jobs : int or None, default=None
        Threads; they never change a result.
    random_state : int, default=0
        Seed of everything that is drawn.
    step : callable, optional
        Called with a few words before each piece of work.

    Examples
    --------
    >>> Settings(n_folds=1)
    Traceback (most recent call last):
    ...
    ValueError: n_folds=1 must be a whole number of 2 or more
    """

    metric: str | None = None
    n_folds: int | None = None
    n_repeats: int = 20
    n_rows_explained: int = 100
    n_jobs: int | None = None
    random_state: int = 0
    step: Step = lambda _: None

    def __post_init__(self) -> None:
        for name, least in (("n_folds", 2), ("n_repeats", 2), ("n_rows_explained", 1)):
            number = getattr(self, name)
            if number is None and name == "n_folds":
                continue
            if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < least:
                raise ValueError(f"{name}={number!r} must be a whole number of {least} or more")
