import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.combination import Mean, MeanProbability, Vote, WeightedVote


def votes(*classes, n_classes=3):
    """One row, one certain answer per member."""
    return np.eye(n_classes)[list(classes)][:, None, :]


def test_shares_of_the_votes():
    assert_allclose(Vote().combine(votes(0, 2, 2, 1)), [[0.25, 0.25, 0.5]])


@pytest.mark.parametrize(
    ("classes", "priors", "winner"),
    [
        ((0, 2), [0.3, 0.3, 0.4], 2),  # the larger training weight
        ((0, 2), [0.4, 0.3, 0.3], 0),
        ((1, 2), [0.6, 0.2, 0.2], 1),  # then the lower index, and only among the tied
        ((0, 1, 2), [1 / 3, 1 / 3, 1 / 3], 0),
    ],
)
def test_ties_go_to_the_larger_training_weight_then_to_the_lower_index(classes, priors, winner):
    shares = Vote().combine(votes(*classes))
    assert Vote().decide(shares, np.array(priors)) == winner


def test_rounding_does_not_hide_a_tie():
    shares = WeightedVote().combine(votes(0, 0, 1, n_classes=2), np.array([0.1, 0.2, 0.3]))
    assert shares[0, 0] != shares[0, 1]  # 0.1 + 0.2 is not 0.3
    assert_array_equal(WeightedVote().decide(shares, np.array([0.2, 0.8])), [1])


def test_only_the_weighted_vote_asks_for_weights():
    assert WeightedVote().weighted
    assert not Vote().weighted


def test_the_mean_listens_to_weights():
    assert_allclose(Mean().combine(np.array([[1.0], [5.0]]), np.array([3.0, 1.0])), [2.0])


def test_the_largest_mean_probability_wins_whatever_the_priors():
    probabilities = MeanProbability().combine(np.array([[[0.9, 0.1]], [[0.1, 0.9]]]))
    assert_allclose(probabilities, [[0.5, 0.5]])
    assert_array_equal(MeanProbability().decide(probabilities, np.array([0.1, 0.9])), [0])
