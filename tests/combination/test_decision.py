import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.combination.decision import pick_class, share_out


@pytest.mark.parametrize(("priors", "winner"), [(None, 0), ([1, 1, 9], 0), ([1, 2, 9], 1), ([2, 1, 9], 0)])
def test_only_the_tied_compare_their_priors(priors, winner):
    scores = np.array([[0.4, 0.4, 0.2]])
    assert pick_class(scores, None if priors is None else np.array(priors)) == winner


def test_a_tie_is_one_with_and_without_priors():
    scores = np.array([[0.3, 0.1 + 0.2, 0.4]]) - np.array([[0.0, 0.0, 0.1]])
    assert scores[0, 0] < scores[0, 1]  # by rounding alone
    assert pick_class(scores) == 0
    assert pick_class(scores, np.array([1.0, 2.0, 1.0])) == 1


def test_rows_about_which_nobody_spoke_do_not_disturb_the_others():
    assert_array_equal(pick_class(np.array([[np.nan, np.nan], [0.2, 0.8]]))[1:], [1])


def test_shares_sum_to_one_and_fall_back():
    scores = np.array([[1.0, 3.0], [0.0, 0.0], [0.0, 0.0], [np.nan, np.nan]])
    fallback = np.array([[9.0, 9.0], [0.2, 0.6], [0.0, 0.0], [0.5, 0.5]])
    assert_allclose(share_out(scores, fallback), [[0.25, 0.75], [0.25, 0.75], [0.5, 0.5], [np.nan, np.nan]])
