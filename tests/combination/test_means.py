import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.combination import Mean, MeanProbability


def test_the_mean_listens_to_weights():
    assert_allclose(Mean().combine(np.array([[1.0], [5.0]]), np.array([3.0, 1.0])), [2.0])


def test_the_largest_mean_probability_wins_whatever_the_priors():
    probabilities = MeanProbability().combine(np.array([[[0.9, 0.1]], [[0.1, 0.9]]]))
    assert_allclose(probabilities, [[0.5, 0.5]])
    assert_array_equal(MeanProbability().decide(probabilities, np.array([0.1, 0.9])), [0])
