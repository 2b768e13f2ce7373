"""Classifiers and regressors: each with few members on two or three tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from tests.golden.asking import ask
from tests.golden.public import public

CLASSES = ("iris", "wbc", "votes")
VALUES = ("diabetes", "mixed")


def _tree(depth: int | None = 3) -> Any:
    return public.DecisionTreeClassifier(max_depth=depth, random_state=0)


def _tree_of_values(depth: int | None = 3) -> Any:
    return public.DecisionTreeRegressor(max_depth=depth, random_state=0)


def _forest(n_estimators: int = 5) -> Any:
    return public.RandomForestClassifier(n_estimators, max_depth=4, random_state=0)


def _forest_of_values(n_estimators: int = 5) -> Any:
    return public.RandomForestRegressor(n_estimators, max_depth=4, random_state=0)


_CLASSIFIERS: dict[str, dict[str, Callable[..., Any]]] = {
    "AdaBoostClassifier": {
        "": lambda make: make(_tree(1), 6),
        "reweighting": lambda make: make(_tree(2), 6, method="reweighting", learning_rate=0.7),
    },
    "ArcX4Classifier": {"": lambda make: make(_tree(), 6)},
    "BaggingClassifier": {
        "": lambda make: make(n_estimators=6, oob_score=True),
        "parts of features": lambda make: make(
            _tree(), 6, max_samples=0.5, max_features=0.6, bootstrap_features=True
        ),
        "scikit-learn's learner": lambda make: make(LogisticRegression(max_iter=2000), 4),
        "networks": lambda make: make(public.NetworkClassifier(3, epochs=3), 3),
    },
    "BoostByMajorityClassifier": {"": lambda make: make(_tree(1), 7, edge=0.1)},
    "CautiousClassifier": {"": lambda make: make(_forest())},
    "DDAGClassifier": {"": lambda make: make(_tree())},
    "DecisionTreeClassifier": {
        "": lambda make: make(),
        "gini": lambda make: make(criterion="gini", max_leaf_nodes=6),
        "gain ratio": lambda make: make(criterion="gain_ratio", min_samples_leaf=3),
        "pert": lambda make: make(split="pert"),
        "random": lambda make: make(split="random", max_features="sqrt"),
        "top k": lambda make: make(split="top_k", n_best=5),
        "mdl": lambda make: make(pruning="mdl"),
        "reduced error": lambda make: make(pruning="reduced_error"),
        "cost": lambda make: make(ccp_alpha=0.02, class_weight="balanced"),
    },
    "DecorateClassifier": {"": lambda make: make(_tree(), 4, max_trials=8)},
    "DivBoostClassifier": {
        "": lambda make: make(n_estimators=6),
        "w1": lambda make: make(_tree(), 6, weighting="w1", method="reweighting"),
    },
    "ECOCClassifier": {
        "": lambda make: make(_tree(), n_estimators=6, oob_score=True),
        "csep": lambda make: make(_tree(), n_estimators=6, weights="csep", calibration="platt"),
        "attenuated": lambda make: make(_tree(), code="one_vs_one", decoding="attenuated", bootstrap=False),
    },
    "EnsembleClassifier": {
        "": lambda make: make(n_estimators=6, oob_score=True),
        "a mixture": lambda make: make(
            public.RandomOracleClassifier(_tree()), resampling="divboost", view="rotation", n_estimators=5
        ),
        "partitions": lambda make: make(code="random_partitions", combination="vote", n_estimators=6),
    },
    "ExtraTreesClassifier": {
        "": lambda make: make(6),
        "one feature": lambda make: make(6, max_features=1, bootstrap=True),
    },
    "FeatureBoostClassifier": {"": lambda make: make(_tree(), 4, n_corruptions=5)},
    "FitSelectClassifier": {"": lambda make: make(_forest(), n_estimators=8)},
    "ForwardSelectionClassifier": {
        "": lambda make: make([_tree(), _tree(1), _forest(3)], n_folds=2, n_steps=5, n_initial=1, n_bags=3)
    },
    "HedgerowClassifier": {"": lambda make: make(6)},
    "InstancePruningClassifier": {"": lambda make: make([_tree(), _tree(1), _forest(3)], n_folds=3)},
    "LeafCoverClassifier": {"": lambda make: make(_tree())},
    "BayesNetClassifier": {
        "": lambda make: make(n_bootstrap=4, n_operations=300),
        "climbing": lambda make: make(search="climbing", n_bootstrap=0, n_operations=100),
        "hidden": lambda make: make("naive", hidden_class=True, n_init=2, max_iter=20),
        "tan": lambda make: make("tan"),
    },
    "LocalExpertsClassifier": {
        "": lambda make: make(_tree(), n_parts=3),
        "class clusters": lambda make: make(GaussianNB(), partition="class-clusters", n_parts=2),
        "clusters": lambda make: make(
            _tree(), partition="clusters", n_parts=2, prior_correction="population"
        ),
        "feature": lambda make: make(_tree(), partition="feature", n_parts=2, voting="hard"),
        "random": lambda make: make(_tree(), partition="random", n_parts=2),
    },
    "LogitBoostClassifier": {"": lambda make: make(n_estimators=6)},
    "LsBoostClassifier": {
        "": lambda make: make(n_estimators=12),
        "l2": lambda make: make(n_estimators=12, l2=50),
    },
    "MaskEnsembleClassifier": {
        "": lambda make: make(n_estimators=3),
        "genetic": lambda make: make(n_estimators=3, search="genetic", max_search_samples=60),
        "random": lambda make: make(GaussianNB(), n_estimators=3, search="random"),
    },
    "MixtureOfExpertsClassifier": {
        "": lambda make: make(branching=2, max_iter=8, n_init=1),
        "of two levels": lambda make: make(branching=(2, 2), max_iter=5, n_init=1),
    },
    "NaiveBayesClassifier": {
        "": lambda make: make(),
        "discretised": lambda make: make(numbers="discretised"),
    },
    "NearestClassifier": {"": lambda make: make(), "three": lambda make: make(3, metric="manhattan")},
    "NestedDichotomiesClassifier": {"": lambda make: make(_tree(), 4)},
    "NetworkClassifier": {"": lambda make: make(3, epochs=6)},
    "PairwiseClassifier": {
        "": lambda make: make(_tree()),
        "coupling": lambda make: make(GaussianNB(), decision="coupling"),
    },
    "ProfileTreeClassifier": {"": lambda make: make(_forest(), min_samples_region=15, significance=0.5)},
    "PrototypeMixtureClassifier": {
        "": lambda make: make(),
        "static": lambda make: make(gate="static", n_experts=2),
        "joint": lambda make: make(joint=True, n_experts=2),
    },
    "PrunedEnsembleClassifier": {"": lambda make: make(_forest(8), n_members=4)},
    "RandomForestClassifier": {
        "": lambda make: make(8, oob_score=True),
        "gini": lambda make: make(6, criterion="gini", max_features=2, class_weight="balanced"),
        "balanced subsample": lambda make: make(6, class_weight="balanced_subsample"),
    },
    "RandomOracleClassifier": {
        "": lambda make: make(_tree()),
        "prototype": lambda make: make(_tree(), oracle="prototype"),
    },
    "RandomRotationClassifier": {
        "": lambda make: make(_tree(), 5),
        "one rotation each": lambda make: make(_tree(), 5, accumulate=False, bootstrap=False),
    },
    "RandomSubspaceClassifier": {
        "": lambda make: make(n_estimators=6),
        "nearest": lambda make: make(public.NearestClassifier(), 5),
        "search": lambda make: make(_tree(), 4, max_features="search", n_trial_estimators=4),
    },
    "RelevanceForestClassifier": {
        "": lambda make: make(8, max_depth=4),
        "local": lambda make: make(8, max_depth=4, sampling="local", n_evaluation_trees=8),
        "uniform": lambda make: make(8, max_depth=4, sampling="uniform", selection="test"),
    },
    "RobustTreeClassifier": {"": lambda make: make()},
    "RotationForestClassifier": {"": lambda make: make(_tree(), 4)},
    "RpBoostClassifier": {"": lambda make: make(n_estimators=12, learning_rate=0.5)},
    "SmallNetworkClassifier": {"": lambda make: make(3, max_iter=15)},
    "TIPCACClassifier": {"": lambda make: make(), "rbf": lambda make: make(kernel="rbf")},
    "TriskelClassifier": {
        "": lambda make: make(_tree()),
        "rounds": lambda make: make(_tree(1), bias=2.0, n_rounds=3),
    },
    "TunedSVC": {"": lambda make: make(population=4, n_generations=2)},
}

_REGRESSORS: dict[str, dict[str, Callable[..., Any]]] = {
    "AdaBoostR2Regressor": {
        "": lambda make: make(_tree_of_values(), 5),
        "square": lambda make: make(_tree_of_values(), 5, loss="square", method="reweighting"),
    },
    "BaggingRegressor": {
        "": lambda make: make(n_estimators=6, oob_score=True),
        "scikit-learn's learner": lambda make: make(Ridge(), 4, max_features=0.5),
    },
    "DecisionTreeRegressor": {
        "": lambda make: make(),
        "reduced error": lambda make: make(pruning="reduced_error"),
        "top k": lambda make: make(split="top_k", n_best=5, max_leaf_nodes=9),
    },
    "EnsembleRegressor": {
        "": lambda make: make(n_estimators=6, view="subspace", combination="weighted_median")
    },
    "ExtraTreesRegressor": {"": lambda make: make(6)},
    "FitSelectRegressor": {"": lambda make: make(_forest_of_values(), n_estimators=8)},
    "ForwardSelectionRegressor": {
        "": lambda make: make(
            [_tree_of_values(), _tree_of_values(1)], n_folds=2, n_steps=5, n_initial=1, n_bags=3
        )
    },
    "HedgerowRegressor": {"": lambda make: make(6, oob_score=True)},
    "IteratedBaggingRegressor": {"": lambda make: make(_tree_of_values(), 3, 4)},
    "LocalExpertsRegressor": {"": lambda make: make(LinearRegression(), n_parts=3)},
    "LsBoostRegressor": {"": lambda make: make(n_estimators=12)},
    "MixtureOfExpertsRegressor": {"": lambda make: make(branching=2, max_iter=8, n_init=1)},
    "NetworkRegressor": {"": lambda make: make(3, epochs=6)},
    "PrototypeMixtureRegressor": {
        "": lambda make: make(),
        "static": lambda make: make(gate="static", n_experts=2),
    },
    "PrunedEnsembleRegressor": {"": lambda make: make(_forest_of_values(8), n_members=4)},
    "RandomForestRegressor": {"": lambda make: make(6, oob_score=True)},
    "RandomOracleRegressor": {"": lambda make: make(_tree_of_values())},
    "RandomRotationRegressor": {"": lambda make: make(_tree_of_values(), 5)},
    "RandomSubspaceRegressor": {"": lambda make: make(_tree_of_values(), 5)},
    "RelevanceForestRegressor": {
        "": lambda make: make(8, max_depth=4),
        "uniform": lambda make: make(8, max_depth=4, sampling="uniform"),
    },
    "RotationForestRegressor": {"": lambda make: make(_tree_of_values(), 4)},
    "RpBoostRegressor": {"": lambda make: make(n_estimators=12, n_components=3)},
    "SmallNetworkRegressor": {"": lambda make: make(3, max_iter=15)},
}

_MANY_LABELS: dict[str, dict[str, Callable[..., Any]]] = {
    "BinaryRelevanceClassifier": {"": lambda make: make(_tree())},
    "ChainEnsembleClassifier": {
        "": lambda make: make(_tree(), 4),
        "soft": lambda make: make(_tree(), 3, soft=True),
    },
    "LabelPowersetClassifier": {"": lambda make: make(_tree())},
    "MLKNNClassifier": {"": lambda make: make(5)},
    "PrunedSetsClassifier": {
        "": lambda make: make(_tree()),
        "B": lambda make: make(_tree(), strategy="B", max_rare=2),
    },
    "PrunedSetsEnsembleClassifier": {"": lambda make: make(_tree(), 4)},
    "RAkELClassifier": {
        "": lambda make: make(_tree(), 3, 4),
        "apart": lambda make: make(_tree(), 2, overlap=False),
    },
}


def _list_cases() -> dict[str, Callable[[], Any]]:
    cases: dict[str, Callable[[], Any]] = {}
    for estimators, tables in ((_CLASSIFIERS, CLASSES), (_REGRESSORS, VALUES), (_MANY_LABELS, ("labels",))):
        for name, choices in estimators.items():
            for choice, make in choices.items():
                if not choice:
                    cases[f"{name} with weights on {tables[0]}"] = _bind(name, make, tables[0], weighted=True)
                for table in tables:
                    key = f"{name} with {choice} on {table}" if choice else f"{name} on {table}"
                    cases[key] = _bind(name, make, table)
    cases["LocalFeatureClassifier on whole"] = lambda: ask(public.LocalFeatureClassifier(), "whole")
    cases["OutlierFilter on iris"] = lambda: ask(
        public.OutlierFilter(_tree(), [_tree(1), GaussianNB()], cv=3), "iris"
    )
    cases["OutlierFilter on diabetes"] = lambda: ask(
        public.OutlierFilter(_tree_of_values(), [_tree_of_values(), Ridge()], cv=3), "diabetes"
    )
    return cases


def _bind(name: str, make: Callable[..., Any], table: str, weighted: bool = False) -> Callable[[], Any]:
    return lambda: ask(make(getattr(public, name)), table, weighted=weighted)


ESTIMATORS = _list_cases()
