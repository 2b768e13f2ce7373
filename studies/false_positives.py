"""Claim: of features that have nothing to do with the target, 5 % have a p-value below 0.05, whatever their kind."""

from __future__ import annotations

from itertools import product
from typing import Any, Final

import numpy as np
import pandas as pd

from hedgerow import DecisionTreeClassifier, EnsembleClassifier, ForestRelevance
from hedgerow.relevance import SplitGains
from studies.noise import Target, draw_table, kind_of
from studies.running import Record, run_trials

OURS = "contrast"
NULLS: Final = ("midpoint", "exact")
SIZES: Final = ("count", "kish")
_N_TREES = 100  # of the published test
Setting = tuple[int, int, bool]  # columns of each kind, rows, and whether there are two classes
_SEEDS: dict[Setting, int] = {  # a standard error of 1.5 % takes 211 p-values
    (3, 100, True): 100, (3, 500, True): 100, (3, 5000, True): 150,
    (3, 100, False): 100, (3, 500, False): 100, (3, 5000, False): 75,
    (8, 100, True): 60, (8, 500, True): 60, (8, 5000, True): 30,
}  # fmt: skip
_TARGETS: tuple[Target, ...] = ("two classes", "three classes", "values")
_TABLE = ("n_rows", "n_each", "n_relevant", "target", "seed")
_CELL = ["test", "n_each", "n_rows", "target", "n_relevant", "kind"]


def run(quick: bool) -> pd.DataFrame:
    """The rate of false positives for each test, size, target and kind of column, with its standard error."""
    return summarise(gather(quick))


def gather(quick: bool) -> pd.DataFrame:
    """One row for each noise column of each table and each test."""
    return try_tables({(3, 100, True): 2, (3, 100, False): 2} if quick else _SEEDS, quick)


def try_tables(n_seeds: dict[Setting, int], quick: bool, first_seed: int = 0) -> pd.DataFrame:
    """The same for some settings, with tables from a seed on."""
    tasks = [
        (n_rows, n_each, n_relevant, target, seed)
        for (n_each, n_rows, two), n_tables in n_seeds.items()
        for n_relevant, target in product((0, 2), _TARGETS[:1] if two else _TARGETS[1:])
        for seed in range(first_seed, first_seed + n_tables)
    ]
    return run_trials(_try_table, tasks, quick)


def summarise(trials: pd.DataFrame) -> pd.DataFrame:
    """Shares of p-values below 0.05 and 0.005; standard errors are those of the means of the tables."""
    trials = trials.assign(below_05=trials["p_value"] < 0.05, below_005=trials["p_value"] < 0.005)
    by_table = trials.groupby([*_CELL, "seed"], sort=False)[["below_05", "below_005"]].mean()
    cells = by_table.groupby(_CELL, sort=False)
    summary = cells.mean()
    summary.insert(0, "n_tables", cells.size())
    summary.insert(2, "standard_error", cells["below_05"].sem())
    return summary.round(5).reset_index()


def _try_table(n_rows: int, n_each: int, n_relevant: int, target: Target, seed: int) -> list[Record]:
    X, y = draw_table(n_rows, n_each, n_relevant, target, seed)
    p_values = {OURS: ForestRelevance(local=None, random_state=seed).fit(X, y).p_values_}
    if target == "two classes" and n_each == 3:
        p_values |= _ask_published(X, y, seed)
    given = dict(zip(_TABLE, (n_rows, n_each, n_relevant, target, seed), strict=True))
    return [
        {**given, "test": test, "kind": kind_of(column), "p_value": p}
        for test, found in p_values.items()
        for column, p in zip(X.columns, found, strict=True)
        if kind_of(column) != "relevant"
    ]


def _ask_published(X: pd.DataFrame, y: np.ndarray[Any, Any], seed: int) -> dict[str, np.ndarray[Any, Any]]:
    """The t test over nodes (Rogers 2007, eq. 7.15-7.18) in its four readings, from one forest."""
    forest = EnsembleClassifier(
        DecisionTreeClassifier(max_features=1),
        n_estimators=_N_TREES,
        resampling="unique_bootstrap",
        random_state=seed,
    ).fit(X, y)
    splits = SplitGains.from_forest(forest.members_.forest)
    found = {}
    for null in NULLS:
        excess = splits.gain - splits.expected(null)
        for size in SIZES:
            found[f"{null}, {size}"] = splits.summarise(excess, effective_size=size).test()[1]
    return found
