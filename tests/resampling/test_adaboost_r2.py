import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.datasets import make_friedman1
from sklearn.ensemble import AdaBoostRegressor
from sklearn.tree import DecisionTreeRegressor

from hedgerow.resampling import AdaBoostR2
from hedgerow.resampling.adaboost_r2 import AdaBoostR2State

Y, SAID = np.array([1.0, 2.0, 3.0, 4.0]), np.array([1.5, 2.0, 2.0, 4.0])


@pytest.mark.parametrize(
    ("loss", "weight", "row_weights"),
    [
        ("linear", 0.510826, [0.260404, 0.201708, 0.336180, 0.201708]),
        ("square", 0.788457, [0.224790, 0.184574, 0.406063, 0.184574]),
        ("exponential", 1.064778, [0.277410, 0.182461, 0.357668, 0.182461]),
    ],
)
def test_four_rows(loss, weight, row_weights):
    boosting = AdaBoostR2(loss)
    state, found = boosting.update(boosting.start(Y, None), SAID, Y)
    assert found == pytest.approx(weight, abs=1e-6)
    assert_allclose(state.row_weights, row_weights, atol=1e-6)


def update_naively(weights, y, said, loss):
    errors = [abs(a - b) for a, b in zip(y, said, strict=True)]
    shares = [error / max(errors) for error in errors]
    losses = {
        "linear": shares,
        "square": [share**2 for share in shares],
        "exponential": [1 - np.exp(-share) for share in shares],
    }[loss]
    mean = sum(w * each for w, each in zip(weights, losses, strict=True))
    beta = mean / (1 - mean)
    moved = [w * beta ** (1 - each) for w, each in zip(weights, losses, strict=True)]
    return np.array(moved) / sum(moved), np.log(1 / beta), mean


@given(st.integers(0, 2**32 - 1), st.sampled_from(["linear", "square", "exponential"]))
def test_many_rounds_are_the_textbooks(seed, loss):
    random = np.random.default_rng(seed)
    y, weights = random.normal(size=25), np.full(25, 1 / 25)
    boosting = AdaBoostR2(loss)
    state = boosting.start(y, None)
    for _ in range(5):
        said = y + random.normal(size=25) ** 3
        expected, weight, mean = update_naively(weights, y, said, loss)
        if mean >= 0.5:
            assert boosting.update(state, said, y)[0] is None
            return
        state, found = boosting.update(state, said, y)
        weights = expected
        assert found == pytest.approx(weight)
        assert_allclose(state.row_weights, weights, rtol=1e-9)


def test_a_perfect_member_counts_like_the_best_and_is_the_last():
    start = AdaBoostR2().start(Y, None)
    assert AdaBoostR2().update(start, Y, Y) == (None, 1.0)
    later = AdaBoostR2State(start.row_weights, start.start, start.log_factors, 2.5)
    assert AdaBoostR2().update(later, Y, Y) == (None, 2.5)


def test_rounding_is_no_error():
    assert AdaBoostR2().update(AdaBoostR2().start(Y, None), Y * (1 + 2e-16), Y) == (None, 1.0)


def test_a_bad_member_is_kept_only_if_it_is_the_first():
    said = Y + np.array([1.0, 1.0, 1.0, 0.1])
    start = AdaBoostR2().start(Y, None)
    assert AdaBoostR2().update(start, said, Y) == (None, 1.0)
    later = AdaBoostR2State(start.row_weights, start.start, start.log_factors, 2.5)
    assert AdaBoostR2().update(later, said, Y) == (None, 0.0)


def test_a_row_without_weight_does_not_set_the_largest_error():
    boosting = AdaBoostR2()
    y, said = np.append(Y, 0.0), np.append(SAID, 1e6)
    state, weight = boosting.update(boosting.start(y, np.array([1.0, 1, 1, 1, 0])), said, y)
    expected, expected_weight = boosting.update(boosting.start(Y, None), SAID, Y)
    assert weight == pytest.approx(expected_weight)
    assert_allclose(state.row_weights, [*expected.row_weights, 0.0])


def test_whole_weights_are_repeated_rows():
    counts = np.array([1, 3, 2, 1])
    boosting = AdaBoostR2("square")
    state, weight = boosting.update(boosting.start(Y, counts.astype(float)), SAID, Y)
    y, said = np.repeat(Y, counts), np.repeat(SAID, counts)
    repeated, other = boosting.update(boosting.start(y, None), said, y)
    assert weight == pytest.approx(other)
    assert_allclose(np.repeat(state.row_weights / counts, counts), repeated.row_weights)


def test_weights_stay_finite_over_any_number_of_rounds():
    y = np.arange(5.0)
    boosting = AdaBoostR2()
    state = boosting.start(y, None)
    for turn in range(2000):
        state, weight = boosting.update(state, y + (np.arange(5) == turn % 5), y)
        assert np.isfinite(weight)
    assert state.row_weights.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("loss", ["linear", "square", "exponential"])
@pytest.mark.parametrize("learning_rate", [1.0, 0.5])
def test_scikit_learns_members_have_the_same_weights(loss, learning_rate):
    X, y = make_friedman1(200, noise=1.0, random_state=0)
    theirs = AdaBoostRegressor(
        DecisionTreeRegressor(max_depth=4),
        n_estimators=15,
        learning_rate=learning_rate,
        loss=loss,
        random_state=0,
    ).fit(X, y)
    boosting = AdaBoostR2(loss, learning_rate=learning_rate)
    state, weights = boosting.start(y, None), []
    for member in theirs.estimators_:
        state, weight = boosting.update(state, member.predict(X), y)
        weights.append(weight)
    assert len(weights) == 15
    assert_allclose(weights, theirs.estimator_weights_[: len(weights)], rtol=1e-9)


@pytest.mark.parametrize(("name", "value"), [("loss", "cubic"), ("learning_rate", 0.0)])
def test_wrong_parameters_are_refused(name, value):
    with pytest.raises(ValueError, match=f"{name}={value!r}"):
        AdaBoostR2(**{name: value}).start(Y, None)
