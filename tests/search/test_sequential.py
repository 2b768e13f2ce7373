import numpy as np

from hedgerow.search.sequential import Additions, Removals


def test_the_best_joins_and_of_equals_the_first():
    search = Additions(4)
    assert search.tell(np.array([1.0, 3.0, 3.0, 2.0])) == 1
    assert search.ask().tolist() == [0, 2, 3]
    assert search.tell(np.array([-np.inf, -np.inf, -np.inf])) == 0
    assert search.order == [1, 0]


def test_candidates_and_a_start():
    search = Additions(4, [2], candidates=np.array([True, False, True, True]))
    assert search.ask().tolist() == [0, 3]
    again = Additions(4, [2], candidates=np.array([False, False, True, True]), replace=True)
    assert again.tell(np.array([1.0, 0.0])) == 2
    assert again.ask().tolist() == [2, 3]
    assert again.order == [2, 2]


def test_a_search_is_over_when_nothing_may_join():
    search = Additions(1)
    search.tell(np.zeros(1))
    assert not search.ask().size


def test_who_is_missed_least_leaves_and_of_equals_the_last():
    search = Removals(4)
    assert search.tell(np.array([1.0, 3.0, 3.0, 2.0])) == 2
    assert search.ask().tolist() == [0, 1, 3]
    assert search.tell(np.array([-np.inf, -np.inf, -np.inf])) == 3
    assert search.left.tolist() == [0, 1]
