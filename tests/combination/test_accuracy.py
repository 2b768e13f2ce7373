import numpy as np
import pytest
from numpy.testing import assert_allclose

from hedgerow.combination import AccuracyWeightedMean
from hedgerow.combination.accuracy import average_by_accuracy
from hedgerow.outputs import Outputs

ANSWERS = [[0, 0, 0, 0, 0, 1, 1, 1, 1, 0], [0, 0, 0, 0, 1, 1, 1, 1, 1, 0]]  # 9 and 8 of 10 right
TRUTH = [0] * 5 + [1] * 5
ASKED = np.array([[[0.3, 0.7]], [[0.6, 0.4]]])


@pytest.mark.parametrize(("weighting", "expected"), [("accuracy", 0.558824), ("log_odds", 0.583944)])
def test_check_value_f6(weighting, expected):
    rule = AccuracyWeightedMean(weighting).fit(Outputs.from_predictions(ANSWERS, TRUTH))
    assert_allclose(rule.accuracies_, [0.9, 0.8])
    assert_allclose(rule.combine(ASKED)[0, 1], expected, atol=1e-6)


def test_log_odds_leave_out_who_guesses_and_bound_who_never_errs():
    answers = [TRUTH, [1 - each for each in TRUTH], ANSWERS[1]]
    rule = AccuracyWeightedMean("log_odds").fit(Outputs.from_predictions(answers, TRUTH))
    assert_allclose(rule.member_weights_, np.log([9.5 / 0.5, 1, 4]))


def test_members_who_are_never_right_count_the_same():
    wrong = [[1 - each for each in TRUTH]] * 2
    rule = AccuracyWeightedMean().fit(Outputs.from_predictions(wrong, TRUTH))
    assert_allclose(rule.combine(ASKED)[0, 1], 0.55)


def test_who_abstains_is_left_out_and_so_is_a_class_without_rows():
    scores = average_by_accuracy(ASKED, np.array([0.9, 0.8]), np.array([[0.0], [1.0]]), np.ones(2))
    assert_allclose(scores, [[0.6, 0.4]])
    certain = average_by_accuracy(ASKED, np.array([0.9, 0.8]), np.ones((2, 1)), np.array([3.0, 0.0]))
    assert_allclose(certain, [[1, 0]])


def test_a_wrong_weighting_is_refused():
    with pytest.raises(ValueError, match="weighting='precision' must be 'accuracy' or 'log_odds'"):
        AccuracyWeightedMean("precision").fit(Outputs.from_predictions(ANSWERS, TRUTH))
