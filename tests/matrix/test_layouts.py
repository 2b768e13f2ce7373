"""Predictions depend neither on how rows lie in memory nor on who else is predicted, not even in the last bit."""

import numpy as np
import pytest
from tests.matrix.estimators import find_task, make_estimator
from tests.matrix.scenarios import make_case

# Those whose predictions are sums of many products.
SUMS = (
    "BayesNetClassifier", "ECOCClassifier", "LogitBoostClassifier", "LsBoostClassifier", "MixtureOfExpertsClassifier",
    "MixtureOfExpertsRegressor", "NaiveBayesClassifier", "NetworkClassifier", "NetworkRegressor",
    "PrototypeMixtureClassifier", "PrototypeMixtureRegressor", "RotationForestClassifier", "RpBoostClassifier",
    "RpBoostRegressor", "SmallNetworkClassifier", "SmallNetworkRegressor", "TIPCACClassifier", "TunedSVC",
)  # fmt: skip


@pytest.mark.parametrize("name", SUMS)
def test_layout_and_batch_change_nothing(name):
    case = make_case(find_task(name), 60, 7)
    model = make_estimator(name).fit(case.X, case.y)
    again = make_estimator(name).fit(np.asfortranarray(case.X), case.y)
    for method in ("predict_proba", "predict", "decision_function"):
        if hasattr(model, method):
            ask = getattr(model, method)
            expected = ask(case.X_new)
            np.testing.assert_array_equal(getattr(again, method)(case.X_new), expected)
            np.testing.assert_array_equal(ask(np.asfortranarray(case.X_new)), expected)
            np.testing.assert_array_equal(np.concatenate([ask(row[None]) for row in case.X_new]), expected)
