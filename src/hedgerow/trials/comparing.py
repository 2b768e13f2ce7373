"""Named methods on one table: what ``hedgerow compare`` computes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from hedgerow.tables.table import Table
from hedgerow.trials.candidates import make_candidates
from hedgerow.trials.folds import plan_folds
from hedgerow.trials.inspection import inspect_table
from hedgerow.trials.running import Step, hold_tournament
from hedgerow.trials.tournament import Tournament


def compare_methods(
    table: Table,
    methods: Sequence[str],
    *,
    metric: str | None = None,
    n_jobs: int | None = None,
    random_state: int = 0,
    n_folds: int | None = None,
    n_repeats: int | None = None,
    step: Step = lambda _: None,
    start: Callable[[int], None] = lambda _: None,
) -> Tournament:
    """Cross-validate methods by name, on the same folds.

    Parameters
    ----------
    table : Table
        A table with a target.
    methods : sequence of str
        Two names or more: ``"linear"``, or what `find_method` knows.
    metric : str or None, default=None
        What to score, a key of `hedgerow.trials.metrics.METRICS`; None for accuracy or R².
    n_jobs : int or None, default=None
        Threads; no result depends on it.
    random_state : int, default=0
        Seed of all that is drawn.
    n_folds, n_repeats : int or None, default=None
        How to cross-validate; chosen by the number of rows by default.
    step : callable, optional
        Called with a few words before each fit.
    start : callable, optional
        Called once with the number of fits.

    Returns
    -------
    Tournament
        Its ``comparison`` says which differences are more than luck.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> found = compare_methods(datasets.load("sonar"), ["forest", "tree"], n_repeats=2)
    >>> found.comparison.sentence
    'On this data set, no difference between forest and tree is shown (corrected resampled t-test, p = ...).'
    """
    inspection = inspect_table(table)
    candidates = make_candidates(methods, inspection.task, n_jobs=n_jobs, random_state=random_state)
    if len(candidates) < 2:
        given = ", ".join(candidate.name for candidate in candidates)
        raise ValueError(
            f"A comparison needs two methods, and was given {given or 'none'}. "
            "Name more of `hedgerow methods`, with commas between them."
        )
    features = inspection.choice.take(table).features.reset_index(drop=True)
    target = np.asarray(table.target)
    plan = plan_folds(
        target, inspection.task, n_features=features.shape[1], n_folds=n_folds, n_repeats=n_repeats
    )
    start(len(candidates) * plan.n_splits)
    return hold_tournament(
        features,
        target,
        candidates,
        task=inspection.task,
        metric=metric,
        plan=plan,
        random_state=random_state,
        step=step,
    )
