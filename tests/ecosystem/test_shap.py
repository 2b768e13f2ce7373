"""shap's explainer of trees takes our models as they are."""

import numpy as np
import pytest
from sklearn.datasets import load_iris, make_friedman1

from hedgerow import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
    RelevanceForestRegressor,
)

shap = pytest.importorskip("shap", reason="shap is not installed")

IRIS, KINDS = load_iris(return_X_y=True)
ROWS, VALUES = make_friedman1(200, random_state=0)


def explain(model, X, **options):
    explainer = shap.TreeExplainer(model, **options)
    return explainer.shap_values(X), explainer.expected_value


@pytest.mark.parametrize(
    "model",
    [
        DecisionTreeClassifier(max_depth=3),
        DecisionTreeClassifier(criterion="gini", class_weight="balanced"),
        RandomForestClassifier(6, random_state=0),
        ExtraTreesClassifier(6, max_depth=5, random_state=0),
    ],
)
@pytest.mark.parametrize("n_classes", [2, 3])
def test_values_add_up_to_the_probabilities(model, n_classes):
    X, y = IRIS[n_classes > KINDS], np.array(["b", "a", "c"])[KINDS[n_classes > KINDS]]
    model.fit(X, y)
    values, expected = explain(model, X)
    assert values.shape == (*X.shape, n_classes)
    np.testing.assert_allclose(values.sum(axis=1) + expected, model.predict_proba(X), atol=1e-9)


@pytest.mark.parametrize(
    "model",
    [
        DecisionTreeRegressor(max_depth=6),
        RandomForestRegressor(6, random_state=0),
        ExtraTreesRegressor(6, max_depth=6, random_state=0),
        RelevanceForestRegressor(6, max_depth=6, random_state=0),
    ],
    ids=lambda model: type(model).__name__,
)
def test_values_add_up_to_the_prediction(model):
    model.fit(ROWS, VALUES, np.random.default_rng(0).uniform(0.2, 2.0, len(VALUES)))
    values, expected = explain(model, ROWS)
    np.testing.assert_allclose(values.sum(axis=1) + expected, model.predict(ROWS), atol=1e-9)


def test_against_a_background():
    model = RandomForestRegressor(4, max_depth=4, random_state=0).fit(ROWS, VALUES)
    values, expected = explain(model, ROWS[:20], data=ROWS[50:80], feature_perturbation="interventional")
    np.testing.assert_allclose(expected, model.predict(ROWS[50:80]).mean())
    np.testing.assert_allclose(values.sum(axis=1) + expected, model.predict(ROWS[:20]))


def test_missing_values():
    X = np.where(np.random.default_rng(0).random(ROWS.shape) < 0.2, np.nan, ROWS)
    model = RandomForestRegressor(4, max_depth=5, random_state=0).fit(X, VALUES)
    values, expected = explain(model, X)
    np.testing.assert_allclose(values.sum(axis=1) + expected, model.predict(X), atol=1e-9)
