"""Claim: Gini importance prefers columns with many values even among noise; the contrast test prefers none."""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy.stats import rankdata
from sklearn.ensemble import RandomForestClassifier

from hedgerow import ForestRelevance
from studies.noise import draw_table, kind_of
from studies.running import Record, run_trials

_SEEDS = {100: 40, 500: 40, 5000: 20}
N_EACH = 8  # columns of each kind
_CELL = ["n_rows", "kind"]


def run(quick: bool) -> pd.DataFrame:
    """Mean importance and mean rank of the noise columns of each kind, by Gini importance and by the test's t."""
    sizes = {100: 2} if quick else _SEEDS
    tasks = [(n_rows, seed) for n_rows, n_seeds in sizes.items() for seed in range(n_seeds)]
    trials = run_trials(_try_table, tasks, quick)
    by_table = trials.groupby([*_CELL, "seed"], sort=False).mean()
    cells = by_table.groupby(_CELL, sort=False)
    errors = cells.sem()
    summary = cells.mean()
    summary.insert(0, "n_tables", cells.size())
    for column in ("gini_rank", "t_rank"):
        summary[f"{column}_standard_error"] = errors[column]
    return summary.round(4).reset_index()


def _try_table(n_rows: int, seed: int) -> list[Record]:
    """Rank 1 is the most important of the columns, none of which is important; Gini importances are in equal shares."""
    X, y = draw_table(n_rows, N_EACH, 0, "two classes", seed)
    numbers = X.apply(lambda column: column.cat.codes if column.dtype == "category" else column)
    gini = RandomForestClassifier(random_state=seed).fit(numbers, y).feature_importances_ * X.shape[1]
    t = ForestRelevance(local=None, random_state=seed).fit(X, y).relevance_.t
    ranks = zip(rankdata(-gini), rankdata(-np.asarray(t)), strict=True)
    return [
        {
            "n_rows": n_rows,
            "kind": kind_of(column),
            "seed": seed,
            "gini": share,
            "gini_rank": first,
            "t_rank": second,
        }
        for column, share, (first, second) in zip(X.columns, gini, ranks, strict=True)
    ]
