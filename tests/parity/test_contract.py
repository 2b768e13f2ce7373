"""Every public estimator keeps scikit-learn's contract, with its own tree as the learner."""

import pytest
from tests.contract import parametrize_with_contract

import hedgerow
from hedgerow.foundation.doors import find_public, list_public_names

# Their tests run the checks with settings of their own: an estimator that they need, or several methods.
CHECKED_THERE = (
    "BinaryRelevanceClassifier", "ChainEnsembleClassifier", "InstancePruningClassifier", "LabelPowersetClassifier",
    "MLKNNClassifier", "MixtureOfExpertsClassifier", "MixtureOfExpertsRegressor", "PrototypeMixtureClassifier",
    "PrototypeMixtureRegressor", "PrunedSetsClassifier", "PrunedSetsEnsembleClassifier", "RAkELClassifier",
    "SmallNetworkClassifier", "SmallNetworkRegressor", "TIPCACClassifier", "ECOCClassifier", "NetworkClassifier",
    "BayesNetClassifier", "NetworkRegressor", "NestedDichotomiesClassifier", "DDAGClassifier", "PairwiseClassifier",
    "LocalExpertsClassifier", "LocalExpertsRegressor",
    "CEFSSelector", "CFSSelector", "CausalSelector", "ClusterEnsembleSelector", "ClusterWrapperSelector",
    "CombinedFeatureSelector", "CompressionSelector", "FCBFSelector", "FeatureClusterSelector", "FocusSelector",
    "KollerSahamiSelector",
    "MRMRSelector", "ParcelSelector", "SVMRFESelector", "UnsupervisedForestSelector", "WrapperSelector",
)  # fmt: skip
NAMES = [
    name
    for name in list_public_names()
    if name.endswith(("Classifier", "Regressor", "Selector")) and name not in CHECKED_THERE
]

DRAWN = (
    "rows are drawn by weight, as in scikit-learn's forests, so weights act like repeats in distribution only"
)
PROTOTYPES = "rows are drawn as prototypes, so weights act like repeats in distribution only"
FAMILIES = (
    "Bagging",
    "Ensemble",
    "FitSelect",
    "PrunedEnsemble",
    "RandomForest",
    "RandomRotation",
    "RelevanceForest",
)
SINGLE = (
    "ACESelector", "AdaBoostClassifier", "ArcX4Classifier", "BoostByMajorityClassifier", "DivBoostClassifier",
    "FeatureBoostClassifier", "HedgerowClassifier", "HedgerowRegressor", "IteratedBaggingRegressor",
    "ProfileTreeClassifier", "RelevanceSelector",
)  # fmt: skip
# All of them fail one check: that integer weights are the same as repeated rows.
REASONS = {
    **{
        f"{family}{kind}": DRAWN
        for family in (*FAMILIES, "RotationForest")
        for kind in ("Classifier", "Regressor")
    },
    **dict.fromkeys(SINGLE, DRAWN),
    **dict.fromkeys(("RandomOracleClassifier", "RandomOracleRegressor"), PROTOTYPES),
    "DecorateClassifier": "rows are made up",
    "LabelSetECOCClassifier": DRAWN,
    "MaskEnsembleClassifier": "a row and its copy are two rows: when one is left out, the other is found",
    "RobustTreeClassifier": "so does its tree, which is stopped by description length",
    "TriskelClassifier": "fractional weights are rounded to units",
}
EXPECTED_FAILURES = {
    name: {"check_sample_weight_equivalence_on_dense_data": reason} for name, reason in REASONS.items()
}
SMALL = {"ForestRelevance": 50, "LsBoostRegressor": 50, "RelevanceSelector": 50, "RpBoostRegressor": 50}


def make_small(name):
    estimator = find_public(name)()
    kind = name.removeprefix("PrunedEnsemble").removeprefix("ForwardSelection")
    if name.startswith("PrunedEnsemble"):
        return estimator.set_params(estimator=getattr(hedgerow, f"RandomForest{kind}")(5))
    if name.startswith("ForwardSelection"):
        tree, stump = (getattr(hedgerow, f"DecisionTree{kind}")(max_depth=depth) for depth in (None, 1))
        return estimator.set_params(estimators=[tree, stump], n_folds=2, n_steps=5, n_bags=2)
    if not hasattr(estimator, "n_estimators"):
        return estimator
    return estimator.set_params(n_estimators=SMALL.get(name, 5))


@pytest.mark.filterwarnings("ignore:.* found none of")  # the checks also draw noise
@parametrize_with_contract(
    [make_small(name) for name in NAMES],
    expected_failed_checks=lambda estimator: EXPECTED_FAILURES.get(type(estimator).__name__, {}),
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


@pytest.mark.parametrize("name", EXPECTED_FAILURES)
def test_an_expected_failure_is_of_a_public_estimator(name):
    assert name in NAMES
