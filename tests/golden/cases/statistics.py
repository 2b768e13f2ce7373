"""Tests of differences, indexes of stability, what chance gains, and how local experts divide rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.cluster import KMeans
from sklearn.naive_bayes import GaussianNB
from tests.golden.asking import ask
from tests.golden.public import public
from tests.golden.tables import rows_of


def _draw(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng(seed).random(shape)


_DIFFERENCES = [[0.02, 0.03], [0.01, 0.04], [0.03, 0.02], [0.05, -0.01], [0.02, 0.0]]
_SUPPORTS = _draw(6, 12) < 0.4
_RANKS = np.argsort(_draw(5, 8), axis=1) + 1.0
_ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "alpaydin_f": (_DIFFERENCES,),
    "best_gain_distribution": (20, 6, np.linspace(0.1, 0.8, 6)),
    "binomial_standard_error": (0.106, 20_000),
    "bonferroni_dunn": ([1.2, 2.0, 2.8], 20, 0),
    "correct_priors": (_draw(4, 3), np.array([0.2, 0.3, 0.5]), np.array([0.5, 0.3, 0.2])),
    "corrected_t": (np.ravel(_DIFFERENCES), 0.25),
    "critical_difference": (14, 4),
    "decompose": ([[0.6, 0.3, 0.1], [0.2, 0.2, 0.6]], [[0.45, 0.55, 0.0], [0.1, 0.0, 0.9]]),
    "dietterich_t": (_DIFFERENCES,),
    "estimate_stability": (_SUPPORTS,),
    "expected_class_gain": ([[1, 1, 1], [2, 3, 0], [50, 50, 50]],),
    "five_by_two_splits": ([0, 1] * 10,),
    "friedman": (_RANKS,),
    "holm": ([0.01, 0.04, 0.03, 0.2],),
    "interval_half_width": ([0.8, 0.9, 0.7],),
    "irrelevant_gain_moments": ([4, 20, 2000], [2, 10, 300]),
    "jaccard_stability": (_SUPPORTS,),
    "keep_before_scree": ([0.9, 0.2, 0.85, 0.3, 0.8],),
    "kuncheva_stability": ([[1, 1, 0, 0], [1, 0, 1, 0], [1, 1, 0, 0]],),
    "lower_bound": ([10, 50],),
    "midpoint": ([10, 50],),
    "nemenyi": ([1.2, 2.0, 2.8], 20),
    "passes_sign_threshold": (38, 2, 21),
    "quantitative_scores": (_draw(4, 3),),
    "rank_features": ([[0.2, 0.9, np.nan], [0.4, 0.4, 0.1]],),
    "rank_methods": (_draw(4, 5).round(1),),
    "sign_test": ([38, 3], [2, 1], [21, 9]),
    "sign_threshold": (61,),
    "spearman_stability": (_RANKS,),
    "stability_of": (_SUPPORTS,),
    "standard_error": ([0.8, 0.9, 0.7],),
    "upper_bound": ([10, 50],),
    "value_gain_moments": ([2, 3, 100],),
    "wilcoxon": (np.ravel(_DIFFERENCES),),
}
_OPTIONS: dict[str, dict[str, Any]] = {"five_by_two_splits": {"random_state": 0}}


def _call(name: str) -> Callable[[], Any]:
    return lambda: getattr(public, name)(*_ARGUMENTS[name], **_OPTIONS.get(name, {}))


def _compare_stability() -> Any:
    first, second = (public.estimate_stability(_draw(6, 12, seed=seed) < 0.5) for seed in (0, 1))
    return public.compare_stability(first, second)


def _divide(partition: Callable[[], Any]) -> Callable[[], Any]:
    def assign() -> Any:
        rows = rows_of("iris")
        fitted = partition().fit(np.asarray(rows.X), rows.y)
        return {"parts": fitted.assign(np.asarray(rows.X_new))}

    return assign


def _gate(gate: Callable[[], Any]) -> Callable[[], Any]:
    return lambda: gate().weigh(_draw(6, 3), 1.0)


def _mask(search: Callable[[], Any]) -> Callable[[], Any]:
    return lambda: ask(public.MaskEnsembleClassifier(GaussianNB(), n_estimators=3, search=search()), "iris")


STATISTICS: dict[str, Callable[[], Any]] = {name: _call(name) for name in _ARGUMENTS} | {
    "compare_stability": _compare_stability,
    "shuffled_gains on iris": lambda: public.shuffled_gains(
        np.asarray(rows_of("iris").X)[:, 0], rows_of("iris").y, n_permutations=20, random_state=0
    ),
    "ClassClusters on iris": _divide(lambda: public.ClassClusters(2, random_state=0)),
    "Clusters on iris": _divide(lambda: public.Clusters(3, random_state=0)),
    "Everything on iris": _divide(lambda: public.Everything()),
    "FeatureIntervals on iris": _divide(lambda: public.FeatureIntervals(4, feature=0)),
    "PredictedParts on iris": _divide(lambda: public.PredictedParts(KMeans(3, n_init=1, random_state=0))),
    "RandomParts on iris": _divide(lambda: public.RandomParts(3, random_state=0)),
    "DynamicGate": _gate(lambda: public.DynamicGate()),
    "PowerGate": _gate(lambda: public.PowerGate(3.0)),
    "SoftmaxGate": _gate(lambda: public.SoftmaxGate(0.5)),
    "StaticGate": _gate(lambda: public.StaticGate()),
    "WinnerGate": _gate(lambda: public.WinnerGate()),
    "GeneticMasks on iris": _mask(lambda: public.GeneticMasks(3)),
    "HillClimb on iris": _mask(lambda: public.HillClimb(max_cycles=1)),
    "RandomMasks on iris": _mask(lambda: public.RandomMasks(2)),
}
