"""Selectors, transformers and clusterers: support, scores, order, and what they make of new rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from tests.golden.asking import ask
from tests.golden.public import public
from tests.golden.tables import rows_of

CLASSES = ("sonar", "votes", "diabetes")


def _clusters(n_estimators: int = 8) -> Any:
    return public.ClusterEnsemble(n_estimators, n_clusters=(2, 4), random_state=0)


def _wrap(search: Any) -> Callable[..., Any]:
    return lambda make: make(GaussianNB(), search() if callable(search) else search, cv=3, nested=2)


def _wrap_values(search: str) -> Callable[..., Any]:
    return lambda make: make(LinearRegression(), search, cv=3, nested=None)


_SELECTORS: dict[str, dict[str, Callable[..., Any]]] = {
    "ACESelector": {"": lambda make: make(3, n_estimators=6, max_rounds=2)},
    "CFSSelector": {
        "": lambda make: make(),
        "sffs": lambda make: make("sffs", measure="pearson"),
        "genetic": lambda make: make("genetic"),
        "forward": lambda make: make("forward"),
    },
    "CausalSelector": {
        "": lambda make: make(),
        "gs": lambda make: make("gs", alpha=0.05),
        "hiton": lambda make: make("hiton"),
        "mmpc": lambda make: make("mmpc", max_condition=3),
        "pc": lambda make: make("pc", prefilter="fcbf", keep="connected"),
        "fisher-z": lambda make: make("pc", test="fisher-z"),
        "tpda": lambda make: make("tpda", prefilter="fcbf"),
        "mixed": lambda make: make("iamb", test="mixed"),
    },
    "CombinedFeatureSelector": {"": lambda make: make(), "gain": lambda make: make("information_gain")},
    "Discretiser": {
        "": lambda make: make(),
        "equal frequency": lambda make: make("equal_frequency"),
        "equal width": lambda make: make("equal_width", n_bins=4, missing="keep"),
    },
    "FCBFSelector": {"": lambda make: make(), "rank": lambda make: make("rank")},
    "FeatureClusterSelector": {"": lambda make: make(3), "pearson": lambda make: make(2, measure="pearson")},
    "FocusSelector": {"": lambda make: make(max_size=3, max_inconsistency=0.15)},
    "ForestRelevance": {
        "": lambda make: make(n_estimators=50),
        "permutations": lambda make: make(n_estimators=50, n_permutations=2, adjust="holm", local="both"),
        "exact": lambda make: make(n_estimators=50, null="exact", adjust="bh", local=None),
    },
    "KollerSahamiSelector": {"": lambda make: make(4)},
    "MRMRSelector": {
        "": lambda make: make(4),
        "fast": lambda make: make(4, ensemble="fast", n_parts=4),
        "inner": lambda make: make(4, ensemble="inner", n_parts=4),
        "full": lambda make: make(4, ensemble="full", n_parts=4),
        "bagged": lambda make: make(4, ensemble="bagged", n_parts=4),
        "difference": lambda make: make(4, measure="correlation", criterion="difference"),
        "information": lambda make: make(4, measure="mutual_information"),
    },
    "ParcelSelector": {"": lambda make: make(GaussianNB(), 8)},
    "RelevanceSelector": {
        "": lambda make: make(n_estimators=50),
        "threshold": lambda make: make("threshold", n_estimators=50),
    },
    "SVMRFESelector": {"": lambda make: make(4)},
    "SelectorEnsemble": {
        "": lambda make: make(public.FCBFSelector(), 4),
        "ranks": lambda make: make(public.MRMRSelector(3), 4, aggregate="mean_rank", n_features=3),
    },
    "TreeSelector": {
        "": lambda make: make(),
        "feasible": lambda make: make("feasible"),
        "frequency": lambda make: make("frequency"),
    },
    "CEFSSelector": {"": lambda make: make(_clusters(6), population_size=6, n_generations=4)},
    "ClusterEnsembleSelector": {
        "": lambda make: make(_clusters()),
        "unbiased": lambda make: make(_clusters(), unbiased=True),
    },
    "ClusterWrapperSelector": {
        "": lambda make: make(n_clusters=(2, 3)),
        "Davies and Bouldin": lambda make: make("davies_bouldin", n_clusters=(2, 3)),
    },
    "CompressionSelector": {"": lambda make: make(2), "loss": lambda make: make(2, max_loss=0.3)},
    "UnsupervisedForestSelector": {
        "": lambda make: make(public.RandomForestClassifier(5, max_depth=4)),
        "impurity": lambda make: make(public.RandomForestClassifier(5, max_depth=4), importance="impurity"),
    },
}

_SEARCHES: dict[str, Callable[[], Any]] = {
    "BackwardSearch": lambda: public.BackwardSearch(shrink=False),
    "FloatingSearch": lambda: public.FloatingSearch(),
    "ForwardSearch": lambda: public.ForwardSearch(),
    "GeneticSearch": lambda: public.GeneticSearch(6, 4),
    "HillClimbSearch": lambda: public.HillClimbSearch(12, n_starts=2, sideways=True),
}


def _bind(name: str, make: Callable[..., Any], table: str, weighted: bool = False) -> Callable[[], Any]:
    return lambda: ask(make(getattr(public, name)), table, weighted=weighted)


def _cluster(clusterer: Any, table: str) -> dict[str, Any]:
    return {"clusters": clusterer.fit_predict(rows_of(table).X), **ask(clusterer, table)}


def _explain() -> dict[str, Any]:
    rows = rows_of("sonar")
    found = public.ForestRelevance(n_estimators=50, random_state=0).fit(rows.X, rows.y)
    return {"relevance": found.relevance_.frame(), "one row": found.explain(0)}


def _list_cases() -> dict[str, Callable[[], Any]]:
    cases: dict[str, Callable[[], Any]] = {}
    for name, choices in _SELECTORS.items():
        for choice, make in choices.items():
            if not choice:
                cases[f"{name} with weights on sonar"] = _bind(name, make, "sonar", weighted=True)
            for table in CLASSES:
                key = f"{name} with {choice} on {table}" if choice else f"{name} on {table}"
                cases[key] = _bind(name, make, table)
    for search in ("forward", "backward", "sffs", "genetic", "hill-climb"):
        cases[f"WrapperSelector with {search} on votes"] = _bind("WrapperSelector", _wrap(search), "votes")
        cases[f"WrapperSelector with {search} on diabetes"] = _bind(
            "WrapperSelector", _wrap_values(search), "diabetes"
        )
    for name, search in _SEARCHES.items():
        cases[f"{name} on sonar"] = _bind("WrapperSelector", _wrap(search), "sonar")
    cases["ForestRelevance with an explanation on sonar"] = _explain
    cases["ClusterEnsemble on iris"] = lambda: _cluster(_clusters(), "iris")
    cases["ClusterEnsemble with maps on iris"] = lambda: _cluster(
        public.ClusterEnsemble(
            4, clusterer=public.SelfOrganisingMap(n_epochs=5), n_clusters=(2, 3), random_state=0
        ),
        "iris",
    )
    cases["SelfOrganisingMap on iris"] = lambda: _cluster(
        public.SelfOrganisingMap(3, n_epochs=5, random_state=0), "iris"
    )
    cases["selection_stability on sonar"] = lambda: public.selection_stability(
        public.FCBFSelector(), rows_of("sonar").X, rows_of("sonar").y, n_repeats=6, random_state=0
    )
    cases["selection_stability with the bootstrap on sonar"] = lambda: public.selection_stability(
        public.MRMRSelector(3), np.asarray(rows_of("sonar").X), rows_of("sonar").y,
        scheme="bootstrap", n_repeats=6, random_state=0,
    )  # fmt: skip
    return cases


SELECTORS = _list_cases()
