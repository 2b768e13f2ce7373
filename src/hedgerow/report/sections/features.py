"""Which features matter, how sure that is, and whether other rows would have led to the same ones."""

from __future__ import annotations

import warnings
from typing import Any

from hedgerow.relevance.relevance import Relevance
from hedgerow.report.values import make_record
from hedgerow.selection.forest.relevance import RelevanceSelector
from hedgerow.selection.stability import SelectionStability
from hedgerow.selection.stability.repeated_selection import selection_stability
from hedgerow.tables.table import Table

MAX_FEATURES = 500
_COLUMNS = [
    "feature", "weighted_gain", "low", "high", "expected", "p_value", "p_holm", "frequency", "selected",
]  # fmt: skip


def describe_relevance(relevance: Relevance) -> dict[str, Any]:
    """Describe the relevance of the features.

    Parameters
    ----------
    relevance : Relevance
        What a forest knows about each feature.

    Returns
    -------
    dict
        ``features``, most relevant first (at most 500; ``n_left_out`` more), each with its ``weighted_gain`` and the
        interval ``low`` to ``high``, ``expected`` (the gain of an irrelevant feature there), p-values and
        ``selected``; ``n_features``, ``n_selected``, ``alpha`` and ``test``.

    Examples
    --------
    >>> from hedgerow import ForestRelevance
    >>> from hedgerow.datasets import make_simple
    >>> sample = make_simple(random_state=1)
    >>> found = describe_relevance(ForestRelevance(random_state=0).fit(sample.X, sample.y).relevance_)
    >>> found["n_selected"], found["features"][0]["feature"]
    (2, 'x1')
    """
    ranked = relevance.ranked("gain")[_COLUMNS]
    return make_record(
        features=ranked.head(MAX_FEATURES),
        n_left_out=max(0, len(ranked) - MAX_FEATURES),
        n_features=len(ranked),
        n_selected=int(relevance.selected.sum()),
        alpha=relevance.alpha,
        test=relevance.test,
    )


MAX_CHOSEN = 100
MAX_ROWS = 2500  # rows of a run: what larger halves would add is not worth their time


def measure_stability(
    table: Table,
    *,
    n_repeats: int = 20,
    n_estimators: int = 200,
    n_jobs: int | None = None,
    random_state: int = 0,
) -> SelectionStability:
    """Select relevant features on random parts of a table.

    Parameters
    ----------
    table : Table
        A table with a target.
    n_repeats : int, default=20
        Random halves of the rows (less of a large table) on which features are selected.
    n_estimators : int, default=200
        Trees of each run; fewer than for all rows, so weak features pass less often.
    n_jobs : int or None, default=None
        Threads.
    random_state : int, default=0
        Seed.

    Returns
    -------
    SelectionStability
    """
    selector = RelevanceSelector(
        n_estimators=n_estimators, adjust="holm", when_empty="none", task=table.task or "auto", n_jobs=n_jobs
    )
    with warnings.catch_warnings():
        # A run that finds nothing warns; here it is one more observation.
        warnings.simplefilter("ignore")
        return selection_stability(
            selector,
            table.features,
            table.target,
            n_repeats=n_repeats,
            share=_share_rows(len(table)),
            random_state=random_state,
        )


def describe_stability(found: SelectionStability, n_rows: int) -> dict[str, Any]:
    """Describe how the choice of relevant features depends on the rows.

    Parameters
    ----------
    found : SelectionStability
        What was selected on parts of the table.
    n_rows : int
        Rows of the table.

    Returns
    -------
    dict
        ``sentence``, ``stability`` with ``low`` and ``high`` (None where all or no features are
        always selected), ``n_runs``, ``n_rows`` of a run, and ``features`` (at most 100): how often each was selected.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> wbc = datasets.load("wbc")
    >>> found = describe_stability(measure_stability(wbc, n_repeats=3, n_estimators=50), len(wbc))
    >>> found["n_runs"], found["features"][0]["frequency"]
    (3, 1.0)
    """
    # All features, or none, in every run is no choice, and has no stability.
    is_choice = bool(found.supports.any() and not found.supports.all())
    low, high = found.interval if is_choice else (None, None)
    return make_record(
        sentence=found.sentence,
        stability=found.stability if is_choice else None,
        low=low,
        high=high,
        n_runs=found.supports.shape[0],
        n_rows=round(_share_rows(n_rows) * n_rows),
        features=found.frame()[["feature", "frequency"]].head(MAX_CHOSEN),
    )


def _share_rows(n_rows: int) -> float:
    return min(0.5, MAX_ROWS / n_rows)
