import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import chi2

from hedgerow.relevance.discretisation import Discretised
from hedgerow.relevance.profile_split import ProfileSearch
from hedgerow.relevance.profiles import importance_profile, importance_profile_angle


def make_search(X, y, *, is_categorical=None, min_weight=10.0, significance=0.01, n_bins=6, weights=None):
    categorical = np.zeros(X.shape[1], np.bool_) if is_categorical is None else np.array(is_categorical)
    coded = Discretised.by_quantiles(X, categorical, n_bins=n_bins)
    weights = np.ones(len(X)) if weights is None else weights
    return ProfileSearch(coded, categorical, y, int(y.max()) + 1, weights, min_weight, significance)


def make_data(n=240, seed=0, n_classes=2):
    X = np.random.default_rng(seed).integers(0, 6, (n, 4)).astype(float)
    decides = np.where(X[:, 2] < 3, X[:, 0], X[:, 1])
    return X, (decides * n_classes // 6).astype(int)


def keep_real_naively(X, y, significance):
    """Gains above what the best of so many cuts reaches by chance."""
    kept = []
    for column in X.T:
        gain = float(importance_profile(column[:, None], y)["x0"])
        n_cuts = max(len(set(column)) - 1, 1)
        limit = chi2.isf(significance / n_cuts, max(len(set(y)) - 1, 1)) / (2 * np.log(2) * len(y))
        kept.append(gain if gain > limit else 0.0)
    return np.array(kept)


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("categorical", [False, True])
def test_the_search_equals_its_twin(n_classes, categorical):
    X, y = make_data(n_classes=n_classes)
    search = make_search(X, y, is_categorical=[False, False, categorical, False])
    candidates = []
    for feature in range(4):
        for code in range(6 if categorical and feature == 2 else 5):
            is_category = categorical and feature == 2
            left = X[:, feature] == code if is_category else X[:, feature] <= code
            if min(left.sum(), (~left).sum()) < 10:
                continue
            sides = [profile_of(X[side], y[side], categorical) for side in (left, ~left)]
            if all(side.any() for side in sides):
                length = sum(part.sum() * side.sum() for part, side in zip((left, ~left), sides, strict=True))
                candidates.append((importance_profile_angle(*sides), length, feature, code))
    widest = max(candidates)[0]
    near = [each for each in candidates if each[0] >= widest - 0.1]
    angle, _, feature, code = max(near, key=lambda each: each[1])
    found = search.find(np.arange(len(X)))
    assert (found.feature, found.code) == (feature, code)
    assert found.angle == pytest.approx(angle, abs=1e-6)


def profile_of(X, y, categorical):
    kept = keep_real_naively(X, y, 0.01)
    if categorical:
        kept[2] = make_search(X[:, [2]], y, is_categorical=[True]).profile(np.arange(len(X)))[0]
    return kept


def test_the_profile_of_rows_is_theirs_alone():
    X, y = make_data()
    search, rows = make_search(X, y), np.flatnonzero(X[:, 2] < 3)
    profile = search.profile(rows)
    assert_allclose(profile, keep_real_naively(X[rows], y[rows], 0.01), atol=1e-12)
    assert profile[0] > 0.99
    assert_allclose(profile[1:], 0)


def test_it_finds_where_another_feature_takes_over():
    X, y = make_data()
    found = make_search(X, y).find(np.arange(len(X)))
    assert (found.feature, found.code) == (2, 2)
    assert found.angle > 1.4


def test_where_nothing_matters_there_is_no_cut():
    generator = np.random.default_rng(0)
    X, y = generator.random((200, 3)), generator.integers(0, 2, 200)
    assert make_search(X, y, significance=1e-6).find(np.arange(200)) is None
    assert make_search(X, np.zeros(200, int)).find(np.arange(200)) is None


def test_sides_that_are_too_small_are_not_cut_off():
    X, y = make_data()
    assert make_search(X, y, min_weight=121.0).find(np.arange(240)) is None


def test_whole_weights_are_repeated_rows():
    X, y = make_data(60)
    weights = np.random.default_rng(1).integers(1, 4, 60)
    rows = np.repeat(np.arange(60), weights)
    weighted = make_search(X, y, weights=weights.astype(float)).find(np.arange(60))
    assert weighted == make_search(X[rows], y[rows]).find(np.arange(len(rows)))
    assert weighted is not None
