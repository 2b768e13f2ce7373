"""mlxtend selects features for our forests and decomposes their errors."""

import numpy as np
import pytest
from sklearn.datasets import load_iris
from tests.ecosystem.packages import need

from hedgerow import DecisionTreeClassifier, RandomForestClassifier

pytestmark = pytest.mark.filterwarnings("ignore")
selection, evaluation = need("mlxtend.feature_selection"), need("mlxtend.evaluate")


def test_sequential_selection():
    X, y = load_iris(return_X_y=True)
    selector = selection.SequentialFeatureSelector(
        RandomForestClassifier(n_estimators=10, random_state=0), k_features=2, cv=3
    )
    assert 3 in selector.fit(X, y).k_feature_idx_


def test_bias_and_variance():
    X, y = load_iris(return_X_y=True)
    loss, bias, variance = evaluation.bias_variance_decomp(
        DecisionTreeClassifier(), X[::2], y[::2], X[1::2], y[1::2], num_rounds=10, random_seed=0
    )
    assert 0.0 < loss < 0.2
    assert np.isfinite([bias, variance]).all()
