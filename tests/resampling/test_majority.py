from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.resampling import BoostByMajority, weigh_decisive


def weigh_naively(n_correct, n_grown, n_rounds, edge):
    """Go through all outcomes of the votes after the next one: it decides where just half of all others are right."""
    total = 0.0
    for outcome in product((0, 1), repeat=n_rounds - n_grown - 1):
        if n_correct + sum(outcome) == n_rounds // 2:
            total += np.prod([0.5 + edge if right else 0.5 - edge for right in outcome])
    return total


@pytest.mark.parametrize(
    ("n_rounds", "n_grown", "expected"),
    [
        (5, 0, [0.3456]),
        (5, 1, [0.432, 0.288]),
        (5, 2, [0.36, 0.48, 0.16]),
        (5, 3, [0.0, 0.6, 0.4, 0.0]),
        (5, 4, [0.0, 0.0, 1.0, 0.0, 0.0]),
        (6, 1, [0.3456, 0.3456]),
        (6, 3, [0.0, 0.36, 0.48, 0.16]),
    ],
)
def test_weights_one_can_count(n_rounds, n_grown, expected):
    found = np.exp(weigh_decisive(np.arange(n_grown + 1), n_grown, n_rounds, edge=0.1))
    assert_allclose(found, expected, atol=1e-12)


@given(st.integers(1, 9), st.floats(0.01, 0.49), st.data())
def test_the_weight_is_the_chance_that_the_next_vote_decides(n_rounds, edge, data):
    n_grown = data.draw(st.integers(0, n_rounds - 1))
    n_correct = np.arange(n_grown + 1)
    expected = [weigh_naively(right, n_grown, n_rounds, edge) for right in n_correct]
    assert_allclose(np.exp(weigh_decisive(n_correct, n_grown, n_rounds, edge)), expected, atol=1e-12)


def test_very_many_rounds_are_finite_where_the_vote_is_open():
    log_weights = weigh_decisive([0, 2000, 5000, 9000], 9000, 100_000, edge=0.05)
    assert np.isfinite(log_weights).all()


def test_beyond_the_last_round_everything_is_decided():
    assert_array_equal(weigh_decisive([2, 3], 5, 5), -np.inf)
    assert_array_equal(weigh_decisive([2, 3], 6, 5), -np.inf)


def test_the_ensemble_ends_when_everything_is_decided():
    y = np.array([0, 1, 0])
    boosting = BoostByMajority(5)
    state = boosting.start(y, np.array([1.0, 1.0, 2.0]))
    for _ in range(2):
        state, weight = boosting.update(state, np.eye(2)[y], y)
        assert weight == 1.0
        assert_allclose(state.row_weights, [0.25, 0.25, 0.5])  # all alike, so the user's weights remain
    assert boosting.update(state, np.eye(2)[y], y) == (None, 1.0)


def test_a_lost_row_is_given_up():
    y = np.zeros(3, dtype=int)
    boosting = BoostByMajority(5, edge=0.1)
    state = boosting.start(y, None)
    for answers in ([0, 1, 1], [0, 1, 0], [1, 1, 0]):
        state, _ = boosting.update(state, np.eye(2)[answers], y)
    assert_allclose(state.row_weights, [0.5, 0.0, 0.5])


@pytest.mark.parametrize(("name", "value"), [("n_rounds", 0), ("edge", 0.0), ("edge", 0.5)])
def test_wrong_parameters_are_refused(name, value):
    with pytest.raises(ValueError, match=f"{name}={value!r}"):
        BoostByMajority(**{name: value}).start(np.array([0, 1]), None)
