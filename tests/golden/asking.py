"""Fit an estimator on a table and note everything that it predicts and has found."""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np
import pandas as pd
from tests.golden.tables import rows_of

METHODS = ("predict", "predict_proba", "decision_function", "transform")
# Not what an estimator has found, but what it was given.
GIVEN = {"n_features_in_", "feature_names_in_", "classes_", "fixed_features_"}


class _Choice:
    """Threads that estimators may use: the answers are the same for any number."""

    n_jobs = 1


choice = _Choice()


def ask(estimator: Any, table: str, *, weighted: bool = False) -> dict[str, Any]:
    """Fit an estimator with a fixed seed; a table or weights that it refuses are noted by the kind of the refusal."""
    rows = rows_of(table)
    if "random_state" in estimator.get_params(deep=False):
        estimator.set_params(random_state=0)
    if "n_jobs" in estimator.get_params(deep=False):
        estimator.set_params(n_jobs=choice.n_jobs)
    try:
        estimator.fit(rows.X, rows.y, **({"sample_weight": _draw_weights(len(rows.y))} if weighted else {}))
    except (ValueError, TypeError) as refusal:
        return {"refused": np.array([type(refusal).__name__])}
    said: dict[str, Any] = {}
    for method in METHODS:
        if hasattr(estimator, method):
            said[method] = getattr(estimator, method)(rows.X_new)
    if "predict" in said and np.shape(said["predict"]) == np.shape(rows.y_new):
        said |= _score(rows.y_new, said["predict"])
    if hasattr(estimator, "get_support"):
        said["support"] = estimator.get_support()
    return said | _look_inside(estimator)


def _draw_weights(n: int) -> Any:
    """Weights of 0, 1, 2 and a half."""
    return np.random.default_rng(3).choice([0.0, 1.0, 2.0, 0.5], n)


def _score(truth: Any, predicted: Any) -> dict[str, float]:
    predicted = np.asarray(predicted)
    if predicted.dtype.kind == "f" and truth.dtype.kind == "f":
        return {"mean squared error": float(np.mean((predicted - truth) ** 2))}
    return {"accuracy": float(np.mean(predicted == truth))}


def _look_inside(estimator: Any) -> dict[str, Any]:
    """Numbers and tables among the public fitted attributes."""
    names = sorted(
        name
        for name in {*vars(estimator), *dir(type(estimator))}
        if name.endswith("_") and not name.startswith("_") and name not in GIVEN
    )
    found = {}
    for name in names:
        value = getattr(estimator, name, None)
        if isinstance(value, numbers.Number | np.ndarray | pd.DataFrame | pd.Series) and not isinstance(
            value, str
        ):
            found[name] = value
    return {
        name: value
        for name, value in found.items()
        if not (isinstance(value, np.ndarray) and value.dtype == object)
    }
