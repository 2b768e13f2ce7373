import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.selection.wrappers import naive

from hedgerow.selection.wrappers import ForwardSearch, Goal

RNG = np.random.default_rng(0)


def find(score, n_units, **goal):
    scores = naive.scores_of(score, n_units)
    return set(np.flatnonzero(ForwardSearch().find(scores, Goal(**goal), RNG)).tolist()), scores


@given(st.lists(st.integers(0, 6), min_size=16, max_size=16))
def test_it_adds_the_best_while_the_score_rises(values):
    worth = dict(zip(naive.every_subset(4), values, strict=True))
    found, scores = find(worth.get, 4)
    assert found == naive.forward(worth.get, 4)
    assert scores.n_scored <= 1 + 4 + 3 + 2 + 1


def test_it_does_not_see_what_only_helps_together_but_patience_does():
    """An exclusive or: alone each input is worth nothing."""

    def score(subset):
        return float({0, 1} <= subset)

    assert find(score, 3)[0] == set()
    assert find(score, 3, patience=1)[0] == {0, 1}


def test_a_rise_within_the_tolerance_is_none():
    def score(subset):
        return len(subset) * 0.01 + 0.5 * (0 in subset)

    assert find(score, 4)[0] == {0, 1, 2, 3}
    assert find(score, 4, tolerance=0.02)[0] == {0}


def test_a_size_is_reached_whatever_it_costs():
    found, scores = find(lambda subset: -float(len(subset)), 5, size=3)
    assert found == {0, 1, 2}
    assert [step.action for step in scores.steps] == ["start", "+0", "+1", "+2"]
