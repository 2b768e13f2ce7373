"""The unit of a column does not matter to estimators that put columns on one scale, not even in the last bit."""

import numpy as np
import pytest
from tests.matrix.estimators import find_task, make_estimator

# Estimators of every kind that brings columns to one scale; those of trees look at the order of numbers only.
SCALED = (
    "CFSSelector", "CEFSSelector", "ClusterEnsemble", "CompressionSelector", "DecorateClassifier",
    "HedgerowClassifier", "InstancePruningClassifier", "LocalExpertsClassifier", "LocalFeatureClassifier",
    "MLKNNClassifier", "MRMRSelector", "MaskEnsembleClassifier", "MixtureOfExpertsClassifier", "NearestClassifier",
    "NetworkRegressor", "PrototypeMixtureRegressor", "RandomOracleRegressor", "RandomRotationClassifier",
    "RotationForestClassifier", "RotationForestRegressor", "RpBoostClassifier", "SVMRFESelector",
    "SmallNetworkClassifier", "TunedSVC",
)  # fmt: skip


def draw_table(n_rows, seed):
    generator = np.random.default_rng(seed)
    X = generator.integers(0, 8, (n_rows, 5)).astype(float)
    return X, X[:, 0] + X[:, 1] + generator.integers(0, 3, n_rows)


def ask(name, power):
    X, sums = draw_table(60, 0)
    new, _ = draw_table(30, 1)
    X[:, 0], new[:, 0] = np.ldexp(X[:, 0], power), np.ldexp(new[:, 0], power)
    targets = {
        "classes": (sums > 7).astype(int) + (X[:, 2] > 5),
        "values": sums,
        "labels": np.c_[sums > 7, X[:, 2] > 3, X[:, 1] > 4].astype(int),
        "rows": None,
    }
    model = make_estimator(name).fit(X, targets[find_task(name)])
    if hasattr(model, "get_support"):
        return model.get_support()
    return (model.predict_proba if hasattr(model, "predict_proba") else model.predict)(new)


@pytest.mark.parametrize("name", SCALED)
def test_a_column_in_other_units_changes_nothing(name):
    expected = ask(name, 0)
    for power in (-548, 660, 1016):  # the numbers are near 1e-165, 1e199 and 1e306
        np.testing.assert_array_equal(ask(name, power), expected)


@pytest.mark.parametrize(
    "name", ["NearestClassifier", "RotationForestClassifier", "MixtureOfExpertsClassifier"]
)
def test_numbers_that_have_lost_their_digits_are_refused(name):
    with pytest.raises(ValueError, match="use another unit"):
        ask(name, -1070)
