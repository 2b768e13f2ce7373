"""Values on the axes: every resampling, view, code, combination rule and pruning method, in one small ensemble."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from tests.golden.asking import ask
from tests.golden.public import public

CLASSES = ("wbc", "iris")


def _tree() -> Any:
    return public.DecisionTreeClassifier(max_depth=3, random_state=0)


def _classify(table: str, **choices: Any) -> Any:
    return ask(public.EnsembleClassifier(_tree(), **{"n_estimators": 6, **choices}), table)


def _regress(**choices: Any) -> Any:
    tree = public.DecisionTreeRegressor(max_depth=3, random_state=0)
    return ask(public.EnsembleRegressor(tree, **{"n_estimators": 6, **choices}), "diabetes")


_RESAMPLINGS: dict[str, Callable[[], Any]] = {
    "AdaBoost": lambda: public.AdaBoost(),
    "ArcX4": lambda: public.ArcX4(3.0, method="reweighting"),
    "BoostByMajority": lambda: public.BoostByMajority(6, edge=0.1),
    "Bootstrap": lambda: public.Bootstrap(0.7, by_weight=False),
    "DivBoost": lambda: public.DivBoost("w1"),
    "Full": lambda: public.Full(),
    "Subsample": lambda: public.Subsample(0.5),
    "UniqueBootstrap": lambda: public.UniqueBootstrap(),
}
_VIEWS: dict[str, Callable[[], Any]] = {
    "AllFeatures": lambda: public.AllFeatures(),
    "InputDecimation": lambda: public.InputDecimation(0.6),
    "PCARotation": lambda: public.PCARotation(2),
    "RandomCombinations": lambda: public.RandomCombinations(2.0, n_terms=2),
    "RandomProjection": lambda: public.RandomProjection(3),
    "RandomRotation": lambda: public.RandomRotation(),
    "Subspace": lambda: public.Subspace(0.5, replace=True),
}
_CODES: dict[str, Callable[[], Any]] = {
    "BinaryCode": lambda: public.BinaryCode(),
    "DenseRandom": lambda: public.DenseRandom(50),
    "Discriminant": lambda: public.Discriminant(),
    "Exhaustive": lambda: public.Exhaustive(),
    "GivenCode": lambda: public.GivenCode([[1, 1, -1], [1, -1, 1], [-1, 1, 1]]),
    "GrayCode": lambda: public.GrayCode(),
    "MaximalDistance": lambda: public.MaximalDistance(2, max_steps=50),
    "MinimalCode": lambda: public.MinimalCode(n_generations=3, population=4, islands=1),
    "PBIL": lambda: public.MinimalCode(public.PBIL(), n_generations=3, population=6, islands=2),
    "GeneticAlgorithm": lambda: public.MinimalCode(
        public.GeneticAlgorithm(migration_every=2), n_generations=4, population=6, islands=2
    ),
    "OneVsOne": lambda: public.OneVsOne(),
    "OneVsRest": lambda: public.OneVsRest(),
    "RandomPartitions": lambda: public.RandomPartitions("free"),
    "SparseRandom": lambda: public.SparseRandom(50),
}
_COMBINATIONS: dict[str, Callable[[], Any]] = {
    "AccuracyWeightedMean": lambda: public.AccuracyWeightedMean("log_odds"),
    "BayesNetCombiner": lambda: public.BayesNetCombiner(binning="frequency", vote_share=0.25),
    "BordaCount": lambda: public.BordaCount(),
    "ConfidenceWeighted": lambda: public.ConfidenceWeighted("vote", "laplace"),
    "DecisionTemplates": lambda: public.DecisionTemplates(),
    "DynamicIntegration": lambda: public.DynamicIntegration(),
    "Maximum": lambda: public.Maximum(),
    "Mean": lambda: public.Mean(),
    "MeanProbability": lambda: public.MeanProbability(),
    "Median": lambda: public.Median(),
    "Minimum": lambda: public.Minimum(),
    "NaiveBayesCombination": lambda: public.NaiveBayesCombination(),
    "Product": lambda: public.Product(0.01),
    "TrimmedMean": lambda: public.TrimmedMean(0.2),
    "Veto": lambda: public.Veto("mean_probability", 0.1),
    "Vote": lambda: public.Vote(),
    "WeightedMedian": lambda: public.WeightedMedian(),
    "WeightedVote": lambda: public.WeightedVote(),
}
_PRUNING: dict[str, Callable[[], Any]] = {
    "BestMembers": lambda: public.BestMembers(),
    "ClusterPruning": lambda: public.ClusterPruning(),
    "FitSelect": lambda: public.FitSelect(),
    "ForwardSelection": lambda: public.ForwardSelection(6, 1, 2),
    "GeneticSelection": lambda: public.GeneticSelection(5, 8),
    "InstanceSelection": lambda: public.InstanceSelection(n_neighbours=5),
    "KappaErrorHull": lambda: public.KappaErrorHull(),
    "KappaPruning": lambda: public.KappaPruning(),
    "MarginDistance": lambda: public.MarginDistance(),
    "OpitzSelection": lambda: public.OpitzSelection(),
    "ReduceError": lambda: public.ReduceError(backfitting=True),
}
_MODES = ("selection", "weighted", "upper_half")
_DECODINGS = ("hamming", "l1", "euclidean", "linear", "exponential", "hinge", "probabilistic", "attenuated")


def _prune(make: Callable[[], Any], table: str) -> Any:
    forest = public.RandomForestClassifier(8, max_depth=3, random_state=0)
    return ask(public.PrunedEnsembleClassifier(forest, method=make()), table)


def _prune_values(make: Callable[[], Any]) -> Any:
    forest = public.RandomForestRegressor(8, max_depth=3, random_state=0)
    return ask(public.PrunedEnsembleRegressor(forest, method=make()), "diabetes")


def _code(make: Callable[[], Any]) -> Any:
    return ask(public.ECOCClassifier(_tree(), code=make(), n_estimators=None), "iris")


def _list_cases() -> dict[str, Callable[[], Any]]:
    cases: dict[str, Callable[[], Any]] = {}
    for axis, values in (("resampling", _RESAMPLINGS), ("view", _VIEWS), ("combination", _COMBINATIONS)):
        for name, make in values.items():
            for table in CLASSES:
                cases[f"{name} on {table}"] = lambda a=axis, m=make, t=table: _classify(t, **{a: m()})
            cases[f"{name} on diabetes"] = lambda a=axis, m=make: _regress(**{a: m()})
    cases["AdaBoostR2 on diabetes"] = lambda: _regress(resampling=public.AdaBoostR2("exponential"))
    for name, make in _CODES.items():
        cases[f"{name} on iris"] = lambda m=make: _code(m)
    for name, make in _PRUNING.items():
        for table in CLASSES:
            cases[f"{name} on {table}"] = lambda m=make, t=table: _prune(m, t)
        cases[f"{name} on diabetes"] = lambda m=make: _prune_values(m)
    for mode in _MODES:
        cases[f"DynamicIntegration with {mode} on wbc"] = lambda m=mode: _classify(
            "wbc", combination=public.DynamicIntegration(mode=m, n_neighbours=3)
        )
    for rule in _DECODINGS:
        cases[f"Decoding with {rule} on iris"] = lambda r=rule: ask(
            public.ECOCClassifier(_tree(), code="exhaustive", decoding=r), "iris"
        )
    cases["PrototypeOracle on wbc"] = lambda: ask(
        public.RandomOracleClassifier(_tree(), oracle=public.PrototypeOracle(2)), "wbc"
    )
    cases["GivenCode with zeros on iris"] = lambda: _code(lambda: np.array([[1, 0], [-1, 1], [0, -1]]))
    return cases


AXES = _list_cases()
