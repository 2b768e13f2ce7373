"""From a table to a comparison of methods, or to a fitted model: ``hedgerow compare`` and ``hedgerow fit``."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.foundation.frames import list_rows
from hedgerow.relevance.forest_relevance import ForestRelevance
from hedgerow.relevance.relevance import Relevance
from hedgerow.tables.column_choice import describe_columns
from hedgerow.tables.table import Table
from hedgerow.trials.candidates import list_candidates, make_candidates
from hedgerow.trials.cross_validation import Step, cross_validate
from hedgerow.trials.folds import FoldPlan, draw_rows, plan_folds
from hedgerow.trials.inspection import Inspection, inspect_table, take_fingerprint
from hedgerow.trials.results import CrossValidation

_MOST_CELLS_FOR_RELEVANCE = 1_000_000


@dataclass(frozen=True, eq=False)
class ModelChoice:
    """A model, and why it was chosen. Made by `choose_model`.

    Parameters
    ----------
    inspection : Inspection
        The table.
    validation : CrossValidation
        How the methods did.
    relevance : Relevance
        Which features matter.
    n_rows_asked : int
        Rows that `relevance` was computed from.
    method : str
        The method that was fitted to all rows.
    chosen_by : {"score", "user"}
        Whether it was the best, or asked for.
    model : estimator
        The fitted model.
    fit_seconds : float
        Time of that fit.
    features : DataFrame
        The columns that it has learned from.
    random_state : int
        The seed of it all.
    """

    inspection: Inspection
    validation: CrossValidation
    relevance: Relevance
    n_rows_asked: int
    method: str
    chosen_by: Literal["score", "user"]
    model: Any
    fit_seconds: float
    features: pd.DataFrame
    random_state: int

    def to_dict(self) -> dict[str, Any]:
        """The record as numbers, words, lists and mappings: the summary in a model file."""
        told = ["feature", "weighted_gain", "low", "high", "p_value", "p_holm", "selected"]
        ranked = self.relevance.ranked()[told].rename(columns={"selected": "relevant"})
        return {
            "table": self.inspection.to_dict(),
            "columns": describe_columns(self.features),
            "trials": self.validation.to_dict(),
            "relevance": {
                "n_rows": self.n_rows_asked,
                "alpha": self.relevance.alpha,
                "adjusted_by": "holm",
                "n_tests": len(self.relevance),
                "features": list_rows(ranked),
            },
            "method": self.method,
            "chosen_by": self.chosen_by,
            "fingerprint": take_fingerprint(self.features),
            "fit_seconds": self.fit_seconds,
            "random_state": self.random_state,
        }


def choose_model(
    table: Table,
    *,
    method: str | None = None,
    metric: str | None = None,
    n_jobs: int | None = None,
    random_state: int = 0,
    n_folds: int | None = None,
    n_repeats: int | None = None,
    step: Step = lambda _: None,
    start: Callable[[int], None] = lambda _: None,
) -> ModelChoice:
    """Look at a table, try methods on it, measure which features matter, and fit the best method to all rows.

    Parameters
    ----------
    table : Table
        A table with a target.
    method : str or None, default=None
        A method to fit instead of the best one; it takes part in the cross-validation beside a linear model.
    metric : str or None, default=None
        What decides which is best, a key of `hedgerow.trials.metrics.METRICS`; None for accuracy or R².
    n_jobs : int or None, default=None
        Threads; no result depends on it.
    random_state : int, default=0
        Seed of all that is drawn.
    n_folds, n_repeats : int or None, default=None
        How to cross-validate; chosen by the number of rows by default.
    step : callable, optional
        Called with a few words before each piece of work.
    start : callable, optional
        Called once with the number of pieces.

    Returns
    -------
    ModelChoice

    Examples
    --------
    >>> from hedgerow import datasets
    >>> choice = choose_model(datasets.load("wbc"), method="forest", n_repeats=1)
    >>> choice.method, choice.validation.best.score > 0.95
    ('forest', True)
    """
    inspection, features, target, plan = _divide(table, n_folds, n_repeats)
    task = inspection.task
    settings: dict[str, Any] = {"n_jobs": n_jobs, "random_state": random_state}
    if method is None:
        candidates = list_candidates(features, task, **settings)
    else:
        candidates = make_candidates([method, "linear"], task, **settings)
    start(len(candidates) * plan.n_splits + 2)
    validation = cross_validate(
        features,
        target,
        candidates,
        task=task,
        metric=metric,
        plan=plan,
        random_state=random_state,
        step=step,
    )
    chosen = validation.best.name if method is None else candidates[0].name
    step("measuring which features matter")
    relevance, n_rows_asked = _ask_relevance(features, target, task, **settings)
    step(f"fitting {chosen} to all rows")
    model = next(candidate.estimator for candidate in candidates if candidate.name == chosen)
    begin = perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(features, target)
    return ModelChoice(
        inspection=inspection,
        validation=validation,
        relevance=relevance,
        n_rows_asked=n_rows_asked,
        method=chosen,
        chosen_by="score" if method is None else "user",
        model=model,
        fit_seconds=perf_counter() - begin,
        features=features,
        random_state=random_state,
    )


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
) -> CrossValidation:
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
    CrossValidation
        Its ``comparison`` says which differences are more than luck.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> found = compare_methods(datasets.load("sonar"), ["forest", "tree"], n_repeats=2)
    >>> found.comparison.sentence
    'On this data set, no difference between forest and tree is shown (corrected resampled t-test, p = ...).'
    """
    inspection, features, target, plan = _divide(table, n_folds, n_repeats)
    candidates = make_candidates(methods, inspection.task, n_jobs=n_jobs, random_state=random_state)
    if len(candidates) < 2:
        given = ", ".join(candidate.name for candidate in candidates)
        raise ValueError(
            f"A comparison needs two methods, and was given {given or 'none'}. "
            "Name more of `hedgerow methods`, with commas between them."
        )
    start(len(candidates) * plan.n_splits)
    return cross_validate(
        features,
        target,
        candidates,
        task=inspection.task,
        metric=metric,
        plan=plan,
        random_state=random_state,
        step=step,
    )


def _divide(
    table: Table, n_folds: int | None, n_repeats: int | None
) -> tuple[Inspection, pd.DataFrame, NDArray[Any], FoldPlan]:
    """A look at a table, the columns to learn from, the target, and how to divide the rows."""
    inspection = inspect_table(table)
    features = inspection.choice.take(table).features.reset_index(drop=True)
    target, n_features = np.asarray(table.target), features.shape[1]
    plan = plan_folds(target, inspection.task, n_features=n_features, n_folds=n_folds, n_repeats=n_repeats)
    return inspection, features, target, plan


def _ask_relevance(
    features: pd.DataFrame, target: Any, task: str, *, n_jobs: int | None, random_state: int
) -> tuple[Relevance, int]:
    n_rows = min(len(features), max(1_000, _MOST_CELLS_FOR_RELEVANCE // features.shape[1]))
    rows = draw_rows(target, n_rows, stratified=task == "classification", random_state=random_state)
    study = ForestRelevance(local=None, adjust="holm", task=task, n_jobs=n_jobs, random_state=random_state)
    study.fit(features.iloc[rows], target[rows])
    return study.relevance_, n_rows
