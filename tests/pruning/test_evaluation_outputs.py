import numpy as np
import pytest
from sklearn.datasets import load_diabetes, load_iris
from sklearn.naive_bayes import GaussianNB

import hedgerow
from hedgerow.outputs import Outputs
from hedgerow.pruning.evaluation_outputs import predict_rows

X, y = load_iris(return_X_y=True)
LABELS = np.array(["setosa", "versicolor", "virginica"])[y]


@pytest.mark.parametrize("soft", [False, True])
@pytest.mark.parametrize(
    "ensemble",
    [
        hedgerow.RandomForestClassifier(6, max_depth=2, random_state=0),
        hedgerow.BaggingClassifier(GaussianNB(), n_estimators=3, random_state=0),
    ],
)
def test_the_answers_are_those_of_the_members(ensemble, soft):
    ensemble.fit(X[::2], LABELS[::2])
    weights = np.arange(1.0, 151.0)
    found = predict_rows(ensemble, X, LABELS, weights, soft=soft)
    expected = Outputs.from_estimator(ensemble, X, LABELS, sample_weight=weights)
    np.testing.assert_array_equal(found.answers, expected.answers)
    np.testing.assert_array_equal(found.truth, expected.truth)
    np.testing.assert_array_equal(found.errors(), expected.errors())
    assert (found.probabilities is not None) == soft


def test_values():
    inputs, target = load_diabetes(return_X_y=True)
    forest = hedgerow.RandomForestRegressor(4, random_state=0).fit(inputs, target)
    np.testing.assert_allclose(predict_rows(forest, inputs, target).answers, forest.member_outputs(inputs))
