"""Which classes a model file may name."""

from __future__ import annotations

from dataclasses import is_dataclass
from importlib import import_module
from typing import Any

from sklearn.base import BaseEstimator

from hedgerow.saving.errors import ModelFileError

# Their fitted state is numbers and arrays, and what they do with it is NumPy: at worst an exception.
_OF_SCIKIT_LEARN = {
    "sklearn.compose._column_transformer:ColumnTransformer",
    "sklearn.dummy:DummyClassifier",
    "sklearn.dummy:DummyRegressor",
    "sklearn.impute._base:SimpleImputer",
    "sklearn.linear_model._base:LinearRegression",
    "sklearn.linear_model._logistic:LogisticRegression",
    "sklearn.linear_model._ridge:Ridge",
    "sklearn.naive_bayes:GaussianNB",
    "sklearn.pipeline:Pipeline",
    "sklearn.preprocessing._data:StandardScaler",
    "sklearn.preprocessing._encoders:OneHotEncoder",
}
_CLOSED = ("hedgerow._kernels", "hedgerow.cli", "hedgerow.saving")


def name_class(kind: type) -> str:
    """The name of a class in a file; refuse one that no file may name."""
    name = f"{kind.__module__}:{kind.__qualname__}"
    if not _is_known(kind, name):
        raise ModelFileError(
            f"a model file cannot hold a {kind.__module__}.{kind.__qualname__}; use pickle or joblib for this model, "
            "and load such a file only if you trust who wrote it"
        )
    return name


def find_class(name: Any) -> type:
    """The class of a name in a file; refuse all that `name_class` would not have written."""
    if not isinstance(name, str) or name.count(":") != 1:
        raise ModelFileError(f"{name!r} is no name of a class")
    module, qualified = name.split(":")
    if name not in _OF_SCIKIT_LEARN and not module.startswith("hedgerow."):
        raise ModelFileError(f"it names {name!r}, which no model file may name")
    try:
        found: Any = import_module(module)
        for part in qualified.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, ValueError):
        raise ModelFileError(f"it names {name!r}, which this version does not have") from None
    if (
        not isinstance(found, type)
        or f"{found.__module__}:{found.__qualname__}" != name
        or not _is_known(found, name)
    ):
        raise ModelFileError(f"it names {name!r}, which no model file may name")
    return found


def _is_known(kind: type, name: str) -> bool:
    """Whether instances are nothing but attributes: estimators and records of ours, and a few of scikit-learn's."""
    if name in _OF_SCIKIT_LEARN:
        return True
    is_ours = kind.__module__.startswith("hedgerow.") and not kind.__module__.startswith(_CLOSED)
    return (
        is_ours
        and "<locals>" not in name
        and (issubclass(kind, BaseEstimator) or is_dataclass(kind) or _is_plain(kind))
    )


def _is_plain(kind: type) -> bool:
    """A class whose instances have a dictionary and nothing else."""
    return not issubclass(kind, BaseException | type) and kind.__new__ is object.__new__
