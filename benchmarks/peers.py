"""The forests to compare: ours, Intel's where it is installed, scikit-learn's."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Any

import sklearn.ensemble
from sklearn.base import clone

import hedgerow
from benchmarks.rows import OURS
from benchmarks.workloads import make_classes, make_values

THREADS = 2
INTEL, SKLEARN = "sklearnex", "scikit-learn"


@cache
def _modules() -> dict[str, Any]:
    modules: dict[str, Any] = {OURS: hedgerow}
    if find_spec("sklearnex") is not None:
        import sklearnex.ensemble

        modules[INTEL] = sklearnex.ensemble
    return modules | {SKLEARN: sklearn.ensemble}


def libraries() -> list[str]:
    """The names of what is here, ours first."""
    return list(_modules())


def make(library: str, kind: str, **parameters: Any) -> Any:
    """An estimator of a library by the name of its class, on two threads unless told otherwise."""
    _warm_up()
    return getattr(_modules()[library], kind)(**{"n_jobs": THREADS, "random_state": 0} | parameters)


def is_accelerated(forest: Any, X: Any, y: Any, sample_weight: Any = None) -> bool:
    """Whether Intel's forest fits such rows itself, instead of handing them to scikit-learn."""
    fitted = (
        clone(forest)
        .set_params(n_estimators=1)
        .fit(X[:200], y[:200], None if sample_weight is None else sample_weight[:200])
    )
    return hasattr(fitted, "_onedal_estimator")


def classifier(library: str, **parameters: Any) -> Any:
    """A random forest classifier of a library, on two threads unless told otherwise."""
    return make(library, "RandomForestClassifier", **parameters)


def regressor(library: str, **parameters: Any) -> Any:
    """A random forest regressor of a library, on two threads unless told otherwise."""
    return make(library, "RandomForestRegressor", **parameters)


@cache
def _warm_up() -> None:
    """Fit and ask each library once, so that imports, compilation and thread pools are not timed."""
    X, y = make_classes(200, 9)
    for module in _modules().values():
        module.RandomForestClassifier(4, n_jobs=THREADS).fit(X, y).predict_proba(X)
    X, y = make_values(200, 9)
    for module in _modules().values():
        module.RandomForestRegressor(4, n_jobs=THREADS).fit(X, y).predict(X)
