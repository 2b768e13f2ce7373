import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import make_friedman1, make_friedman2

from hedgerow import (
    DecisionTreeClassifier,
    EnsembleClassifier,
    ExtraTreesRegressor,
    HedgerowClassifier,
    HedgerowRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
    datasets,
)
from hedgerow.datasets import make_ringnorm
from hedgerow.learners import RandomOracleClassifier
from hedgerow.resampling import DivBoost
from hedgerow.views import PCARotation


@pytest.fixture(scope="module")
def sonar():
    table = datasets.load("sonar")
    return table.features.to_numpy(float), table.target


def test_it_is_the_mixture_it_says(sonar):
    X, y = sonar
    first = HedgerowClassifier(12, random_state=3).fit(X, y)
    mixture = EnsembleClassifier(
        RandomOracleClassifier(DecisionTreeClassifier()),
        resampling=DivBoost(),
        view=PCARotation(),
        n_estimators=12,
        random_state=3,
    ).fit(X, y)
    np.testing.assert_array_equal(first.predict_proba(X), mixture.predict_proba(X))
    np.testing.assert_array_equal(first.row_weights_, mixture.row_weights_)
    np.testing.assert_allclose(first.feature_importances_, mixture.feature_importances_)


def test_it_errs_less_than_a_random_forest_where_the_boundary_is_oblique():
    errors = {HedgerowClassifier: [], RandomForestClassifier: []}
    for seed in range(5):
        learned, judged = make_ringnorm(300, random_state=seed), make_ringnorm(2000, random_state=100 + seed)
        for kind, found in errors.items():
            model = kind(n_estimators=50, random_state=seed).fit(learned.X, learned.y)
            found.append(1 - model.score(judged.X, judged.y))
    less = np.subtract(errors[RandomForestClassifier], errors[HedgerowClassifier])
    assert less.mean() > 3 * less.std(ddof=1) / np.sqrt(less.size)


def test_the_trees_are_as_deep_as_told(sonar):
    X, y = sonar
    shallow = HedgerowClassifier(5, max_depth=1, min_samples_leaf=5, random_state=0).fit(X, y)
    assert shallow.score(X, y) < HedgerowClassifier(5, random_state=0).fit(X, y).score(X, y)


def test_frames_with_categories_gaps_and_names_of_classes():
    table = datasets.load("votes")
    first = HedgerowClassifier(10, random_state=0).fit(table.features, table.target)
    assert list(first.classes_) == sorted(set(table.target))
    assert first.score(table.features, table.target) > 0.97
    assert first.feature_importances_.shape == (table.features.shape[1],)


def test_more_members_for_a_fitted_one(sonar):
    X, y = sonar
    warm = HedgerowClassifier(4, warm_start=True, random_state=1).fit(X, y)
    warm.set_params(n_estimators=9).fit(X, y)
    cold = HedgerowClassifier(9, random_state=1).fit(X, y)
    np.testing.assert_array_equal(warm.predict_proba(X), cold.predict_proba(X))
    several = clone(cold).set_params(n_jobs=2).fit(X, y)
    np.testing.assert_array_equal(several.predict_proba(X), cold.predict_proba(X))


def test_weights_and_classes_of_text(sonar):
    X, y = sonar
    frame = pd.DataFrame(X).add_prefix("band ")
    weights = np.where(np.asarray(y) == y[0], 1.0, 1e-9)
    first = HedgerowClassifier(10, random_state=0).fit(frame, y, sample_weight=weights)
    assert (first.predict(frame) == y[0]).mean() > 0.95


def test_numbers_are_predicted_by_bagged_trees_with_random_cuts():
    X, y = make_friedman1(200, random_state=0)
    first = HedgerowRegressor(20, random_state=0, oob_score=True).fit(X, y)
    trees = ExtraTreesRegressor(20, bootstrap=True, random_state=0, oob_score=True).fit(X, y)
    np.testing.assert_allclose(first.predict(X), trees.predict(X))
    assert first.oob_score_ == pytest.approx(trees.oob_score_)
    np.testing.assert_allclose(first.feature_importances_, trees.feature_importances_)


def test_they_are_predicted_better_than_by_a_random_forest():
    less = []
    for seed in range(5):
        X, y = make_friedman2(600, noise=50.0, random_state=seed)
        errors = [
            np.mean((kind(random_state=seed).fit(X[:200], y[:200]).predict(X[200:]) - y[200:]) ** 2)
            for kind in (RandomForestRegressor, HedgerowRegressor)
        ]
        less.append(errors[0] - errors[1])
    assert np.mean(less) > 2 * np.std(less, ddof=1) / np.sqrt(5)


def test_shallow_trees_for_numbers():
    X, y = make_friedman1(200, random_state=0)
    shallow = HedgerowRegressor(5, max_depth=2, random_state=0).fit(X, y)
    assert shallow.estimators_[0].flat_tree_.max_depth <= 2
