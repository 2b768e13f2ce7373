"""Does it pay to compare all cuts of a feature? The same trees on columns reduced to 255, 64 and 16 quantile bins.

A node takes the best of all cuts of the features it tries. Here the columns are reduced to bins first, as engines do
that bin once and for all, so nothing but the number of cuts differs between the arms. Two further arms have all cuts.
Larger leaves tell what bins do from what any smoothing does. A tree that tries all features looks at them in the order
of the columns, so of equally good cuts that of the first column wins; the last arm breaks such ties by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from sklearn.ensemble import RandomForestClassifier as ScikitLearns

from hedgerow import AdaBoostClassifier, BaggingClassifier, DecisionTreeClassifier, RandomForestClassifier
from studies.rare_measures import LOSSES, MEASURES, measure
from studies.rare_tables import Cell, Matrix, list_cells
from studies.running import Record, run_trials


@dataclass(frozen=True)
class Arm:
    """What trees are given, how small their leaves may be, and whether a node looks at its features in random order."""

    n_bins: int | None = None
    min_samples_leaf: int = 1
    in_random_order: bool = False

    def choose(self, n_features: int) -> Record:
        """Parameters of a tree that tries all features; it does so in random order where one may be missing."""
        most = n_features - 1 if self.in_random_order else None
        return {"min_samples_leaf": self.min_samples_leaf, "max_features": most}


ALL_CUTS = "all cuts"
ARMS = {
    ALL_CUTS: Arm(),
    "255 bins": Arm(255),
    "64 bins": Arm(64),
    "16 bins": Arm(16),
    "leaves of 5 rows": Arm(min_samples_leaf=5),
    "ties by chance": Arm(in_random_order=True),
}
Maker = Callable[[int, Record], Any]  # of the seed and the parameters of a tree
MODELS: dict[str, Maker] = {
    "tree": lambda seed, tree: DecisionTreeClassifier(random_state=seed, **tree),
    "bagging": lambda seed, tree: BaggingClassifier(DecisionTreeClassifier(**tree), 50, random_state=seed),
    "forest": lambda seed, tree: RandomForestClassifier(
        100, min_samples_leaf=tree["min_samples_leaf"], random_state=seed
    ),
    "AdaBoost": lambda seed, tree: AdaBoostClassifier(
        DecisionTreeClassifier(max_depth=3, **tree), 50, random_state=seed
    ),
}
TRY_ALL = ("tree", "bagging", "AdaBoost")
# Takes a second for some of the tables, so it grows fewer trees, and on some tables only.
OTHERS: dict[str, Maker] = {
    "forest, scikit-learn": lambda seed, tree: ScikitLearns(
        30, min_samples_leaf=tree["min_samples_leaf"], random_state=seed
    )
}
_MOST_ROWS_OF_OTHERS = 1000
_N_SEEDS = {"balanced": 30, "rare": 30, "few": 48, "many": 30, "narrow": 30}
_N_SEEDS_OF_TIES = 6  # what it says is said by few
_CELL = ["group", "data", "rare", "model"]


def run(quick: bool) -> pd.DataFrame:
    """Mean of each measure with all cuts, and how much that is better than with bins on the same rows."""
    tasks = [
        (cell, seed, _list_arms(seed))
        for cell in list_cells()
        for seed in range(2 if quick else _N_SEEDS[cell.group])
        if not quick or cell.data in ("wine", "sonar")
    ]
    return summarise(run_trials(try_table, tasks, quick))


def _list_arms(seed: int) -> list[str]:
    return [name for name, arm in ARMS.items() if not arm.in_random_order or seed < _N_SEEDS_OF_TIES]


def try_table(cell: Cell, seed: int, arms: Iterable[str]) -> list[Record]:
    """Every model in these arms on one table."""
    problem = cell.make(seed)
    others = OTHERS if cell.group == "rare" and len(problem.y) <= _MOST_ROWS_OF_OTHERS else {}
    records = []
    for name in arms:
        arm = ARMS[name]
        X, X_test = reduce_to_bins(problem.X, problem.X_test, arm.n_bins)
        # A forest draws its features in random order anyway.
        models = {model: MODELS[model] for model in TRY_ALL} if arm.in_random_order else MODELS | others
        for model, make in models.items():
            fitted = make(seed, arm.choose(X.shape[1])).fit(X, problem.y)
            found = measure(problem, fitted.predict_proba(X_test))
            names = {"group": cell.group, "data": cell.data, "rare": cell.rare, "model": model}
            records.append({**names, "seed": seed, "arm": name, **found})
    return records


def reduce_to_bins(X: Matrix, X_test: Matrix, n_bins: int | None) -> tuple[Matrix, Matrix]:
    """Replace values by the mean of their bin of training rows, unless a column has no more values than bins.

    Edges are half-way between two training values, as a tree would place them.
    """
    if n_bins is None:
        return X, X_test
    X, X_test = X.copy(), X_test.copy()
    shares = np.arange(1, n_bins) / n_bins
    for column, asked in zip(X.T, X_test.T, strict=True):
        values = np.unique(column)
        if values.size <= n_bins:
            continue
        last = np.unique(np.searchsorted(values, np.quantile(column, shares, method="inverted_cdf")))
        last = last[last < values.size - 1]
        edges = (values[last] + values[last + 1]) / 2
        places = np.searchsorted(edges, column)
        means = np.bincount(places, column) / np.bincount(places)
        column[:], asked[:] = means[places], means[np.searchsorted(edges, asked)]
    return X, X_test


def summarise(trials: pd.DataFrame) -> pd.DataFrame:
    """By table, model and measure: the mean with all cuts, and by how much it is better than each other arm."""
    wide = trials.pivot_table(list(MEASURES), [*_CELL, "seed"], "arm", sort=False)
    others = [arm for arm in trials["arm"].unique() if arm != ALL_CUTS]
    rows = []
    for names, part in wide.groupby(level=_CELL, sort=False):
        for name in MEASURES:
            arms = part[name]
            row = {**dict(zip(_CELL, names, strict=True)), "measure": name, "n_tables": len(arms)}
            row[ALL_CUTS] = arms[ALL_CUTS].mean()
            for arm in others:
                gains = (arms[ALL_CUTS] - arms[arm]) * (-1 if name in LOSSES else 1)
                row |= {f"better than {arm}": gains.mean(), f"standard error, {arm}": gains.sem()}
            rows.append(row)
    return pd.DataFrame(rows).round(5)
