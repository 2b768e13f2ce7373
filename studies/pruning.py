"""Claim: FitSelect's few trees are more accurate than the forest, and than forward selection, on most data sets."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold, train_test_split

from hedgerow import RandomForestClassifier, datasets
from hedgerow.analysis.comparison.rank_tests import wilcoxon
from hedgerow.pruning import FitSelect, ForwardSelection
from hedgerow.pruning.committee import Committee, Part
from hedgerow.pruning.committee_errors import make_evaluator
from hedgerow.pruning.evaluation_outputs import predict_rows
from hedgerow.pruning.search import Search
from studies.running import Record, run_trials

_TABLES = ("ionosphere", "pima", "sonar", "votes", "wbc", "breast_cancer", "twonorm", "threenorm", "ringnorm")
_MADE = ("twonorm", "threenorm", "ringnorm")  # of which every split is a fresh table
_N_SPLITS = 10
_N_FOLDS = 3
METHODS = ("forest", "pooled", "forward", "fitselect")


def run(quick: bool) -> pd.DataFrame:
    """Mean accuracy, AUC and number of trees on the test halves, by data set; then the tests over the data sets.

    "forest" has seen the whole training half; "pooled" are all trees of the three forests that forward selection and
    FitSelect choose from, each grown on two thirds of it.
    """
    names = _TABLES[:2] if quick else _TABLES
    tasks = [
        (name, seed, 30 if quick else 500) for name in names for seed in range(1 if quick else _N_SPLITS)
    ]
    trials = run_trials(_try_split, tasks, quick)
    means = trials.groupby("data", sort=False).mean(numeric_only=True).drop(columns="seed")
    table = means.round(4).reset_index()
    return pd.concat([table, pd.DataFrame(_compare(means))], ignore_index=True)


def _compare(means: pd.DataFrame) -> list[Record]:
    """Mean gains of FitSelect over the others, on how many data sets it is better, and Wilcoxon's p-value."""
    records: list[Record] = []
    for rival in ("forest", "pooled", "forward"):
        record: Record = {"data": f"FitSelect less {rival}"}
        for measure in ("accuracy", "auc"):
            gains = means[f"{measure}_fitselect"] - means[f"{measure}_{rival}"]
            record[f"{measure}_gain"] = round(float(gains.mean()), 4)
            record[f"{measure}_wins"] = f"{int((gains > 0).sum())} of {len(gains)}"
            record[f"{measure}_p"] = round(wilcoxon(gains.round(4)).p_value, 4) if gains.any() else 1.0
        records.append(record)
    return records


def _try_split(name: str, seed: int, n_trees: int) -> list[Record]:
    """One half trains and chooses, the other tests."""
    table = datasets.load(name, n_samples=400, random_state=seed) if name in _MADE else datasets.load(name)
    y = np.unique(np.asarray(table.target), return_inverse=True)[1]
    train, test = train_test_split(np.arange(len(y)), test_size=0.5, stratify=y, random_state=seed)
    X, y_train = table.features.iloc[train], y[train]
    record: Record = {"data": name, "seed": seed}
    forest = RandomForestClassifier(n_trees, random_state=seed).fit(X, y_train)
    committees = {"forest": Committee((_keep(forest, None),), np.arange(2))}
    found = _choose(X, y_train, n_trees, seed)
    record["alpha"] = found.pop("alpha")
    committees |= found
    for method, committee in committees.items():
        shares = committee.combine(table.features.iloc[test])
        record[f"accuracy_{method}"] = float((shares.argmax(axis=1) == y[test]).mean())
        record[f"auc_{method}"] = float(roc_auc_score(y[test], shares[:, 1]))
        record[f"trees_{method}"] = len(committee)
    return [record]


def _choose(X: pd.DataFrame, y: np.ndarray[Any, Any], n_trees: int, seed: int) -> dict[str, Any]:
    """Three forests, and what is chosen from them."""
    forests, evaluators = [], []
    for inside, held in StratifiedKFold(_N_FOLDS, shuffle=True, random_state=seed).split(X, y):
        forest = RandomForestClassifier(n_trees, random_state=seed).fit(X.iloc[inside], y[inside])
        forests.append(forest)
        evaluators.append(make_evaluator(predict_rows(forest, X.iloc[held], y[held])))
    searches = {
        "fitselect": FitSelect().search_together(evaluators),
        "forward": [ForwardSelection().search(evaluator, None, seed) for evaluator in evaluators],
        "pooled": [None] * _N_FOLDS,
    }
    found: dict[str, Any] = {
        method: Committee(tuple(map(_keep, forests, chosen)), np.arange(2))
        for method, chosen in searches.items()
    }
    return found | {"alpha": searches["fitselect"][0].found["alpha"]}


def _keep(forest: Any, search: Search | None) -> Part:
    everybody = np.arange(len(forest.members_))
    if search is None:
        return Part.keep(forest, everybody, np.ones(len(everybody)))
    return Part.keep(forest, search.kept, search.combination_weights)
