import numpy as np
from numpy.testing import assert_array_equal

from hedgerow.codes.decoding import score_by_group


def test_the_votes_of_the_lecture():
    # CV-I2: K = 4, the groups {0,2}, {1,2}, {0,1}, {3,0} answer 1, 0, 1, 1.
    groups = [{0, 2}, {1, 2}, {0, 1}, {3, 0}]
    codes = np.array([[int(label in group) for label in range(4)] for group in groups])
    answers = np.eye(2)[[1, 0, 1, 1]]
    votes = sum(score_by_group(code, answer[None]) for code, answer in zip(codes, answers, strict=True))
    assert_array_equal(votes, [[4, 1, 1, 2]])


def test_a_class_left_out_gets_nothing():
    assert_array_equal(score_by_group(np.array([-1, 0, 1]), np.array([[0.3, 0.7]])), [[0.0, 0.3, 0.7]])
