"""hedgerow: ensembles that usefully disagree, and honest answers to which features matter.

The public names are imported lazily: ``import hedgerow`` costs next to nothing, and Numba is loaded by the first fit.
"""

from __future__ import annotations

from typing import Any

from hedgerow._kernels.loading import import_quickly

__version__ = "0.1.0"

_HOME = {
    "abstain": "combination.abstention",
    "ACESelector": "selection.forest.ace",
    "AdaBoostClassifier": "ensembles.boosting",
    "AdaBoostR2Regressor": "ensembles.boosted_regression",
    "added_error": "analysis.added_error",
    "added_error_factor": "analysis.added_error",
    "ArcX4Classifier": "ensembles.boosting",
    "BaggingClassifier": "ensembles.bagging",
    "BaggingRegressor": "ensembles.bagging",
    "bias_variance": "analysis.bias_variance",
    "BiasVarianceDisplay": "displays.bias_variance",
    "BinnedTable": "trees.binning",
    "BoostByMajorityClassifier": "ensembles.boosting",
    "bootstrap_coverage": "analysis.voting",
    "cautious_threshold": "combination.abstention",
    "CautiousClassifier": "ensembles.cautious",
    "choose_members": "pruning",
    "class_relevance": "relevance.class_relevance",
    "combine": "combination.combining",
    "Combined": "combination.combined",
    "committee_outputs": "analysis.committees",
    "compare": "analysis.comparison",
    "compare_margins": "analysis.observed_margins",
    "conditional_entropy_error": "analysis.conditional_entropy",
    "contextual_relevance": "relevance.contextual",
    "Convergence": "analysis.convergence",
    "convergence": "analysis.convergence",
    "CriticalDifferenceDisplay": "displays.critical_difference",
    "DecisionTreeClassifier": "trees.estimators",
    "DecisionTreeRegressor": "trees.estimators",
    "DecorateClassifier": "ensembles.decorate",
    "DivBoostClassifier": "ensembles.boosting",
    "diversity_report": "diversity",
    "DiversityErrorDisplay": "displays.diversity_error",
    "DynamicIntegration": "combination.dynamic",
    "effective_members": "analysis.added_error",
    "EnsembleClassifier": "ensembles.engine",
    "EnsembleCurveDisplay": "displays.ensemble_curve",
    "EnsembleRegressor": "ensembles.engine",
    "expected_irrelevant_gain": "relevance.chance",
    "export_text": "trees.export",
    "ExtraTreesClassifier": "ensembles.forest",
    "ExtraTreesRegressor": "ensembles.forest",
    "FeatureBoostClassifier": "ensembles.feature_boost",
    "find_outliers": "analysis.outliers",
    "FitSelectClassifier": "pruning.cross_validated",
    "FitSelectRegressor": "pruning.cross_validated",
    "ForestRelevance": "relevance.forest_relevance",
    "ForwardSelectionClassifier": "pruning.library",
    "ForwardSelectionRegressor": "pruning.library",
    "GainDensityDisplay": "displays.gain_density",
    "HedgerowClassifier": "ensembles.first_choice",
    "importance_profile_angle": "relevance.profiles",
    "IteratedBaggingRegressor": "ensembles.iterated_bagging",
    "leaf_sizes": "combination.leaves",
    "LeafCoverClassifier": "ensembles.covering",
    "LocalFeatureClassifier": "relevance.local_features",
    "LocalRelevanceDisplay": "displays.local_relevance",
    "LogitBoostClassifier": "ensembles.additive.logit_boost",
    "LsBoostClassifier": "ensembles.additive.ls_boost",
    "LsBoostRegressor": "ensembles.additive.ls_boost",
    "majority_accuracy": "analysis.voting",
    "majority_error": "analysis.voting",
    "MarginDisplay": "displays.margin",
    "Margins": "analysis.margins",
    "margins": "analysis.margins",
    "MaskEnsembleClassifier": "ensembles.masks",
    "MaskEnsembleDisplay": "displays.mask_ensemble",
    "MaskingDisplay": "displays.masking",
    "NaiveBayesClassifier": "learners.naive_bayes",
    "NearestClassifier": "learners.nearest",
    "never_out_of_bag": "analysis.voting",
    "node_complexity": "relevance.complexity",
    "observed_margins": "analysis.observed_margins",
    "OutlierDisplay": "displays.outlier",
    "OutlierFilter": "analysis.outlier_filter",
    "Outputs": "outputs",
    "plot_tree": "displays.tree",
    "plurality_error": "analysis.voting",
    "ProfileTreeClassifier": "relevance.profile_tree",
    "prune": "pruning.fitted",
    "PrunedEnsembleClassifier": "pruning.pruned",
    "PrunedEnsembleRegressor": "pruning.pruned",
    "PruningDisplay": "displays.pruning",
    "RandomForestClassifier": "ensembles.forest",
    "RandomForestRegressor": "ensembles.forest",
    "RandomOracleClassifier": "learners.oracle",
    "RandomOracleRegressor": "learners.oracle",
    "RandomRotationClassifier": "ensembles.rotation",
    "RandomRotationRegressor": "ensembles.rotation",
    "RandomSubspaceClassifier": "ensembles.subspace",
    "RandomSubspaceRegressor": "ensembles.subspace",
    "raw_margins": "analysis.margins",
    "read_table": "tables",
    "RelevanceDisplay": "displays.relevance",
    "RelevanceForestClassifier": "relevance.forest",
    "RelevanceForestRegressor": "relevance.forest",
    "RelevanceSelector": "selection.forest.relevance",
    "risk_coverage": "combination.risk_coverage",
    "RobustTreeClassifier": "ensembles.robust_tree",
    "RotationForestClassifier": "ensembles.rotation_forest",
    "RotationForestRegressor": "ensembles.rotation_forest",
    "RpBoostClassifier": "ensembles.additive.rp_boost",
    "RpBoostRegressor": "ensembles.additive.rp_boost",
    "SamplingDisplay": "displays.sampling",
    "selection_stability": "selection.stability",
    "StabilityDisplay": "displays.stability",
    "Table": "tables",
    "Tree": "trees.tree",
    "TreeSelector": "selection.forest.tree",
    "TriskelClassifier": "ensembles.triskel",
}
_MODULES = ("combination", "datasets", "diversity", "learners", "pruning", "resampling", "tables", "views")

__all__ = ["__version__", *_HOME, *_MODULES]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_quickly(f"hedgerow.{_HOME[name]}"), name)
    if name in _MODULES:
        return import_quickly(f"hedgerow.{name}")
    raise AttributeError(f"module 'hedgerow' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
