"""Models of the kinds of object that no kept file holds: the fuzz fits them afresh."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from tests.saving.models import SEEDED, STUMP, h, make_tables

Maker = Callable[[], Any]
_NUMERIC = {"cv": 2, "nested": None}


def _tree() -> Any:
    return h.DecisionTreeClassifier(**STUMP, **SEEDED)


def _code(name: str) -> Maker:
    return lambda: h.ECOCClassifier(_tree(), code=name, **SEEDED)


def _pruned(name: str, ensemble: Any = None) -> Maker:
    return lambda: h.PrunedEnsembleClassifier(
        ensemble or h.RandomForestClassifier(5, max_depth=3, **SEEDED), method=name, **SEEDED
    )


def _combined(name: str) -> Maker:
    return lambda: h.EnsembleClassifier(_tree(), n_estimators=3, combination=name, **SEEDED)


def _searched(search: str) -> Maker:
    return lambda: h.WrapperSelector(GaussianNB(), getattr(h, search)(), **_NUMERIC, **SEEDED)


def _masked(name: str) -> Maker:
    return lambda: h.MaskEnsembleClassifier(n_estimators=3, search=name, **SEEDED)


MORE_MODELS: dict[str, tuple[str, Maker]] = {
    **{
        f"code-{name}": ("four", _code(name))
        for name in ("binary", "gray", "dense_random", "one_vs_rest", "maximal_distance")
    },
    **{f"combination-{name}": ("three", _combined(name)) for name in ("maximum", "minimum", "bayes_net")},
    "combination-table": (
        "two", lambda: h.EnsembleClassifier(_tree(), n_estimators=2, combination="bayes_net", **SEEDED),
    ),
    "combination-accuracy": ("two", _combined("accuracy_weighted")),
    **{
        f"pruned-{name}": ("two", _pruned(name))
        for name in (
            "best", "cluster", "fitselect", "forward", "genetic", "hull", "kappa", "margin_distance", "opitz",
            "reduce_error",
        )
    },
    "pruned-bayes": ("two", _pruned("best", h.BaggingClassifier(h.NaiveBayesClassifier(), 4, **SEEDED))),
    "pruned-linear": ("two", _pruned("best", h.BaggingClassifier(GaussianNB(), 4, **SEEDED))),
    **{
        f"wrapper-{name}": ("two", _searched(name))
        for name in ("ForwardSearch", "BackwardSearch", "FloatingSearch", "HillClimbSearch")
    },
    **{f"masks-{name}": ("two", _masked(name)) for name in ("genetic", "hill_climb", "random")},
    "relevance-local": ("mixed", lambda: h.ForestRelevance(n_estimators=50, local="both", **SEEDED)),
    "oracle-bayes": ("two", lambda: h.RandomOracleClassifier(GaussianNB(), **SEEDED)),
    "oracle-linear": ("values", lambda: h.RandomOracleRegressor(LinearRegression(), **SEEDED)),
    "tipcac-linear": ("three", lambda: h.TIPCACClassifier(kernel="linear")),
    **{
        f"gate-{gate}": ("two", lambda gate=gate: h.PrototypeMixtureClassifier(gate=gate, **SEEDED))
        for gate in ("dynamic", "power", "softmax", "static", "winner")
    },
    **{
        f"experts-{name}": ("two", lambda name=name: h.LocalExpertsClassifier(GaussianNB(), partition=name, **SEEDED))
        for name in ("random", "feature", "all")
    },
}  # fmt: skip


def fit_more() -> dict[str, Any]:
    """The fitted models."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {name: make().fit(*make_tables()[table]) for name, (table, make) in MORE_MODELS.items()}
