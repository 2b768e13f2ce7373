"""Small fitted models of every kind, and what they predict: what model files are tried with.

``python -m tests.saving.models FOLDER`` writes a file of each model, packed, and ``predictions.json``. The files of a
format are written when the format is new or before it goes, and never again: later versions must read them.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from sklearn.compose import ColumnTransformer
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from hedgerow import codes, combination, pruning, resampling, views
from hedgerow.foundation.doors import find_public


class _Public:
    """Every public name, whatever its door."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return find_public(name)


h = _Public()
N_ASKED = 6
STUMP = {"max_depth": 2}
SEEDED: dict[str, Any] = {"random_state": 0}


@cache
def make_tables() -> dict[str, tuple[pd.DataFrame, Any]]:
    """Tables of one target each: classes, three classes, values, label sets, and one with categories and gaps."""
    rng = np.random.default_rng(0)
    numbers = pd.DataFrame(rng.normal(size=(48, 4)).round(3), columns=["a", "b", "c <d>", "naïve"])
    score = numbers["a"] + 0.5 * numbers["b"]
    mixed = numbers.assign(colour=pd.Categorical(rng.choice(["red", "green", "blue"], 48)))
    mixed.loc[::7, "b"] = np.nan
    labels = np.column_stack([score > 0, numbers["b"] > 0.3, numbers["naïve"] > -0.2]).astype(int)
    whole = pd.DataFrame(rng.integers(0, 3, (48, 4)), columns=list("abcd"))
    return {
        "two": (numbers, np.where(score > 0, "yes", "no")),
        "three": (numbers, np.digitize(score, [-0.5, 0.5])),
        "four": (numbers, np.array(["n", "e", "s", "w"])[np.digitize(score, [-0.7, 0.0, 0.7])]),
        "values": (numbers, (score + 0.1 * numbers["naïve"]).to_numpy()),
        "labels": (numbers, labels),
        "mixed": (mixed, np.where(score + (mixed["colour"] == "red") > 0.3, "yes", "no")),
        "mixed-values": (mixed, score.to_numpy()),
        "array": (numbers.to_numpy(), (score > 0).to_numpy()),
        "whole": (whole, np.where(whole["a"] + whole["b"] > 2, "yes", "no")),
    }


def _forest(**parameters: Any) -> Any:
    return h.RandomForestClassifier(3, max_depth=3, **SEEDED, **parameters)


def _tree() -> Any:
    return h.DecisionTreeClassifier(**STUMP, **SEEDED)


def _tree_of_values() -> Any:
    return h.DecisionTreeRegressor(**STUMP, **SEEDED)


def _ensemble(**parameters: Any) -> Any:
    return h.EnsembleClassifier(_tree(), n_estimators=3, **SEEDED, **parameters)


# One line for each kind of model: the table, and what makes the model.
MODELS: dict[str, tuple[str, Callable[[], Any]]] = {
    "random-forest": ("two", _forest),
    "random-forest-mixed": ("mixed", lambda: _forest(oob_score=True)),
    "random-forest-array": ("array", lambda: h.RandomForestClassifier(3, random_state=np.random.RandomState(3))),
    "random-forest-weights": ("three", lambda: _forest(class_weight={0: 1.0, 1: 2.0, 2: 0.5})),
    "random-forest-values": ("mixed-values", lambda: h.RandomForestRegressor(3, max_depth=3, **SEEDED)),
    "extra-trees": ("three", lambda: h.ExtraTreesClassifier(3, max_depth=3, **SEEDED)),
    "extra-trees-values": ("values", lambda: h.ExtraTreesRegressor(3, max_depth=3, **SEEDED)),
    "tree-mdl": ("mixed", lambda: h.DecisionTreeClassifier(pruning="mdl", **SEEDED)),
    "tree-cost": ("two", lambda: h.DecisionTreeClassifier(ccp_alpha=0.02, class_weight="balanced", **SEEDED)),
    "tree-values": ("values", _tree_of_values),
    "bagging": ("two", lambda: h.BaggingClassifier(_tree(), 3, max_features=0.5, oob_score=True, **SEEDED)),
    "bagging-linear": ("two", lambda: h.BaggingClassifier(LogisticRegression(), 2, **SEEDED)),
    "bagging-values": ("values", lambda: h.BaggingRegressor(_tree_of_values(), 3, **SEEDED)),
    "bagging-ridge": ("values", lambda: h.BaggingRegressor(Ridge(), 2, **SEEDED)),
    "iterated-bagging": ("values", lambda: h.IteratedBaggingRegressor(_tree_of_values(), 2, 2, **SEEDED)),
    "adaboost": ("two", lambda: h.AdaBoostClassifier(_tree(), 3, **SEEDED)),
    "adaboost-weights": ("three", lambda: h.AdaBoostClassifier(_tree(), 3, method="reweighting", **SEEDED)),
    "adaboost-values": ("values", lambda: h.AdaBoostR2Regressor(_tree_of_values(), 3, **SEEDED)),
    "arc-x4": ("two", lambda: h.ArcX4Classifier(_tree(), 3, **SEEDED)),
    "boost-by-majority": ("two", lambda: h.BoostByMajorityClassifier(_tree(), 3, **SEEDED)),
    "divboost": ("two", lambda: h.DivBoostClassifier(_tree(), 3, **SEEDED)),
    "decorate": ("mixed", lambda: h.DecorateClassifier(_tree(), 3, max_trials=4, **SEEDED)),
    "feature-boost": ("two", lambda: h.FeatureBoostClassifier(_tree(), 2, n_corruptions=2, **SEEDED)),
    "rotation-forest": ("two", lambda: h.RotationForestClassifier(_tree(), 2, **SEEDED)),
    "rotation-forest-values": ("values", lambda: h.RotationForestRegressor(_tree_of_values(), 2, **SEEDED)),
    "random-rotation": ("two", lambda: h.RandomRotationClassifier(_tree(), 3, **SEEDED)),
    "random-rotation-values": ("values", lambda: h.RandomRotationRegressor(_tree_of_values(), 2, **SEEDED)),
    "random-subspace": ("mixed", lambda: h.RandomSubspaceClassifier(_tree(), 3, **SEEDED)),
    "random-subspace-values": ("values", lambda: h.RandomSubspaceRegressor(_tree_of_values(), 3, **SEEDED)),
    "hedgerow": ("mixed", lambda: h.HedgerowClassifier(2, max_depth=3, **SEEDED)),
    "hedgerow-values": ("mixed-values", lambda: h.HedgerowRegressor(2, max_depth=3, **SEEDED)),
    "ensemble-projection": ("two", lambda: _ensemble(view="projection", combination="product")),
    "ensemble-combinations": ("two", lambda: _ensemble(view="combinations", combination="borda")),
    "ensemble-decimation": ("three", lambda: _ensemble(view="decimation", combination="median")),
    "ensemble-subsample": (
        "two", lambda: _ensemble(resampling="subsample", combination="naive_bayes", oob_score=True),
    ),
    "ensemble-unique": (
        "two", lambda: _ensemble(resampling="unique_bootstrap", combination="decision_templates"),
    ),
    "ensemble-chosen": (
        "two",
        lambda: _ensemble(
            resampling=resampling.Bootstrap(20),
            view=views.Subspace(2),
            combination=combination.ConfidenceWeighted(),
        ),
    ),
    "ensemble-veto": ("three", lambda: _ensemble(combination=combination.Veto("mean_probability"))),
    "ensemble-trimmed": (
        "values",
        lambda: h.EnsembleRegressor(
            _tree_of_values(), combination="trimmed_mean", n_estimators=3, oob_score=True, **SEEDED
        ),
    ),
    "ensemble-dynamic": ("two", lambda: _ensemble(combination=h.DynamicIntegration(n_neighbours=3))),
    "ensemble-dynamic-linear": (
        "two",
        lambda: h.EnsembleClassifier(
            LogisticRegression(), n_estimators=2, combination=h.DynamicIntegration(n_neighbours=3), **SEEDED
        ),
    ),
    "ecoc": ("four", lambda: h.ECOCClassifier(_tree(), n_estimators=4, **SEEDED)),
    "ecoc-exhaustive": (
        "four", lambda: h.ECOCClassifier(_tree(), code="exhaustive", calibration="platt", weights="csep", **SEEDED),
    ),
    "ecoc-sparse": ("four", lambda: h.ECOCClassifier(_tree(), code="sparse_random", n_estimators=4, **SEEDED)),
    "ecoc-discriminant": ("four", lambda: h.ECOCClassifier(_tree(), code="discriminant", **SEEDED)),
    "ecoc-minimal": (
        "four",
        lambda: h.ECOCClassifier(
            LogisticRegression(), code=codes.MinimalCode(n_generations=2, population=4, islands=1), **SEEDED
        ),
    ),
    "ecoc-given": ("three", lambda: h.ECOCClassifier(_tree(), code=np.eye(3, dtype=int) * 2 - 1, **SEEDED)),
    "one-vs-one": ("three", lambda: _ensemble(code="one_vs_one")),
    "nested-dichotomies": ("four", lambda: h.NestedDichotomiesClassifier(_tree(), 2, **SEEDED)),
    "pairwise": ("three", lambda: h.PairwiseClassifier(_tree(), decision="coupling", **SEEDED)),
    "ddag": ("three", lambda: h.DDAGClassifier(LogisticRegression(), **SEEDED)),
    "tipcac": ("three", h.TIPCACClassifier),
    "tipcac-kernel": ("two", lambda: h.TIPCACClassifier(kernel="rbf")),
    "bayes-net": ("mixed", lambda: h.BayesNetClassifier(n_bootstrap=3, n_operations=200, **SEEDED)),
    "bayes-net-arcs": ("two", lambda: h.BayesNetClassifier([("a", "b"), (0, 2)], **SEEDED)),
    "local-experts": ("two", lambda: h.LocalExpertsClassifier(_tree(), n_parts=2, **SEEDED)),
    "local-experts-values": ("values", lambda: h.LocalExpertsRegressor(LinearRegression(), n_parts=2, **SEEDED)),
    "mixture": ("two", lambda: h.MixtureOfExpertsClassifier(branching=2, max_iter=3, n_init=1, **SEEDED)),
    "mixture-values": (
        "values", lambda: h.MixtureOfExpertsRegressor(branching=(2, 2), max_iter=3, n_init=1, **SEEDED),
    ),
    "prototype-mixture": ("two", lambda: h.PrototypeMixtureClassifier(**SEEDED)),
    "prototype-mixture-values": ("values", lambda: h.PrototypeMixtureRegressor(gate="static", **SEEDED)),
    "small-network": ("two", lambda: h.SmallNetworkClassifier(2, max_iter=5, **SEEDED)),
    "small-network-values": ("values", lambda: h.SmallNetworkRegressor(2, max_iter=5, **SEEDED)),
    "network": ("mixed", lambda: h.NetworkClassifier(2, epochs=3, **SEEDED)),
    "network-values": ("values", lambda: h.NetworkRegressor(2, epochs=3, **SEEDED)),
    "oracle": ("two", lambda: h.RandomOracleClassifier(_tree(), **SEEDED)),
    "oracle-values": ("values", lambda: h.RandomOracleRegressor(_tree_of_values(), **SEEDED)),
    "oracle-bagged": (
        "two", lambda: h.BaggingClassifier(h.RandomOracleClassifier(_tree(), oracle="prototype"), 2, **SEEDED),
    ),
    "naive-bayes": ("mixed", h.NaiveBayesClassifier),
    "naive-bayes-discretised": ("two", lambda: h.NaiveBayesClassifier(numbers="discretised")),
    "nearest": ("mixed", lambda: h.NearestClassifier(3)),
    "logit-boost": ("three", lambda: h.LogitBoostClassifier(n_estimators=3, **SEEDED)),
    "ls-boost": ("two", lambda: h.LsBoostClassifier(n_estimators=3, **SEEDED)),
    "ls-boost-values": ("values", lambda: h.LsBoostRegressor(n_estimators=3, **SEEDED)),
    "rp-boost": ("two", lambda: h.RpBoostClassifier(n_estimators=3, **SEEDED)),
    "rp-boost-values": ("values", lambda: h.RpBoostRegressor(n_estimators=3, n_components=2, **SEEDED)),
    "triskel": ("two", lambda: h.TriskelClassifier(_tree(), **SEEDED)),
    "cautious": ("two", lambda: h.CautiousClassifier(_forest(), **SEEDED)),
    "leaf-cover": ("two", lambda: h.LeafCoverClassifier(_tree(), **SEEDED)),
    "robust-tree": ("two", lambda: h.RobustTreeClassifier(**SEEDED)),
    "masks": ("two", lambda: h.MaskEnsembleClassifier(n_estimators=2, **SEEDED)),
    "masks-random": (
        "two", lambda: h.MaskEnsembleClassifier(GaussianNB(), n_estimators=2, search="random", **SEEDED),
    ),
    "binary-relevance": ("labels", lambda: h.BinaryRelevanceClassifier(_tree(), **SEEDED)),
    "label-powerset": ("labels", lambda: h.LabelPowersetClassifier(_tree(), **SEEDED)),
    "chains": ("labels", lambda: h.ChainEnsembleClassifier(_tree(), 2, **SEEDED)),
    "pruned-sets": ("labels", lambda: h.PrunedSetsClassifier(_tree(), **SEEDED)),
    "pruned-sets-ensemble": ("labels", lambda: h.PrunedSetsEnsembleClassifier(_tree(), 2, **SEEDED)),
    "rakel": ("labels", lambda: h.RAkELClassifier(_tree(), 2, 2, **SEEDED)),
    "ml-knn": ("labels", lambda: h.MLKNNClassifier(3)),
    "instance-pruning": (
        "two", lambda: h.InstancePruningClassifier([_tree(), LogisticRegression()], **SEEDED),
    ),
    "pruned-best": ("two", lambda: h.PrunedEnsembleClassifier(_forest(), method="best", n_members=2, **SEEDED)),
    "pruned-kappa": ("two", lambda: h.PrunedEnsembleClassifier(_forest(), method="kappa", n_members=2, **SEEDED)),
    "pruned-instance": (
        "two",
        lambda: h.PrunedEnsembleClassifier(
            _forest(), method=pruning.InstanceSelection(n_neighbours=3), **SEEDED
        ),
    ),
    "pruned-values": (
        "values",
        lambda: h.PrunedEnsembleRegressor(h.RandomForestRegressor(4, max_depth=2, **SEEDED), **SEEDED),
    ),
    "fitselect": ("two", lambda: h.FitSelectClassifier(_forest(), n_estimators=4, **SEEDED)),
    "fitselect-values": (
        "values",
        lambda: h.FitSelectRegressor(h.RandomForestRegressor(4, max_depth=2), n_estimators=4, **SEEDED),
    ),
    "forward-selection": (
        "two",
        lambda: h.ForwardSelectionClassifier(
            [_tree(), GaussianNB(), LogisticRegression()], n_folds=2, n_steps=3, n_initial=1, n_bags=2, **SEEDED
        ),
    ),
    "relevance-forest": ("mixed", lambda: h.RelevanceForestClassifier(4, max_depth=2, **SEEDED)),
    "relevance-forest-values": (
        "values", lambda: h.RelevanceForestRegressor(4, max_depth=2, sampling="uniform", **SEEDED),
    ),
    "forest-relevance": ("two", lambda: h.ForestRelevance(_tree(), 50, local=None, **SEEDED)),
    "profile-tree": (
        "two", lambda: h.ProfileTreeClassifier(_forest(), min_samples_region=10, significance=0.5, **SEEDED),
    ),
    "local-features": ("whole", h.LocalFeatureClassifier),
    "pipeline-selector": (
        "two", lambda: make_pipeline(StandardScaler(), h.FCBFSelector(), _forest()),
    ),
    "pipeline-columns": (
        "mixed",
        lambda: make_pipeline(
            ColumnTransformer(
                [
                    ("numbers", make_pipeline(SimpleImputer(), StandardScaler()), ["a", "b"]),
                    ("words", OneHotEncoder(handle_unknown="ignore"), ["colour"]),
                ]
            ),
            LogisticRegression(),
        ),
    ),
    "dummy": ("two", lambda: DummyClassifier(strategy="stratified", random_state=0)),
    "dummy-values": ("values", lambda: DummyRegressor(strategy="quantile", quantile=0.3)),
    "bayes-bagged": ("two", lambda: h.BaggingClassifier(GaussianNB(), 2, **SEEDED)),
    "select-ace": (
        "two", lambda: h.ACESelector(2, n_estimators=4, max_rounds=2, fixed_features=["a"], **SEEDED),
    ),
    "select-relevance": ("mixed", lambda: h.RelevanceSelector(n_estimators=50, **SEEDED)),
    "select-tree": ("mixed", lambda: h.TreeSelector(**SEEDED)),
    "select-cfs": ("mixed", h.CFSSelector),
    "select-combined": ("two", h.CombinedFeatureSelector),
    "select-clusters": ("two", lambda: h.FeatureClusterSelector(2)),
    "select-focus": ("whole", h.FocusSelector),
    "select-koller-sahami": ("two", lambda: h.KollerSahamiSelector(2)),
    "select-mrmr": ("values", lambda: h.MRMRSelector(2)),
    "select-mrmr-ensemble": ("mixed", lambda: h.MRMRSelector(2, ensemble="bagged", n_parts=3, **SEEDED)),
    "select-causal": ("whole", lambda: h.CausalSelector("mmpc")),
    "select-causal-graph": ("two", lambda: h.CausalSelector("pc", test="fisher-z")),
    "select-svm-rfe": ("three", h.SVMRFESelector),
    "select-wrapper": ("two", lambda: h.WrapperSelector(GaussianNB(), cv=2, nested=2, **SEEDED)),
    "select-genetic": (
        "two", lambda: h.WrapperSelector(GaussianNB(), h.GeneticSearch(4, 2), cv=2, nested=None, **SEEDED),
    ),
    "select-parcel": ("two", lambda: h.ParcelSelector(GaussianNB(), 5, **SEEDED)),
    "select-ensemble": ("two", lambda: h.SelectorEnsemble(h.FCBFSelector(), 3, **SEEDED)),
    "select-compression": ("two", lambda: h.CompressionSelector(1)),
    "select-cefs": (
        "two",
        lambda: h.CEFSSelector(
            h.ClusterEnsemble(4, n_clusters=(2, 3)), population_size=4, n_generations=2, **SEEDED
        ),
    ),
    "select-cluster-ensemble": (
        "two", lambda: h.ClusterEnsembleSelector(h.ClusterEnsemble(6, n_clusters=(2, 3)), **SEEDED),
    ),
    "select-cluster-wrapper": ("two", lambda: h.ClusterWrapperSelector(n_clusters=(2, 3), **SEEDED)),
    "select-unsupervised-forest": (
        "two", lambda: h.UnsupervisedForestSelector(h.RandomForestClassifier(4, max_depth=3), **SEEDED),
    ),
    "cluster-ensemble": ("two", lambda: h.ClusterEnsemble(4, n_clusters=(2, 3), **SEEDED)),
    "self-organising-map": ("two", lambda: h.SelfOrganisingMap(2, n_units=4, n_epochs=2, **SEEDED)),
    "discretiser": ("mixed", h.Discretiser),
    "outlier-filter": ("two", lambda: h.OutlierFilter(_tree(), [_tree(), GaussianNB()], cv=2, **SEEDED)),
}  # fmt: skip


def fit_model(name: str) -> Any:
    """Fit a model of the list on its table."""
    table, make = MODELS[name]
    X, y = make_tables()[table]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return make().fit(X, y)


def ask(model: Any, name: str) -> dict[str, Any]:
    """What a model says of the first rows of its table, as JSON holds it: predictions, kept features, or both."""
    X = make_tables()[MODELS[name][0]][0][:N_ASKED]
    said = {
        method: _to_lists(getattr(model, method)(X))
        for method in ("predict", "predict_proba", "decision_function", "transform")
        if hasattr(model, method)
    }
    if hasattr(model, "get_support"):
        said["get_support"] = _to_lists(model.get_support())
    if hasattr(model, "labels_"):
        said["labels_"] = _to_lists(model.labels_)
    return said


def _to_lists(answer: Any) -> Any:
    values = answer.to_numpy() if isinstance(answer, pd.DataFrame) else np.asarray(answer)
    return json.loads(json.dumps(values.tolist()))


def save_to_bytes(model: Any) -> bytes:
    """The file of a model."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.hdg"
        h.save_model(model, path)
        return path.read_bytes()


def write_files(folder: Path) -> None:
    """Write a file of each model, and what the model says."""
    folder.mkdir(parents=True, exist_ok=True)
    said = {}
    for name in MODELS:
        model = fit_model(name)
        try:
            content = save_to_bytes(model)
        except h.ModelFileError as error:
            print(f"{name}: {error}")
            continue
        (folder / f"{name}.hdg.gz").write_bytes(gzip.compress(content, mtime=0))
        said[name] = ask(model, name)
    lines = (f"{json.dumps(name)}: {json.dumps(each)}" for name, each in said.items())
    (folder / "predictions.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def read_files(folder: Path) -> dict[str, bytes]:
    """The files of a folder, unpacked, by the names of their models."""
    return {
        path.name.removesuffix(".hdg.gz"): gzip.decompress(path.read_bytes())
        for path in sorted(folder.glob("*.hdg.gz"))
    }


if __name__ == "__main__":
    write_files(Path(sys.argv[1]))
