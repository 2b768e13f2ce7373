"""Claim: what came out ahead of all mixtures is a good first choice on tables that had no part in choosing it.

The best of `mixtures` and the forests, a hundred members each. Classes: the larger data sets of the KEEL repository,
1,000 rows of each to learn from, all others to be judged by, three times. Numbers: of its tables that `oracles` does
not know the column with the most values is predicted from the others, classes left out; 1,000 rows at most, halved five
times.
"""

from __future__ import annotations

import warnings
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import clone
from sklearn.model_selection import RepeatedKFold, train_test_split

from hedgerow import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    EnsembleClassifier,
    EnsembleRegressor,
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from hedgerow.datasets import load
from hedgerow.ensembles import RotationForestClassifier, RotationForestRegressor
from hedgerow.learners import RandomOracleClassifier
from hedgerow.resampling import DivBoost
from hedgerow.views import PCARotation
from studies.number_problems import PROBLEMS, read_problem
from studies.running import Record, run_trials

_N_ROWS = 1000
_N_DRAWS = 3
_N_HALVES = 10
CLASSES = (
    "banana", "chess", "letter", "magic", "marketing", "mushroom", "optdigits", "penbased", "phoneme", "ring",
    "satimage", "segment", "spambase", "splice", "texture", "titanic", "twonorm",
)  # fmt: skip
_ROTATED: dict[str, Any] = {"view": PCARotation(), "n_estimators": 100}
CLASSIFIERS: dict[str, Any] = {
    "random forest": RandomForestClassifier(),
    "extra trees": ExtraTreesClassifier(),
    "rotation forest": RotationForestClassifier(),
    "bagging x PCA rotation x few features": EnsembleClassifier(
        DecisionTreeClassifier(max_features="sqrt"), resampling="bootstrap", **_ROTATED
    ),
    "DivBoost x PCA rotation x oracle": EnsembleClassifier(
        RandomOracleClassifier(DecisionTreeClassifier()), resampling=DivBoost(), **_ROTATED
    ),
}
REGRESSORS: dict[str, Any] = {
    "random forest": RandomForestRegressor(),
    "extra trees": ExtraTreesRegressor(),
    "rotation forest": RotationForestRegressor(),
    "bagging x random cuts": EnsembleRegressor(
        DecisionTreeRegressor(split="random"), resampling="bootstrap", n_estimators=100
    ),
    "bagging x PCA rotation": EnsembleRegressor(DecisionTreeRegressor(), resampling="bootstrap", **_ROTATED),
}


def run(quick: bool) -> pd.DataFrame:
    """Mean error of each method on each data set: a share of the rows, or a root of mean squares."""
    classes, draws = (("titanic",), 1) if quick else (CLASSES, _N_DRAWS)
    numbers, halves = (("bupa",), 2) if quick else (PROBLEMS, _N_HALVES)
    trials = pd.concat(
        [
            run_trials(_classify, list(product(classes, CLASSIFIERS, range(draws))), quick),
            run_trials(_predict_numbers, list(product(numbers, REGRESSORS, range(halves))), quick),
        ]
    )
    means = trials.groupby(["task", "data", "method"], sort=False)["error"].mean()
    return means.reset_index().round(6)


def _classify(data: str, method: str, draw: int) -> list[Record]:
    table = load(f"keel:{data}")
    y = pd.Series(table.target).astype(str).to_numpy()
    learned, judged = train_test_split(np.arange(y.size), train_size=_N_ROWS, stratify=y, random_state=draw)
    model = clone(CLASSIFIERS[method]).set_params(random_state=draw)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # columns that look like names of rows
        model.fit(table.features.iloc[learned], y[learned])
    error = float(np.mean(model.predict(table.features.iloc[judged]) != y[judged]))
    return [{"task": "classes", "data": data, "method": method, "error": error}]


def _predict_numbers(data: str, method: str, half: int) -> list[Record]:
    X, y = read_problem(data)
    learned, judged = list(RepeatedKFold(n_splits=2, n_repeats=5, random_state=1).split(y))[half]
    model = clone(REGRESSORS[method]).set_params(random_state=half).fit(X.iloc[learned], y[learned])
    error = float(np.sqrt(np.mean((model.predict(X.iloc[judged]) - y[judged]) ** 2)))
    return [{"task": "numbers", "data": data, "method": method, "error": error}]
