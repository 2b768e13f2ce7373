import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.selection.wrappers import naive

from hedgerow.selection.wrappers import BackwardSearch, Goal

RNG = np.random.default_rng(0)


def find(score, n_units, *, shrink=True, **goal):
    scores = naive.scores_of(score, n_units)
    return set(np.flatnonzero(BackwardSearch(shrink=shrink).find(scores, Goal(**goal), RNG)).tolist()), scores


@given(st.lists(st.integers(0, 6), min_size=16, max_size=16))
def test_it_removes_the_least_missed_while_the_score_does_not_fall(values):
    worth = dict(zip(naive.every_subset(4), values, strict=True))
    assert find(worth.get, 4)[0] == naive.backward(worth.get, 4)


def test_it_sees_what_only_helps_together():
    assert find(lambda subset: float({0, 1} <= subset), 4)[0] == {0, 1}


def test_equal_scores_shrink_unless_told_otherwise():
    def score(subset):
        return 1.0 - (3 in subset)

    assert find(score, 4)[0] == set()
    assert find(score, 4, shrink=False)[0] == {0, 1, 2}


def test_small_losses_do_not_add_up():
    def score(subset):
        return 0.01 * len(subset)

    assert find(score, 10, tolerance=0.025)[0] == set(range(8))
    assert find(score, 10)[0] == set(range(10))


def test_patience_walks_through_a_dip():
    worth = {4: 1.0, 3: 0.9, 2: 1.1, 1: 0.2, 0: 0.0}
    assert len(find(lambda subset: worth[len(subset)], 4)[0]) == 4
    assert len(find(lambda subset: worth[len(subset)], 4, patience=1)[0]) == 2


def test_a_size_is_reached_whatever_it_costs():
    found, scores = find(lambda subset: float(len(subset)), 4, size=1)
    assert found == {0}
    assert [step.action for step in scores.steps] == ["start", "-3", "-2", "-1"]
