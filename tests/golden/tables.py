"""The tables that the cases are asked on: two classes, three classes, categories with gaps, values, label sets."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from sklearn.datasets import load_diabetes, load_iris
from tests.golden.public import public


class Rows(NamedTuple):
    """Rows to learn from, and rows to predict."""

    X: Any
    y: Any
    X_new: Any
    y_new: Any


def _split(X: Any, y: Any, n: int, n_new: int) -> Rows:
    order = np.random.default_rng(7).permutation(len(y))[: n + n_new]
    rows, new = np.sort(order[:n]), np.sort(order[n:])
    y = np.asarray(y)
    if isinstance(X, pd.DataFrame):
        return Rows(X.iloc[rows].reset_index(drop=True), y[rows], X.iloc[new].reset_index(drop=True), y[new])
    return Rows(X[rows], y[rows], X[new], y[new])


def _bundled(name: str, n: int, n_new: int, n_columns: int = 100) -> Rows:
    table = public.load(name)
    return _split(table.features.iloc[:, :n_columns], table.target.to_numpy(), n, n_new)


def _whole_numbers() -> Rows:
    rows = _bundled("wbc", 160, 60)
    X, X_new = rows.X.fillna(1).astype(int), rows.X_new.fillna(1).astype(int)
    return Rows(X, rows.y, X_new, rows.y_new)


def _values() -> Rows:
    found = load_diabetes(as_frame=True)
    return _split(found.data, found.target, 120, 50)


def _mixed_values() -> Rows:
    """Diabetes with a category in place of the sex, and a gap in every seventh cell of the body-mass index."""
    found = load_diabetes(as_frame=True)
    X = found.data.assign(sex=pd.Categorical(np.where(found.data["sex"] > 0, "one", "other")))
    X["bmi"] = X["bmi"].where(np.arange(len(X)) % 7 != 0)
    return _split(X, found.target, 120, 50)


def _label_sets() -> Rows:
    sample = public.make_label_sets(170, 6, 5, random_state=0)
    return _split(sample.X, sample.Y, 120, 50)


_MAKE: dict[str, Any] = {
    "wbc": lambda: _bundled("wbc", 120, 60),
    "iris": lambda: _split(*load_iris(return_X_y=True), 90, 60),
    "votes": lambda: _bundled("votes", 120, 60),
    "sonar": lambda: _bundled("sonar", 120, 60, 12),
    "whole": _whole_numbers,
    "diabetes": _values,
    "mixed": _mixed_values,
    "labels": _label_sets,
}


@cache
def rows_of(name: str) -> Rows:
    """Get a table by name."""
    rows: Rows = _MAKE[name]()
    return rows
