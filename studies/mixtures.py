"""Claim: some mixtures of the axes are better first choices than the published methods they are made of.

Every combination of three resamplings, four views and a few learners, with forests beside them. Classes are those of
the smaller data sets of the KEEL repository, numbers those of the problems of `oracles`. Bagging of trees that look at
few features in a node is a random forest. Ranks and tests are those of `hedgerow.compare`.
"""

from __future__ import annotations

import warnings
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import clone
from sklearn.model_selection import RepeatedKFold, StratifiedKFold

from hedgerow import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    EnsembleClassifier,
    EnsembleRegressor,
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    RandomForestRegressor,
)
from hedgerow.datasets import load
from hedgerow.ensembles import RotationForestClassifier, RotationForestRegressor
from hedgerow.learners import RandomOracleClassifier, RandomOracleRegressor
from hedgerow.resampling import AdaBoost, AdaBoostR2, DivBoost
from hedgerow.views import PCARotation, RandomProjection, RandomRotation
from studies.oracles import SMALL as NUMBERS
from studies.oracles import read_data
from studies.running import Record, run_trials

N_MEMBERS = 50
_N_FOLDS = 5
CLASSES = (
    "australian", "bands", "breast", "bupa", "contraceptive", "crx", "german", "hayes-roth", "heart", "housevotes",
    "ionosphere", "iris", "led7digit", "mammographic", "monk-2", "movement_libras", "pima", "saheart", "sonar", "tae",
    "tic-tac-toe", "vehicle", "vowel", "wdbc", "wine", "wisconsin",
)  # fmt: skip
VIEWS: dict[str, Any] = {
    "": "all",
    "random rotation": RandomRotation(),
    "PCA rotation": PCARotation(),
    "projection": RandomProjection(),
}
_RESAMPLINGS_OF_CLASSES: dict[str, Any] = {
    "bagging": "bootstrap",
    "AdaBoost": AdaBoost(),
    "DivBoost": DivBoost(),
}
_LEARNERS_OF_CLASSES: dict[str, Any] = {
    "": DecisionTreeClassifier(),
    "oracle": RandomOracleClassifier(DecisionTreeClassifier()),
    "few features": DecisionTreeClassifier(max_features="sqrt"),
}
_RESAMPLINGS_OF_NUMBERS: dict[str, Any] = {
    "all rows": "full",
    "bagging": "bootstrap",
    "AdaBoost.R2": AdaBoostR2(),
}
_LEARNERS_OF_NUMBERS: dict[str, Any] = {
    "": DecisionTreeRegressor(),
    "oracle": RandomOracleRegressor(DecisionTreeRegressor()),
    "few features": DecisionTreeRegressor(max_features=1 / 3),
    "random cuts": DecisionTreeRegressor(split="random"),
}


def list_classifiers() -> dict[str, Any]:
    """All mixtures and forests for classes, by name."""
    mixtures = {
        name: EnsembleClassifier(
            learner,
            resampling=resampling,
            view=view,
            combination="weighted_vote" if isinstance(resampling, AdaBoost) else "mean_probability",
            n_estimators=N_MEMBERS,
        )
        for name, (resampling, view, learner) in _mix(_RESAMPLINGS_OF_CLASSES, VIEWS, _LEARNERS_OF_CLASSES)
    }
    return mixtures | {
        "extra trees": ExtraTreesClassifier(N_MEMBERS),
        "rotation forest": RotationForestClassifier(n_estimators=N_MEMBERS),
    }


def list_regressors() -> dict[str, Any]:
    """All mixtures and forests for numbers, by name, but for the one of equal trees."""
    mixtures = {
        name: EnsembleRegressor(
            learner,
            resampling=resampling,
            view=view,
            combination="weighted_median" if isinstance(resampling, AdaBoostR2) else "mean",
            n_estimators=N_MEMBERS,
        )
        for name, (resampling, view, learner) in _mix(_RESAMPLINGS_OF_NUMBERS, VIEWS, _LEARNERS_OF_NUMBERS)
        if name != "all rows"
    }
    return mixtures | {
        "random forest": RandomForestRegressor(N_MEMBERS),
        "extra trees": ExtraTreesRegressor(N_MEMBERS),
        "rotation forest": RotationForestRegressor(n_estimators=N_MEMBERS),
    }


def _mix(*axes: dict[str, Any]) -> list[tuple[str, tuple[Any, ...]]]:
    return [
        (" x ".join(filter(None, names)), choices)
        for names, choices in zip(product(*axes), product(*(axis.values() for axis in axes)), strict=True)
    ]


def run(quick: bool) -> pd.DataFrame:
    """Error of each method on each data set: the share of wrong rows, or the root of the mean square."""
    if quick:
        tasks = [("classes", "wine", "bagging"), ("numbers", "alcohol", "bagging")]
    else:
        tasks = [("classes", *task) for task in product(CLASSES, list_classifiers())]
        tasks += [("numbers", *task) for task in product(NUMBERS, list_regressors())]
    return run_trials(_try_method, tasks, quick).round(6)


def _try_method(task: str, data: str, method: str) -> list[Record]:
    error = (_classify if task == "classes" else _predict_numbers)(data, method)
    return [{"task": task, "data": data, "method": method, "error": error}]


def _classify(data: str, method: str) -> float:
    table = load(f"keel:{data}")
    y = pd.Series(table.target).astype(str).to_numpy()
    folds = StratifiedKFold(_N_FOLDS, shuffle=True, random_state=0)
    wrong = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # small classes
        for train, test in folds.split(table.features, y):
            model = list_classifiers()[method].set_params(random_state=0)
            model.fit(table.features.iloc[train], y[train])
            wrong += int((model.predict(table.features.iloc[test]) != y[test]).sum())
    return wrong / len(y)


def _predict_numbers(data: str, method: str) -> float:
    X, y = read_data(data)
    errors = []
    for half, (train, test) in enumerate(RepeatedKFold(n_splits=2, n_repeats=5, random_state=2).split(X)):
        model = clone(list_regressors()[method]).set_params(random_state=half).fit(X[train], y[train])
        errors.append(np.sqrt(np.mean((model.predict(X[test]) - y[test]) ** 2)))
    return float(np.mean(errors))
