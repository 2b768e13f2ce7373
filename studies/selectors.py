"""Question: which selector should I try first? All of them, on the same rows, judged by three learners."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.feature_selection import SelectKBest, f_classif
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedShuffleSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

from hedgerow import RandomForestClassifier, datasets
from hedgerow.foundation.doors import find_public
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.selection.ensemble import SelectorEnsemble
from hedgerow.selection.stability import stability_of
from hedgerow.selection.wrappers import WrapperSelector
from studies.running import Record, run_trials

N_SPLITS = 3  # a third of the rows is left out to be tested on
_CELL = ["data", "selector"]
_ALL, F_FILTER = "all features", "F-filter"

DATA: dict[str, Callable[[], Any]] = {
    "breast cancer": lambda: datasets.load("breast_cancer"),
    "ionosphere": lambda: datasets.load("ionosphere"),
    "pima": lambda: datasets.load("pima"),
    "sonar": lambda: datasets.load("sonar"),
    "votes": lambda: datasets.load("votes"),
    "wbc": lambda: datasets.load("wbc"),
    "wine": lambda: datasets.load("wine"),
    "Friedman + 20 noise": lambda: datasets.append_noise(
        datasets.make_friedman(300, random_state=0), 20, random_state=1
    ).table(),
    "LED + 17 noise": lambda: datasets.make_led(500, n_noise=17, random_state=0).table(),
    "Madelon-like": lambda: datasets.make_madelon(500, 60, random_state=0).table(),
    "multiplexer + 10 noise": lambda: datasets.make_multiplexer(400, n_noise=10, random_state=0).table(),
    "waveform + 19 noise": lambda: datasets.make_waveform(400, n_noise=19, random_state=0).table(),
}

LEARNERS: dict[str, Callable[[int], Any]] = {
    "forest": lambda seed: RandomForestClassifier(100, random_state=seed, n_jobs=1),
    "neighbours": lambda seed: make_pipeline(StandardScaler(), KNeighborsClassifier()),
    "logistic": lambda seed: make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000)),
}

# By name: the class, and how it is made of the number of features and a seed.
_BY_NAME: dict[str, tuple[str, Callable[[Any, int, int], Any]]] = {
    "relevance test": (
        "RelevanceSelector",
        lambda kind, n, seed: kind(random_state=seed, n_jobs=1),
    ),
    "one tree": ("TreeSelector", lambda kind, n, seed: kind()),
    "one tree, feasible": ("TreeSelector", lambda kind, n, seed: kind("feasible")),
    "ACE": (
        "ACESelector",
        lambda kind, n, seed: kind(random_state=seed, n_jobs=1),
    ),
    "mRMR": (
        "MRMRSelector",
        lambda kind, n, seed: kind(n_features=count_kept(n)),
    ),
    "FCBF": ("FCBFSelector", lambda kind, n, seed: kind()),
    "CFS": ("CFSSelector", lambda kind, n, seed: kind()),
    "causal": ("CausalSelector", lambda kind, n, seed: kind()),
}
_HERE: dict[str, Callable[[int, int], Any]] = {
    F_FILTER: lambda n, seed: SelectKBest(f_classif, k=count_kept(n)),
    "ensemble of F-filters": lambda n, seed: SelectorEnsemble(
        SelectKBest(f_classif, k=count_kept(n)), random_state=seed
    ),
    **{
        f"wrapper, {search}": lambda n, seed, search=search: WrapperSelector(
            GaussianNB(), search, nested=None, random_state=seed
        )
        for search in ("forward", "backward", "sffs", "hill-climb", "genetic")
    },
}


def count_kept(n_features: int) -> int:
    """How many features a selector keeps that has to be told: ten, but no more than half."""
    return max(1, min(10, n_features // 2))


def list_selectors() -> dict[str, Callable[[int, int], Any]]:
    """Every selector that is there, by name."""
    found = dict(_HERE)
    for name, (public, make) in _BY_NAME.items():
        made = find_public(public)
        found[name] = lambda n, seed, made=made, make=make: make(made, n, seed)
        if name == "one tree":
            found["ensemble of trees"] = lambda n, seed, made=made, make=make: SelectorEnsemble(
                make(made, n, seed), random_state=seed
            )
    return found


def run(quick: bool) -> pd.DataFrame:
    """For each table and selector: features kept, accuracies, stability over the splits, and time."""
    tables, n_splits = (("wine",), 2) if quick else (tuple(DATA), N_SPLITS)
    names = [_ALL, *list_selectors()]
    tasks = [(table, name, n_splits) for table in tables for name in names]
    return run_trials(_try_selector, tasks, quick).round(4)


def read_table(name: str) -> tuple[NDArray[np.float64], NDArray[Any]]:
    """Features as numbers, so that all selectors can read them, and the classes.

    The codes of a category are taken for numbers (those of the votes are no, yes), and gaps are filled with the median.
    """
    table = DATA[name]()
    X = np.asarray(FeatureEncoding.learn(table.features).encode(table.features), dtype=np.float64)
    return np.where(np.isnan(X), np.nanmedian(X, axis=0), X), np.asarray(table.target).astype(str)


def _try_selector(table: str, name: str, n_splits: int) -> list[Record]:
    """One record: a selector on all splits of a table."""
    X, y = read_table(table)
    splits = StratifiedShuffleSplit(n_splits=n_splits, test_size=1 / 3, random_state=0)
    supports, seconds = [], []
    accuracies: dict[str, list[float]] = {learner: [] for learner in LEARNERS}
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that nothing was found is told by the number of features
        for seed, (train, test) in enumerate(splits.split(X, y)):
            start = process_time()
            supports.append(_select(name, X[train], y[train], seed))
            seconds.append(process_time() - start)
            for learner, make in LEARNERS.items():
                model = make(seed).fit(X[train][:, supports[-1]], y[train])
                accuracies[learner].append(float(model.score(X[test][:, supports[-1]], y[test])))
    return [
        {
            "data": table,
            "selector": name,
            "n_splits": n_splits,
            "n_features": X.shape[1],
            "n_kept": float(np.mean([support.sum() for support in supports])),
            **{learner: float(np.mean(found)) for learner, found in accuracies.items()},
            "stability": np.nan if name == _ALL else stability_of(supports).stability,
            "seconds": float(np.median(seconds)),
        }
    ]


def _select(name: str, X: NDArray[np.float64], y: NDArray[Any], seed: int) -> NDArray[np.bool_]:
    if name == _ALL:
        return np.ones(X.shape[1], np.bool_)
    support = np.asarray(list_selectors()[name](X.shape[1], seed).fit(X, y).get_support())
    return support if support.any() else np.ones_like(support)
