import warnings

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.ensemble import BaggingRegressor, RandomForestClassifier
from sklearn.frozen import FrozenEstimator
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from hedgerow import BaggingClassifier
from hedgerow.outputs import Outputs
from hedgerow.pruning.honesty import find_bags, looks_seen, warn_if_seen

X, y = load_breast_cancer(return_X_y=True)


@pytest.mark.parametrize(
    "ensemble",
    [
        BaggingClassifier(n_estimators=10, random_state=0),
        RandomForestClassifier(10, random_state=0),
        make_pipeline(StandardScaler(), RandomForestClassifier(10, random_state=0)),
    ],
)
def test_training_rows_are_noticed_and_new_ones_are_not(ensemble):
    ensemble.fit(X[:284], y[:284])
    for wrapped in (ensemble, FrozenEstimator(ensemble)):
        with pytest.warns(UserWarning, match="rows that they were"):
            warn_if_seen(wrapped, Outputs.from_estimator(ensemble, X[:284], y[:284]))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warn_if_seen(wrapped, Outputs.from_estimator(ensemble, X[284:568], y[284:568]))
    assert find_bags(ensemble, 284).shape == (10, 284)
    assert find_bags(ensemble, 100) is None


def test_values_too():
    inputs, target = load_diabetes(return_X_y=True)
    bag = BaggingRegressor(n_estimators=10, random_state=0).fit(inputs[:221], target[:221])
    seen = Outputs.from_estimator(bag, inputs[:221], target[:221])
    new = Outputs.from_estimator(bag, inputs[221:], target[221:])
    assert looks_seen(seen, find_bags(bag, 221))
    assert not looks_seen(new, find_bags(bag, 221))


def test_models_that_err_nowhere_are_suspicious_and_others_are_not():
    assert looks_seen(Outputs.from_predictions([[0, 1], [0, 1]], [0, 1]), None)
    assert not looks_seen(Outputs.from_predictions([[0, 1], [0, 0]], [0, 1]), None)
    assert not looks_seen(Outputs.from_predictions([[0, 1]], [0, 1]), None)
    assert find_bags([1, 2], 10) is None


def test_new_rows_are_rarely_mistaken():
    generator = np.random.default_rng(0)
    for _ in range(100):
        truth = generator.integers(2, size=50)
        said = Outputs.from_predictions(
            np.where(generator.random((20, 50)) < generator.random(50), truth, 1 - truth),
            truth,
            classes=[0, 1],
        )
        assert not looks_seen(said, generator.random((20, 50)) < 0.63)
