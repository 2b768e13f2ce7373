import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import binom, binomtest

from hedgerow.resampling import DivBoost, margin_p_value, weigh_votes

PENCIL = {  # raw weights of 0, 1, ..., t right votes
    1: ([1, 1], [1, 1]),
    2: ([1, 3, 1], [1, 2, 1]),
    3: ([1, 4, 4, 1], [1, 3, 3, 1]),
    4: ([1, 5, 11, 5, 1], [1, 4, 6, 4, 1]),
    5: ([1, 6, 16, 16, 6, 1], [1, 5, 10, 10, 5, 1]),
    10: (
        [1, 11, 56, 176, 386, 638, 386, 176, 56, 11, 1],
        [1, 10, 45, 120, 210, 252, 210, 120, 45, 10, 1],
    ),
}


def run(divboost, y, rounds, n_classes=2, sample_weight=None):
    state = divboost.start(y, sample_weight)
    for answers in rounds:
        state, weight = divboost.update(state, np.eye(n_classes)[answers], y)
        assert weight == 1.0
        if state is None:
            break
    return state


def weigh_naively(votes, true, weighting):
    """One row, by the definition, with whole numbers."""
    own = votes[true]
    rival = max(n for k, n in enumerate(votes) if k != true)
    n = own + rival
    if weighting == "w2":
        return math.comb(n, own) / 2**n
    return sum(math.comb(n, j) for j in range(min(own, rival) + 1)) / 2**n


@pytest.mark.parametrize("t", PENCIL)
def test_two_classes_have_the_weights_one_can_count(t):
    right = np.arange(t + 1)
    for expected, weighting in zip(PENCIL[t], ("w1", "w2"), strict=True):
        assert_allclose(np.exp(weigh_votes(right, t - right, weighting)) * 2.0**t, expected, rtol=1e-12)


def test_five_rows_after_three_members():
    y = np.zeros(5, dtype=int)
    rounds = [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 1, 1, 0, 0]]  # 0, 1, 2, 3 and 3 right
    assert_allclose(run(DivBoost("w1"), y, rounds).row_weights, np.array([1, 4, 4, 1, 1]) / 11)
    state = run(DivBoost("w2"), y, rounds)
    assert_allclose(state.row_weights, np.array([1, 3, 3, 1, 1]) / 9)
    assert_array_equal(state.n_true, [0, 1, 2, 3, 3])
    assert_array_equal(state.n_rival, [3, 2, 1, 0, 0])


@pytest.mark.parametrize(
    ("right", "w1", "w2"),
    [
        (1, 6.9087547793, 6.9077552790),
        (250, 559.2024422524, 558.7989555520),
        (500, 692.4789454978, 689.4672615679),
    ],
)
def test_a_thousand_members(right, w1, w2):
    scale = 1000 * math.log(2)
    assert weigh_votes([right], [1000 - right], "w1")[0] + scale == pytest.approx(w1, abs=1e-9)
    assert weigh_votes([right], [1000 - right], "w2")[0] + scale == pytest.approx(w2, abs=1e-9)


def test_any_number_of_members_gives_finite_weights():
    right = np.array([0, 7, 10_000, 20_000])
    for weighting in ("w1", "w2"):
        log_weights = weigh_votes(right, 20_000 - right, weighting)
        assert np.isfinite(log_weights).all()
        assert log_weights[0] == pytest.approx(-20_000 * math.log(2))
        assert log_weights[2] == log_weights.max()


def test_three_classes_keep_the_factor():
    assert np.exp(weigh_votes([3], [5], "w1"))[0] == pytest.approx(0.36328125)
    assert np.exp(weigh_votes([3], [5], "w2"))[0] == pytest.approx(0.21875)
    assert_array_equal(weigh_votes([0], [0], "w1"), [0.0])


@given(st.integers(0, 2**32 - 1), st.integers(2, 5), st.integers(1, 9), st.sampled_from(["w1", "w2"]))
def test_votes_become_weights(seed, n_classes, n_members, weighting):
    random = np.random.default_rng(seed)
    y = np.arange(15) % n_classes
    rounds = random.integers(n_classes, size=(n_members, 15))
    sample_weight = random.random(15)
    state = run(DivBoost(weighting), y, rounds, n_classes, sample_weight)
    expected = []
    for row in range(15):
        votes = [0] * n_classes
        for answers in rounds:
            votes[answers[row]] += 1
        expected.append(sample_weight[row] * weigh_naively(votes, y[row], weighting))
    assert_allclose(state.row_weights, np.array(expected) / sum(expected), rtol=1e-9)


@given(st.integers(1, 300))
def test_weights_are_symmetric_and_largest_where_the_vote_is_even(t):
    right = np.arange(t + 1)
    for weighting in ("w1", "w2"):
        log_weights = weigh_votes(right, t - right, weighting)
        assert_allclose(log_weights, log_weights[::-1], atol=1e-9)
        assert (np.diff(log_weights[: t // 2 + 1]) > -1e-9).all()


@given(st.integers(0, 60), st.integers(0, 60))
def test_the_p_value_is_that_of_a_sign_test(own, rival):
    expected = 1.0
    if own + rival:
        alternative = "less" if own <= rival else "greater"
        expected = binomtest(own, own + rival, alternative=alternative).pvalue
    assert margin_p_value([own], [rival])[0] == pytest.approx(expected, rel=1e-9)


def test_p_values_of_ten_members():
    assert_allclose(margin_p_value([8, 3], [2, 7]), [0.0546875, 0.171875])


def test_scipy_agrees_where_it_does_not_underflow():
    right = np.arange(501)
    assert_allclose(weigh_votes(right, 500 - right, "w2"), binom.logpmf(right, 500, 0.5), rtol=1e-9)


def test_removal_leaves_out_what_is_decided():
    y = np.zeros(4, dtype=int)
    rounds = [
        [0, 1, 0, 0],
        [0, 1, 1, 0],
        [0, 1, 0, 0],
        [0, 1, 1, 0],
        [0, 1, 0, 1],
    ]  # p: 1/32, 1/32, 1/2, 6/32
    state = run(DivBoost("removal"), y, rounds)
    assert_array_equal(state.row_weights, [0.0, 0.0, 0.5, 0.5])
    assert_allclose(run(DivBoost("removal", level=0.01), y, rounds).row_weights, 0.25)


def test_a_removed_row_comes_back_when_members_change_their_mind():
    y = np.zeros(2, dtype=int)
    rounds = [[0, 0], [1, 0], [0, 0], [1, 0], [0, 1], [1, 1], [0, 1]]
    removal = DivBoost("removal", level=0.1)
    assert_array_equal(run(removal, y, rounds[:4]).row_weights, [1.0, 0.0])
    assert_array_equal(run(removal, y, rounds).row_weights, [0.5, 0.5])


def test_removing_everything_ends_the_ensemble():
    y = np.zeros(3, dtype=int)
    assert run(DivBoost("removal"), y, [[0, 0, 1]] * 5) is None


def test_one_class_is_a_vote_without_a_rival():
    y = np.zeros(3, dtype=int)
    divboost = DivBoost()
    state, _ = divboost.update(divboost.start(y, None), np.ones((3, 1)), y)
    assert_allclose(state.row_weights, 1 / 3)


def test_a_state_is_not_changed_by_an_update():
    y = np.array([0, 1])
    divboost = DivBoost()
    before = divboost.start(y, None)
    divboost.update(before, np.eye(2)[[1, 1]], y)
    assert_array_equal(before.votes, 0)


@pytest.mark.parametrize(("name", "value"), [("weighting", "w3"), ("level", 0.7), ("level", -0.1)])
def test_wrong_parameters_are_refused(name, value):
    with pytest.raises(ValueError, match=f"{name}={value!r}"):
        DivBoost(**{name: value}).start(np.array([0, 1]), None)
