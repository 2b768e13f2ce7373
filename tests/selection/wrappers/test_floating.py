from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.selection.wrappers import naive

from hedgerow.selection.wrappers import FloatingSearch, ForwardSearch, Goal

RNG = np.random.default_rng(0)
WITH_CLASS = (0.50, 0.48, 0.47, 0.05)
BETWEEN = {(0, 1): 0.45, (0, 2): 0.45, (1, 2): 0.02}


def merit(subset):
    """Merit of correlation-based selection, of the worked example."""
    if not subset:
        return 0.0
    within = sum(value for pair, value in BETWEEN.items() if subset >= set(pair))
    return sum(WITH_CLASS[one] for one in subset) / sqrt(len(subset) + 2 * within)


def find(score, n_units, **goal):
    scores = naive.scores_of(score, n_units)
    return set(np.flatnonzero(FloatingSearch().find(scores, Goal(**goal), RNG)).tolist()), scores


def test_the_worked_example_of_correlation_based_selection():
    """Duangsoithong & Windeatt with the corrected merit: what was taken first is dropped again."""
    assert merit({0}) == 0.5
    assert merit({0, 1}) == pytest.approx(0.5754758151244095, abs=1e-15)
    assert merit({0, 1, 2}) == pytest.approx(0.6590909090909091, abs=1e-15)
    assert merit({1, 2}) == pytest.approx(0.6651330399133046, abs=1e-15)
    assert merit({0, 1, 2, 3}) == pytest.approx(0.6207044164517759, abs=1e-15)
    found, scores = find(merit, 4)
    assert [step.action for step in scores.steps] == ["start", "+0", "+1", "+2", "-0", "+0", "+3"]
    assert found == {1, 2}
    plain = ForwardSearch().find(naive.scores_of(merit, 4), Goal(), RNG)
    assert np.flatnonzero(plain).tolist() == [0, 1, 2]


@given(st.lists(st.integers(0, 9), min_size=32, max_size=32))
def test_it_ends_and_is_never_worse_than_forward_search(values):
    worth = dict(zip(naive.every_subset(5), values, strict=True))
    found, scores = find(worth.get, 5)
    assert worth[frozenset(found)] >= worth[naive.forward(worth.get, 5)]
    assert scores.n_scored <= 32
    assert worth[frozenset(found)] == max(scores.score(np.array([step.mask for step in scores.steps])))


def test_a_size_gives_the_best_of_that_size_that_was_seen():
    assert find(merit, 4, size=2)[0] == {0, 1}
    assert find(merit, 4, size=3)[0] == {0, 1, 2}


def test_patience_ends_a_search_that_goes_nowhere():
    def score(subset):
        return float(0 in subset) - 0.01 * len(subset)

    assert len(find(score, 20)[1].steps) == 1 + 1 + 6
    assert len(find(score, 20, patience=0)[1].steps) == 1 + 1 + 1
    assert find(score, 20)[0] == {0}


def test_a_worse_subset_gives_way_to_the_best_of_its_size():
    worth = dict.fromkeys(naive.every_subset(4), 0.0)
    worth |= {
        frozenset({0}): 1.0,
        frozenset({0, 1}): 2.0,
        frozenset({0, 1, 2}): 3.0,
        frozenset({1, 2}): 2.5,
        frozenset({1, 2, 3}): 2.9,
        frozenset({0, 1, 2, 3}): 1.0,
    }
    worth[frozenset({0, 1, 2})] = 3.0
    actions = [step.action for step in find(worth.get, 4)[1].steps]
    assert actions[:6] == ["start", "+0", "+1", "+2", "-0", "+0"]
    worth[frozenset({0, 2, 1})] = 2.8
    worth[frozenset({1, 2, 3})] = 2.7
    assert find(worth.get, 4)[0] == {0, 1, 2}
