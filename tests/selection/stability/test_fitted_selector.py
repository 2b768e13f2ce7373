import numpy as np
import pytest
from sklearn.decomposition import PCA
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_selection import RFE, SelectFromModel, SelectKBest, VarianceThreshold
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from hedgerow.selection.stability.fitted_selector import read_selection

rng = np.random.default_rng(0)
Y = np.repeat([0, 1, 2], 20)
X = rng.normal(size=(60, 5))
X[:, 3] += 3 * Y
X[:, 1] -= 1.5 * Y
X[:, 0] = 7.0  # constant
NAMES = np.array([f"x{place}" for place in range(5)], dtype=object)


def read(selector, n_features=None, features=slice(1, 5)):
    """Fit on the columns that vary, unless told otherwise."""
    return read_selection(selector.fit(X[:, features], Y), NAMES[features], n_features)


def test_a_filter_has_a_support_and_scores():
    selector = SelectKBest(k=2)
    support, scores = read(selector)
    assert support.tolist() == [True, False, True, False]
    np.testing.assert_array_equal(scores, selector.scores_)
    assert read(selector, n_features=1).support.tolist() == [False, False, True, False]


def test_ranks_become_scores():
    support, scores = read(RFE(LogisticRegression(), n_features_to_select=1))
    assert support.tolist() == [False, False, True, False]
    assert scores[2] == -1
    assert scores.max() == -1


def test_a_model_within_a_selector_is_asked_for_scores():
    selector = SelectFromModel(LogisticRegression())
    np.testing.assert_allclose(read(selector).scores, np.abs(selector.estimator_.coef_).max(axis=0))
    forest = SelectFromModel(RandomForestClassifier(10, random_state=0))
    np.testing.assert_array_equal(read(forest).scores, forest.estimator_.feature_importances_)


def test_a_model_alone_needs_a_number():
    forest = RandomForestClassifier(10, random_state=0)
    assert read(forest, n_features=2).support.tolist() == [True, False, True, False]
    with pytest.raises(ValueError, match="RandomForestClassifier only scores features; pass n_features"):
        read(forest)
    with pytest.raises(ValueError, match="n_features=9 must be an int from 1 to 4"):
        read(forest, n_features=9)


def test_a_selector_without_scores():
    support, scores = read(VarianceThreshold(), features=slice(None))
    assert support.tolist() == [False, True, True, True, True]
    assert scores is None
    with pytest.raises(ValueError, match="VarianceThreshold has no scores to take the best 2 of"):
        read(VarianceThreshold(), n_features=2)


def test_pipelines_are_followed_back_to_the_table():
    pipeline = make_pipeline(VarianceThreshold(), StandardScaler(), SelectKBest(k=2))
    support, scores = read(pipeline, features=slice(None))
    assert support.tolist() == [False, True, False, True, False]
    assert scores[0] == -np.inf
    np.testing.assert_array_equal(scores[1:], pipeline[-1].scores_)
    assert read(make_pipeline(SelectKBest(k=1))).support.tolist() == [False, False, True, False]


def test_new_features_cannot_be_followed():
    with pytest.raises(ValueError, match="makes new features before it selects, such as 'pca0'"):
        read(make_pipeline(PCA(3), SelectKBest(k=2)))


def test_what_selects_nothing_is_refused():
    with pytest.raises(ValueError, match="KNeighborsClassifier selects nothing"):
        read(KNeighborsClassifier())


def test_equal_and_missing_scores():
    class Scorer:
        scores_ = np.array([1.0, np.nan, 2.0, 1.0])

    support, scores = read_selection(Scorer(), NAMES[:4], 2)
    assert support.tolist() == [True, False, True, False]
    assert scores.tolist() == [1, -np.inf, 2, 1]
