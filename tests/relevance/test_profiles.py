import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.stats import chi2
from tests.docstrings import list_wrong_defaults

from hedgerow import DecisionTreeClassifier
from hedgerow.relevance.discretisation import Discretised
from hedgerow.relevance.profiles import (
    ProfileSearch,
    find_angles,
    importance_profile,
    importance_profile_angle,
)


def test_the_angle_with_a_pencil():
    angle = importance_profile_angle([1, 0, 0.5], [0.2, 0.9, 0.5])
    assert math.cos(angle) == pytest.approx(0.3837612894, abs=1e-9)
    assert angle == pytest.approx(1.176930298709802, abs=1e-12)
    assert math.degrees(angle) == pytest.approx(67.4331, abs=1e-4)


def test_zero_vectors():
    assert importance_profile_angle([0, 0], [0, 0]) == 0
    assert importance_profile_angle([0, 0], [0, 3]) == importance_profile_angle([1, 0], [0, 0]) == math.pi / 2


vectors = st.lists(st.floats(0, 1e6).filter(lambda v: v == 0 or v > 1e-6), min_size=3, max_size=3)


@settings(max_examples=60)
@given(a=vectors, b=vectors, factor=st.sampled_from([1e-200, 0.3, 1e150]))
def test_the_angle_is_symmetric_and_knows_no_scale(a, b, factor):
    angle = importance_profile_angle(a, b)
    assert 0 <= angle <= math.pi / 2
    assert angle == pytest.approx(importance_profile_angle(b, a), abs=1e-7)
    assert angle == pytest.approx(importance_profile_angle(np.array(a) * factor, b), abs=1e-7)
    assert importance_profile_angle(a, a) == pytest.approx(0, abs=1e-7)


def test_opposite_vectors_are_half_a_turn_apart():
    assert importance_profile_angle([1, -2], [-1, 2]) == pytest.approx(math.pi)
    assert_allclose(find_angles(np.eye(2), np.array([[1.0, 1.0], [1.0, 0.0]])), [math.pi / 4, math.pi / 2])


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        ([1, 2], [1], r"shapes \(2,\) and \(1,\)"),
        ([[1]], [[1]], "two vectors"),
        ([np.nan], [1], "not finite"),
    ],
)
def test_what_is_no_profile_is_refused(a, b, message):
    with pytest.raises(ValueError, match=message):
        importance_profile_angle(a, b)


def test_gains_with_a_pencil():
    x = [0] * 8 + [1] * 6
    y = [1] * 6 + [0] * 2 + [1] * 3 + [0] * 3
    assert importance_profile(np.array(x)[:, None], y)["x0"] == pytest.approx(0.048127030408270, abs=1e-12)
    a, c = [0, 0, 0, 1, 1, 1, 1, 0], [0, 1] * 4
    profile = importance_profile(pd.DataFrame({"a": a, "c": c}), [0] * 4 + [1] * 4)
    assert_allclose(profile, [0.1887218755, 0], atol=1e-10)


def gain_naively(y, left):
    def bits(labels):
        return -sum(
            labels.count(k) / len(labels) * math.log2(labels.count(k) / len(labels)) for k in set(labels)
        )

    sides = [[k for k, goes in zip(y, left, strict=True) if goes == side] for side in (True, False)]
    return bits(y) - sum(len(side) / len(y) * bits(side) for side in sides if side)


@settings(max_examples=50)
@given(
    x=st.lists(st.sampled_from([0.0, 1.0, 2.0, np.nan]), min_size=7, max_size=7),
    y=st.lists(st.integers(0, 2), min_size=7, max_size=7),
)
def test_gains_equal_those_of_the_twin(x, y):
    missing_last = [99.0 if np.isnan(v) else v for v in x]
    ordered = max([0.0] + [gain_naively(y, [v <= cut for v in missing_last]) for cut in (0, 1, 2)])
    assert importance_profile(np.array(x)[:, None], y)["x0"] == pytest.approx(ordered, abs=1e-9)
    one_apart = max(gain_naively(y, [v == one for v in missing_last]) for one in (0, 1, 2, 99))
    table = pd.DataFrame({"f": pd.Categorical(["m" if v == 99 else str(v) for v in missing_last])})
    assert importance_profile(table, y)["f"] == pytest.approx(one_apart, abs=1e-9)


def test_a_stump_finds_the_same_gain():
    generator = np.random.default_rng(0)
    X, y = generator.normal(size=(30, 4)), generator.integers(0, 3, 30)
    stumps = [DecisionTreeClassifier(max_depth=1).fit(X[:, [f]], y).flat_tree_.gain[0] for f in range(4)]
    assert_allclose(importance_profile(X, y), stumps, atol=1e-9)


def test_whole_weights_are_repeated_rows():
    generator = np.random.default_rng(0)
    X, y, counts = generator.normal(size=(90, 3)), generator.integers(0, 2, 90), generator.integers(0, 3, 90)
    rows = np.repeat(np.arange(90), counts)
    weighted = importance_profile(X, y, n_bins=6, sample_weight=counts)
    assert_allclose(weighted, importance_profile(X[rows], y[rows], n_bins=6), atol=1e-12)


def test_a_single_bin_is_refused():
    with pytest.raises(ValueError, match="n_bins=1 must be an int of 2 or more"):
        importance_profile([[1.0], [2.0]], [0, 1], n_bins=1)


def test_defaults_are_those_of_the_docstring():
    assert list_wrong_defaults(importance_profile) == []


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


def test_whole_weights_are_repeated_rows_to_a_search():
    X, y = make_data(60)
    weights = np.random.default_rng(1).integers(1, 4, 60)
    rows = np.repeat(np.arange(60), weights)
    weighted = make_search(X, y, weights=weights.astype(float)).find(np.arange(60))
    assert weighted == make_search(X[rows], y[rows]).find(np.arange(len(rows)))
    assert weighted is not None
