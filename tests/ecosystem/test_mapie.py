"""MAPIE puts sets and intervals around what our forests predict."""

import numpy as np
import pytest
from sklearn.datasets import load_diabetes, load_iris
from tests.ecosystem.packages import need

from hedgerow import RandomForestClassifier, RandomForestRegressor

pytestmark = pytest.mark.filterwarnings("ignore")
classification, regression = need("mapie.classification"), need("mapie.regression")


def test_prediction_sets():
    X, y = load_iris(return_X_y=True)
    order = np.random.default_rng(0).permutation(len(y))
    fitted, conform, asked = order[:50], order[50:100], order[100:]
    forest = RandomForestClassifier(n_estimators=20, random_state=0).fit(X[fitted], y[fitted])
    model = classification.SplitConformalClassifier(forest, confidence_level=0.9, prefit=True)
    _, sets = model.conformalize(X[conform], y[conform]).predict_set(X[asked])
    assert sets[np.arange(50), y[asked], 0].mean() > 0.75


def test_prediction_intervals():
    X, y = load_diabetes(return_X_y=True)
    forest = RandomForestRegressor(n_estimators=20, random_state=0).fit(X[:200], y[:200])
    model = regression.SplitConformalRegressor(forest, confidence_level=0.8, prefit=True)
    _, intervals = model.conformalize(X[200:320], y[200:320]).predict_interval(X[320:])
    assert ((intervals[:, 0, 0] <= y[320:]) & (y[320:] <= intervals[:, 1, 0])).mean() > 0.65
