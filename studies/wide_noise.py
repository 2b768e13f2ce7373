"""Claim: in tables with many columns for their rows, 5 % of the noise passes, too. Holm's adjustment is beside it."""

from __future__ import annotations

import numpy as np
import pandas as pd

from hedgerow import ForestRelevance
from studies.running import Record, run_trials

_SIZES = {
    (500, 100): 100,
    (200, 200): 100,
    (100, 500): 100,
    (100, 2000): 60,
}  # rows, columns, and how many tables
_CELL = ["n_rows", "n_columns"]


def run(quick: bool) -> pd.DataFrame:
    """Shares of p-values below 0.05 and 0.005, and of tables in which any Holm-adjusted one is below 0.05."""
    return summarise(gather(quick))


def gather(quick: bool) -> pd.DataFrame:
    """One row for each table."""
    sizes = {(50, 60): 3} if quick else _SIZES
    return run_trials(_try_table, [(*size, seed) for size, n in sizes.items() for seed in range(n)], quick)


def summarise(trials: pd.DataFrame) -> pd.DataFrame:
    """Means over the tables, with standard errors."""
    cells = trials.groupby(_CELL, sort=False)[["below_05", "below_005", "any_holm"]]
    means, errors = cells.mean(), cells.sem().add_suffix("_se")
    means.insert(0, "n_tables", cells.size())
    return pd.concat([means, errors], axis=1).round(5).reset_index()


def _try_table(n_rows: int, n_columns: int, seed: int) -> list[Record]:
    rng = np.random.default_rng([n_rows, n_columns, seed])
    X, y = rng.normal(size=(n_rows, n_columns)), rng.integers(2, size=n_rows)
    found = ForestRelevance(local=None, random_state=seed).fit(X, y).relevance_
    shares = {"below_05": (found.p_value < 0.05).mean(), "below_005": (found.p_value < 0.005).mean()}
    any_holm = float((found.p_holm < 0.05).any())
    given = {"n_rows": n_rows, "n_columns": n_columns, "seed": seed}
    return [{**given, **shares, "any_holm": any_holm}]
