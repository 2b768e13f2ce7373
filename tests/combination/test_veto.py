import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from tests.combination import naive

from hedgerow.combination import Veto


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (Veto(), [0, 1, 0]),  # only b is refused by nobody
        (Veto(tolerated=0.25), [0.75, 0.25, 0]),  # one of four may refuse a
        (Veto(tolerated=0.75), [0.75, 0.25, 0]),  # c stays, too, but nobody votes for it
        (Veto(refusal=0.1), [0.0, 1.0, 0.0]),
        (Veto(refusal=0.3), [1, 0, 0]),  # all are out; a is refused least, by one of four
        (Veto("mean_probability"), [0, 1, 0]),
        (Veto("mean_probability", tolerated=0.25), [2.2 / 3.6, 1.4 / 3.6, 0]),
    ],
)
def test_with_a_pencil(rule, expected):
    outputs = np.array([[[0.8, 0.2, 0.0]], [[0.7, 0.3, 0.0]], [[0.7, 0.3, 0.0]], [[0.0, 0.6, 0.4]]])
    assert_allclose(rule.combine(outputs), [expected], atol=1e-12)


def test_weights_and_silence_decide_how_much_is_refused():
    outputs = np.array([[[1.0, 0.0]], [[0.6, 0.4]], [[0.4, 0.6]]])
    assert_allclose(Veto().combine(outputs, np.array([0.0, 1.0, 1.0])), [[0.5, 0.5]])
    assert_allclose(Veto(tolerated=0.2).combine(outputs, np.array([1.0, 2.0, 7.0])), [[0.3, 0.7]])
    assert_allclose(Veto(tolerated=0.2).combine(outputs, np.array([3.0, 1.0, 6.0])), [[1.0, 0.0]])


def test_rounding_refuses_nothing():
    outputs = np.array([[[0.0, 1.0]], [[0.0, 1.0]], [[0.9, 0.1]]])
    assert 0.1 + 0.2 > 0.3
    assert_allclose(
        Veto("weighted_vote", tolerated=0.3).combine(outputs, np.array([0.1, 0.2, 0.7])), [[0.7, 0.3]]
    )


def test_where_nobody_votes_for_what_is_left_the_mean_decides():
    outputs = np.array([[[0.6, 0.0, 0.3, 0.1]], [[0.0, 0.6, 0.25, 0.15]]])
    assert_allclose(Veto().combine(outputs), [[0, 0, 0.55 / 0.8, 0.25 / 0.8]])


def test_nobody_refuses_its_own_choice():
    outputs = np.array([[[0.4, 0.35, 0.25]], [[0.3, 0.4, 0.3]]])
    assert_allclose(Veto(refusal=0.9).combine(outputs), [[0.5, 0.5, 0.0]])


@settings(max_examples=60)
@given(
    naive.probabilities_and_weights(),
    st.sampled_from([0.0, 0.2, 0.5]),
    st.sampled_from([0.0, 1 / 6, 1 / 3, 0.45]),
)
def test_it_equals_its_twin_for_all_parameters(drawn, tolerated, refusal):
    outputs, weights = drawn
    scores = Veto("weighted_vote", tolerated, refusal).combine(outputs, weights)
    assert_allclose(scores, naive.for_each_row(naive.veto(tolerated, refusal), outputs, weights), atol=1e-12)
