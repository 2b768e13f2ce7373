"""hedgerow: ensembles that usefully disagree, and honest answers to which features matter.

The public names are imported lazily: ``import hedgerow`` costs next to nothing, and Numba is loaded by the first fit.
"""

from __future__ import annotations

from typing import Any

from hedgerow._kernels.loading import import_quickly

__version__ = "0.1.0"

_HOME = {
    "BaggingClassifier": "ensembles.bagging",
    "BaggingRegressor": "ensembles.bagging",
    "BinnedTable": "trees.binning",
    "DecisionTreeClassifier": "trees.estimators",
    "DecisionTreeRegressor": "trees.estimators",
    "EnsembleClassifier": "ensembles.engine",
    "EnsembleRegressor": "ensembles.engine",
    "ExtraTreesClassifier": "ensembles.forest",
    "ExtraTreesRegressor": "ensembles.forest",
    "RandomForestClassifier": "ensembles.forest",
    "RandomForestRegressor": "ensembles.forest",
    "RandomSubspaceClassifier": "ensembles.subspace",
    "RandomSubspaceRegressor": "ensembles.subspace",
    "Table": "tables",
    "Tree": "trees.tree",
    "export_text": "trees.export",
    "plot_tree": "displays.tree",
    "read_table": "tables",
}
_MODULES = ("combination", "datasets", "resampling", "tables", "views")

__all__ = ["__version__", *_HOME, *_MODULES]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_quickly(f"hedgerow.{_HOME[name]}"), name)
    if name in _MODULES:
        return import_quickly(f"hedgerow.{name}")
    raise AttributeError(f"module 'hedgerow' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
