"""Claim: some mixtures of the axes are better first choices than the published methods they are made of.

Every combination of three resamplings, four views and two learners, and three forests beside them, on the smaller data
sets of the KEEL repository. Ranks and tests are those of `hedgerow.compare`.
"""

from __future__ import annotations

import warnings
from itertools import product
from typing import Any

import pandas as pd
from sklearn.model_selection import StratifiedKFold

from hedgerow import (
    DecisionTreeClassifier,
    EnsembleClassifier,
    ExtraTreesClassifier,
    RandomForestClassifier,
    RandomOracleClassifier,
    RotationForestClassifier,
)
from hedgerow.datasets import load
from hedgerow.resampling import AdaBoost, DivBoost
from hedgerow.views import PCARotation, RandomProjection, RandomRotation
from studies.running import Record, run_trials

N_MEMBERS = 50
_N_FOLDS = 5
DATA = (
    "australian", "bands", "breast", "bupa", "contraceptive", "crx", "german", "hayes-roth", "heart", "housevotes",
    "ionosphere", "iris", "led7digit", "mammographic", "monk-2", "movement_libras", "pima", "saheart", "sonar", "tae",
    "tic-tac-toe", "vehicle", "vowel", "wdbc", "wine", "wisconsin",
)  # fmt: skip
RESAMPLINGS: dict[str, Any] = {"bagging": "bootstrap", "AdaBoost": AdaBoost(), "DivBoost": DivBoost()}
VIEWS: dict[str, Any] = {
    "": "all",
    "random rotation": RandomRotation(),
    "PCA rotation": PCARotation(),
    "projection": RandomProjection(),
}
LEARNERS: dict[str, Any] = {
    "": DecisionTreeClassifier(),
    "oracle": RandomOracleClassifier(DecisionTreeClassifier()),
}
FORESTS: dict[str, Any] = {
    "random forest": RandomForestClassifier(N_MEMBERS),
    "extra trees": ExtraTreesClassifier(N_MEMBERS),
    "rotation forest": RotationForestClassifier(n_estimators=N_MEMBERS),
}


def list_methods() -> dict[str, Any]:
    """All mixtures and forests, by name."""
    mixtures = {
        " x ".join(filter(None, names)): EnsembleClassifier(
            learner,
            resampling=resampling,
            view=view,
            combination="weighted_vote" if isinstance(resampling, AdaBoost) else "mean_probability",
            n_estimators=N_MEMBERS,
        )
        for names, (resampling, view, learner) in zip(
            product(RESAMPLINGS, VIEWS, LEARNERS),
            product(RESAMPLINGS.values(), VIEWS.values(), LEARNERS.values()),
            strict=True,
        )
    }
    return mixtures | FORESTS


def run(quick: bool) -> pd.DataFrame:
    """Errors of each method on each data set, over the folds of a cross-validation."""
    data, methods = (DATA[-3:], list(list_methods())[:2]) if quick else (DATA, list(list_methods()))
    trials = run_trials(_try_method, list(product(data, methods)), quick)
    return trials.round(6)


def _try_method(data: str, method: str) -> list[Record]:
    table = load(f"keel:{data}")
    y = pd.Series(table.target).astype(str).to_numpy()
    folds = StratifiedKFold(_N_FOLDS, shuffle=True, random_state=0)
    wrong = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # small classes
        for train, test in folds.split(table.features, y):
            model = list_methods()[method].set_params(random_state=0)
            model.fit(table.features.iloc[train], y[train])
            wrong += int((model.predict(table.features.iloc[test]) != y[test]).sum())
    return [{"data": data, "method": method, "n_rows": len(y), "error": wrong / len(y)}]
