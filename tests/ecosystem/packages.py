"""The packages that people use beside this one, and what each is tried with."""

from __future__ import annotations

import importlib
import warnings
from typing import Any, NamedTuple

import pytest


class Package(NamedTuple):
    """A package, the name that pip knows it by, and what is tried with it."""

    module: str
    name: str
    tried: str
    absent: str = "not installed; `make ecosystem` installs it"  # why it may not be there
    remark: str = "works"


PACKAGES = (
    Package("shap", "shap", "TreeExplainer on trees and forests, and our own exact values beside it"),
    Package("onnxruntime", "onnxruntime", "models written by `to_onnx`, run", remark="works: see `tests/export`"),
    Package("skl2onnx", "skl2onnx", "pipelines, with scikit-learn's own converters registered for our classes"),
    Package("treelite", "treelite", "models written by `to_treelite`, and its own import of our forests"),
    Package("dtreeviz", "dtreeviz", "trees, read node by node and told along the path of a row"),
    Package("boruta", "Boruta", "the importances of our forests"),
    Package("mlxtend", "mlxtend", "sequential selection, and the decomposition into bias and variance"),
    Package(
        "deslib", "DESlib", "pools of our members",
        remark="fails on scikit-learn's own forest, too: it calls a method that scikit-learn 1.7 took away. "
        "With that method given back it works.",
    ),
    Package("imblearn", "imbalanced-learn", "pipelines that make rows up, and balanced bagging of our trees"),
    Package("mapie", "MAPIE", "prediction sets and intervals around our forests"),
    Package("optuna", "optuna", "a search over the parameters of a forest"),
    Package("skrub", "skrub", "pipelines for tables as they are"),
    Package("skops", "skops", "files of our models"),
    Package(
        "mlflow", "mlflow", "models logged and loaded",
        "left out: every release of it asks for pandas < 3, which the locked set-up does not have",
    ),
    Package("polars", "polars", "frames with numbers, gaps and categories"),
    Package("pyarrow", "pyarrow", "tables, and pandas frames with its types"),
    Package("dask", "dask", "members that grow on a cluster of its own, through joblib"),
    Package("ray", "ray", "members that grow in its workers, through joblib"),
)  # fmt: skip


def need(module: str) -> Any:
    """The package, or a skip that says why it is not there; what it warns of when it is imported is its own affair."""
    package = next(each for each in PACKAGES if each.module == module.partition(".")[0])
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(module)
    except ModuleNotFoundError:
        pytest.skip(f"{package.name}: {package.absent}", allow_module_level=True)
