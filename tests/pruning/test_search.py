import numpy as np
from tests.pruning.drawn import PENCIL

from hedgerow.pruning import BestMembers, FitSelect, InstanceSelection, PruningMethod
from hedgerow.pruning.committee_errors import make_evaluator
from hedgerow.pruning.search import Search, count_different, rank_errors


def test_an_order_is_cut_at_its_first_smallest_error():
    search = Search.along(np.array([2, 0, 1]), np.array([0.3, 0.1 + 1e-16, 0.1]), None)
    assert search.kept.tolist() == [2, 0]
    assert search.frame()["chosen"].tolist() == [False, True, False]
    assert search.frame()["n_members"].tolist() == [1, 2, 3]


def test_a_given_number_counts_different_members():
    order = np.array([2, 2, 0, 2, 1])
    search = Search.along(order, np.array([0.3, 0.2, 0.1, 0.4, 0.0]), 2)
    assert search.members.tolist() == [2, 2, 0, 2]
    assert (search.kept.tolist(), search.combination_weights.tolist(), search.error) == (
        [2, 0],
        [3.0, 1.0],
        0.4,
    )
    assert search.frame()["n_members"].tolist() == [1, 1, 2, 2, 3]
    assert count_different(order).tolist() == [1, 1, 2, 2, 3]


def test_a_committee_that_nobody_has_heard_is_not_chosen():
    assert Search.along(np.array([0, 1]), np.array([np.nan, 0.5]), None).chosen == 1
    assert rank_errors(np.array([np.nan, 0.5])).tolist() == [1, 0]


def test_committees_need_not_be_nested():
    search = Search([np.array([3]), np.array([0, 1])], np.array([0.2, 0.1]), 1)
    assert search.kept.tolist() == [0, 1]
    assert search.frame()["n_members"].tolist() == [1, 2]


def test_methods_are_told_by_what_they_do():
    assert isinstance(FitSelect(), PruningMethod)
    assert not isinstance(InstanceSelection(), PruningMethod)
    assert BestMembers().search(make_evaluator(PENCIL)).nested
