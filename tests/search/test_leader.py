import numpy as np
import pytest

from hedgerow.search.leader import Leader, rank_masks

MASKS = np.array([[1, 1, 0], [1, 0, 0], [0, 1, 0]], bool)


def test_of_equals_the_first_met_leads():
    leader = Leader()
    leader.look(MASKS, np.array([1.0, 2.0, 2.0]))
    assert (leader.mask.tolist(), leader.score, leader.waited) == ([True, False, False], 2.0, 0)
    leader.look(MASKS[2:], np.array([2.0]))
    assert (leader.mask.tolist(), leader.waited) == ([True, False, False], 1)


def test_of_equals_the_smaller_leads_where_that_is_wanted():
    leader = Leader(prefers_small=True)
    leader.look(MASKS[:1], np.array([2.0]))
    leader.look(MASKS, np.array([2.0, 2.0, 2.0]))
    assert (leader.mask.tolist(), leader.waited) == ([True, False, False], 0)


@pytest.mark.parametrize(("tolerance", "waited"), [(0.0, 0), (0.5, 1), (1.0, 1)])
def test_what_is_hardly_better_does_not_lead(tolerance, waited):
    leader = Leader(tolerance)
    leader.look(MASKS[:1], np.array([2.0]))
    leader.look(MASKS[1:2], np.array([2.5]))
    assert leader.waited == waited


def test_the_first_leads_though_nothing_has_a_score():
    leader = Leader()
    leader.look(MASKS, np.full(3, -np.inf))
    assert (leader.mask.tolist(), leader.waited) == ([True, True, False], 0)


def test_ranks():
    scores = np.array([0.5, 0.9, 0.5])
    assert rank_masks(MASKS, scores).tolist() == [1, 0, 2]
    assert rank_masks(MASKS, scores, prefers_small=True).tolist() == [1, 2, 0]
