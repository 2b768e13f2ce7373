import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from tests.docstrings import list_wrong_defaults

from hedgerow import DecisionTreeClassifier
from hedgerow.relevance.profiles import find_angles, importance_profile, importance_profile_angle


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
    stumps = [DecisionTreeClassifier(max_depth=1).fit(X[:, [f]], y).tree_.gain[0] for f in range(4)]
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
