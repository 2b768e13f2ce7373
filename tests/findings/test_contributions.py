import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression

from hedgerow import DecisionTreeRegressor, RandomForestClassifier, RandomForestRegressor
from hedgerow.boosting import LogitBoostClassifier
from hedgerow.findings.contributions import measure_contributions

rng = np.random.default_rng(0)
X = pd.DataFrame(rng.normal(size=(60, 3)), columns=["a", "b", "c"])
NUMBER = X["a"] + X["b"] ** 2
LABEL = np.array(["low", "middle", "high"])[np.digitize(NUMBER, [0.3, 1.2])]


def test_each_row_has_its_own_class():
    forest = RandomForestClassifier(5, random_state=0).fit(X, LABEL)
    found = measure_contributions(forest, X, LABEL)
    shares = forest.predict_proba(X)[np.arange(60), np.searchsorted(forest.classes_, LABEL)]
    np.testing.assert_allclose(found.base + found.values.sum(axis=1), shares)


def test_a_class_that_the_model_does_not_know_has_none():
    forest = RandomForestClassifier(5, random_state=0).fit(X, LABEL)
    found = measure_contributions(forest, X[:2], ["low", "unknown"])
    assert np.isfinite(found.values[0]).all()
    assert np.isnan(found.values[1]).all()
    assert np.isnan(found.base[1])


def test_values_need_no_class():
    forest = RandomForestRegressor(5, random_state=0).fit(X, NUMBER)
    found = measure_contributions(forest, X)
    np.testing.assert_allclose(found.base + found.values.sum(axis=1), forest.predict(X))
    assert found.to == "the value"


def test_one_score_speaks_against_the_first_class():
    y = NUMBER > 1
    model = LogitBoostClassifier(DecisionTreeRegressor(max_depth=2), n_estimators=5, random_state=0).fit(X, y)
    found = measure_contributions(model, X, y)
    score = np.where(y, 1, -1) * model.decision_function(X)
    np.testing.assert_allclose(found.base + found.values.sum(axis=1), score)
    assert found.to == "the score of the class"


def test_a_model_without_trees_has_none():
    assert measure_contributions(LogisticRegression().fit(X, LABEL), X, LABEL) is None


def test_a_model_that_is_not_fitted_is_refused():
    with pytest.raises(ValueError, match="not fitted"):
        measure_contributions(RandomForestClassifier(), X, LABEL)
