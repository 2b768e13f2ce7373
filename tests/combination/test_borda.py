import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from tests.combination.naive import probabilities_and_weights

from hedgerow.combination import BordaCount, Vote


def test_second_choices_count():
    # Three members for a, two for b; nobody puts b last, and two put a last.
    a_first, b_first = [0.5, 0.4, 0.1], [0.1, 0.6, 0.3]
    outputs = np.array([[a_first], [a_first], [a_first], [b_first], [b_first]])
    points = BordaCount().combine(outputs) * 5 * 3
    assert_allclose(points, [[6, 7, 2]])
    assert BordaCount().decide(points) == 1
    assert Vote().decide(Vote().combine(outputs)) == 0


def test_ties_share_the_points():
    assert_allclose(BordaCount().combine(np.array([[[0.4, 0.4, 0.2]]])) * 3, [[1.5, 1.5, 0]])


def test_a_single_class_gets_everything():
    assert_allclose(BordaCount().combine(np.ones((3, 2, 1))), [[1], [1]])


@settings(max_examples=50)
@given(probabilities_and_weights(st.just(2)))
def test_two_classes_are_a_vote_of_those_who_are_not_undecided(drawn):
    outputs, weights = drawn
    decided = outputs[:, :, 0] != outputs[:, :, 1]
    combination_weights = (
        np.ones(outputs.shape[:2]) if weights is None else np.broadcast_to(weights.T, decided.T.shape).T
    )
    predicted = (combination_weights * decided).sum(axis=0) > 0
    borda, vote = BordaCount(), Vote()
    winner = borda.decide(borda.combine(outputs, weights), np.array([0.4, 0.6]))
    expected = vote.decide(vote.combine(outputs, combination_weights * decided), np.array([0.4, 0.6]))
    assert_array_equal(winner[predicted], expected[predicted])
